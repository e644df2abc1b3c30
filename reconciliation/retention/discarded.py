"""Deletion of discarded documents: after the organization's retention time, or after 30 days where it keeps documents without end."""

import datetime as dt
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from people.audit import Act, record
from people.models import Organization
from reconciliation.models import Decision, EnquiryMessage, StatementImport
from reconciliation.models.querysets import DecisionQuerySet
from reconciliation.storage import archive

DAYS = 30
MOST = 500
"""The largest number that is deleted at a time."""


def days_of(organization: Organization) -> int:
    """Return for how many days a discarded document can be taken back."""
    days = organization.keeps_documents_days
    return DAYS if days is None else days


def last_day_of(decision: Decision) -> dt.date:
    """Return the day on which the document of a decision to discard is deleted."""
    return timezone.localdate(decision.made_at) + dt.timedelta(days=days_of(decision.organization))


def delete_discarded_documents(today: dt.date | None = None) -> int:
    """Delete the discarded documents that are due in every organization, today in its time zone; return how many."""
    waiting = {"statement_imports__status": StatementImport.Status.DISCARDED, "statement_imports__document_deleted_at": None}
    deleted = 0
    for organization in Organization.objects.filter(**waiting).distinct():
        with timezone.override(organization.zone):
            day = today or timezone.localdate()
            due = _due(organization, day).order_by("made_at").values_list("statement_import", flat=True)[:MOST]
            deleted += sum(_delete(organization, key, day) for key in list(due))
    return deleted


def _due(organization: Organization, today: dt.date) -> DecisionQuerySet:
    until = today - dt.timedelta(days=days_of(organization))
    discarded = {"statement_import__status": StatementImport.Status.DISCARDED, "statement_import__document_deleted_at": None}
    decisions = Decision.objects.of(organization).standing().filter(kind=Decision.Kind.DISCARDED, made_at__date__lte=until)
    return decisions.filter(**discarded)


@transaction.atomic
def _delete(organization: Organization, key: UUID, today: dt.date) -> bool:
    """Delete the files and mark the import, unless it was taken back. The files go first: after a failure, the import is due again."""
    rows = StatementImport.objects.of(organization).filter(pk=key)
    statement_import = rows.select_for_update().first()
    if statement_import is None or not _due(organization, today).filter(statement_import=key).exists():
        return False
    sent = EnquiryMessage.objects.of(organization).filter(enquiry__statement_import=statement_import).exclude(stored_as="")
    for name in filter(None, (statement_import.stored_as, statement_import.unlocked_as, *sent.values_list("stored_as", flat=True))):
        archive.discard(name)
    days = days_of(organization)
    rows.update(document_deleted_at=timezone.now(), document_kept_days=days, stored_as="", unlocked_as="")
    record(organization, None, Act.DELETED_DOCUMENT, statement_import, days=days)
    sent.update(stored_as="")
    return True
