"""Retention periods of documents: which are due, and their deletion. Rows, verdicts, decisions and the fingerprint stay.

Files attached to answers go with the document if they are as old by then; also if there is no document. A statement was completed
when it was reviewed or locked, a document when all its statements were. One with work in progress (a new reading or comparison, a
reopening, or changed books) is not due."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from people.access import require
from people.audit import Act, record
from people.models import Organization
from reconciliation.models import Conclusion, EnquiryMessage, Recheck, Statement, StatementImport
from reconciliation.models.querysets import EnquiryMessageQuerySet, StatementImportQuerySet
from reconciliation.reconcile.conclusions import key_of
from reconciliation.signoff.drift import moved_since
from reconciliation.storage import archive

FINAL = (Conclusion.Kind.REVIEWED, Conclusion.Kind.LOCKED)
MOST = 500
"""The largest number that is deleted, or counted, at a time."""
AT_ONCE = 100


@transaction.atomic
def keep_documents(*, organization: Organization, days: int | None, actor: User) -> None:
    """Set the retention period in days; None is without end. Raises NotYours."""
    require(actor, organization, "erase")
    changed = {"keeps_documents_days": [organization.keeps_documents_days, days]}
    organization.keeps_documents_days = days
    organization.save(update_fields=["keeps_documents_days"])
    record(organization, actor, Act.SET, organization, changed=changed)


def delete_due_documents(today: dt.date | None = None) -> int:
    """Delete the documents that are due in every organization with a period, today in its time zone; return how many."""
    wanting = Organization.objects.exclude(keeps_documents_days=None)
    deleted = 0
    for organization in wanting:
        days = organization.keeps_documents_days or 0
        with timezone.override(organization.zone):
            day = today or timezone.localdate()
            deleted += sum(_delete(organization, key, days, day) for key in due_documents(organization, days, day))
    return deleted


def due_documents(organization: Organization, days: int, today: dt.date) -> Sequence[UUID]:
    """Return the imports whose documents this setting would delete today, at most `MOST`, oldest first."""
    until = today - dt.timedelta(days=days)
    completed = _completed(organization, until)
    old = sorted((day, key) for key, day in completed.items() if day <= until)
    due: list[UUID] = []
    for first in range(0, len(old), AT_ONCE):
        part = [key for _day, key in old[first : first + AT_ONCE]]
        moved = moved_since(organization, part)
        due += [key for key in part if key not in moved]
        if len(due) >= MOST:
            break
    return due[:MOST]


@transaction.atomic
def _delete(organization: Organization, key: UUID, days: int, today: dt.date) -> bool:
    """Delete files and mark the import. The files go first: after a failure, the import is due again."""
    until = today - dt.timedelta(days=days)
    statement_import = _with_files(organization, until).filter(pk=key).select_for_update().first()
    if statement_import is None or _completed(organization, until, among=[key]).get(key, dt.date.max) > until:
        return False
    sent = _sent(organization, until).filter(enquiry__statement_import=statement_import)
    for name in filter(None, (statement_import.stored_as, statement_import.unlocked_as, *sent.values_list("stored_as", flat=True))):
        archive.discard(name)
    if statement_import.has_document:
        rows = StatementImport.objects.of(organization).filter(pk=key)
        rows.update(document_deleted_at=timezone.now(), document_kept_days=days, stored_as="", unlocked_as="")
        record(organization, None, Act.DELETED_DOCUMENT, statement_import, days=days)
    for message in sent:
        record(organization, None, Act.DELETED_FILE, statement_import, days=days, message=message.pk)
    sent.update(stored_as="")
    return True


def _with_files(organization: Organization, until: dt.date) -> StatementImportQuerySet:
    """Return the finished imports with a document, or with a file attached to one of their questions by then."""
    document = Q(document_deleted_at=None) & ~Q(channel=StatementImport.Channel.TYPED)
    sent = _sent(organization, until).filter(enquiry__statement_import=OuterRef("pk"))
    return StatementImport.objects.of(organization).finished().filter(document | Exists(sent))


def _sent(organization: Organization, until: dt.date) -> EnquiryMessageQuerySet:
    return EnquiryMessage.objects.of(organization).exclude(stored_as="").filter(at__date__lte=until)


def _completed(organization: Organization, until: dt.date, *, among: Collection[UUID] = ()) -> dict[UUID, dt.date]:
    """Return the completion day of each complete document with a statement that was completed by then.

    Only of imports that still have files."""
    steps = Conclusion.objects.of(organization)
    columns = steps.order_by("number").values_list("statement_import", "statement_number", "kind", "at")
    last = {(statement_import, number): (kind, at) for statement_import, number, kind, at in columns}
    owed = set(Recheck.objects.of(organization).values_list("account", flat=True))
    completing = steps.filter(kind__in=FINAL, at__date__lte=until, statement_import=OuterRef("pk"))
    imports = _with_files(organization, until).filter(Exists(completing))
    concluded = Statement.objects.of(organization).filter(statement_import__in=imports.filter(pk__in=among) if among else imports)
    days: dict[UUID, list[dt.date | None]] = defaultdict(list)
    for statement in concluded.only("statement_import", "number", "account"):
        kind, at = last.get(key_of(statement), ("", None))
        done = kind in FINAL and statement.account_id not in owed
        days[statement.statement_import_id].append(timezone.localdate(at) if done and at else None)
    return {key: max(known) for key, completed in days.items() if len(known := [day for day in completed if day]) == len(completed)}
