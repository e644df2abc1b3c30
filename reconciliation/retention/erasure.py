"""Erasure of an organization: rows, files, keys, queued work, and logins without another organization. One line remains.

The rows go in one transaction, the files after its commit. A file that a crash leaves behind cannot be decrypted without its key,
and `discard_leftovers` removes it, because no row names it."""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ProtectedError

from finance.models import LedgerImport
from people.access import require
from people.audit import Act, record
from people.middleware import CHOSEN
from people.models import AuditEntry, AuditHead, Membership, Organization
from people.tenancy import guard_lifted
from reconciliation.models import StatementImport
from reconciliation.retention.data_inventory import files_of, models, rows_of
from reconciliation.storage import archive

KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
WHY = "who of its people belongs to nobody else"


@transaction.atomic
def erase(*, organization: Organization, by: User | None) -> None:
    """Erase an organization. One line remains in the installation's log: its id, the time and the actor. Raises NotYours."""
    require(by, organization, "erase")
    held = Organization.objects.select_for_update().get(pk=organization.pk)
    key, files = organization.pk, [name for _row, _column, name in files_of(organization)]
    queued = {str(pk) for model in (StatementImport, LedgerImport) for pk in rows_of(organization, model).values_list("pk", flat=True)}
    # Members, and former members with recorded acts.
    acted = AuditEntry.objects.of(organization).exclude(by=None).order_by().values_list("by", flat=True).distinct()
    people = {*Membership.objects.of(organization).values_list("user", flat=True), *filter(None, acted)}
    # The admin's history of these rows has their names.
    for model in models():
        log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
        logged = set(log.values_list("object_id", flat=True))
        if logged:
            keys = {str(pk) for pk in rows_of(organization, model).values_list("pk", flat=True)}
            log.filter(object_id__in=logged & keys).delete()
    AuditHead.objects.of(organization).delete()
    AuditEntry.objects.of(organization).erase()
    held.delete()
    _delete_logins(people, key=str(key))
    record(None, by, Act.ERASED, organization=key)
    transaction.on_commit(partial(_discard, files, queued))


def _delete_logins(people: Collection[int], *, key: str) -> None:
    """Delete logins without another organization, and sessions with this one. Operators of the installation keep their logins, and so do
    users with recorded acts in another organization."""
    elsewhere = Membership.objects.across_organizations(WHY).filter(user__in=people).values_list("user", flat=True)
    gone = User.objects.filter(pk__in=set(people) - set(elsewhere), is_superuser=False, is_staff=False)
    keys = {str(user.pk) for user in gone}
    for session in Session.objects.iterator():
        data = session.get_decoded()
        if data.get(SESSION_KEY) in keys:
            session.delete()
        elif data.get(CHOSEN) == key:
            data.pop(CHOSEN)
            Session.objects.filter(pk=session.pk).update(session_data=SessionStore().encode(data))
    for user in gone:
        with suppress(ProtectedError), transaction.atomic(), guard_lifted(WHY):  # rows of another organization may name the user
            user.delete()


def _discard(files: Iterable[str], queued: set[str]) -> None:
    for name in files:
        archive.discard(name)
    for message in settings.QUEUE_DIR.rglob("*.msg"):
        if queued.intersection(KEY.findall(message.read_text(encoding="utf-8", errors="replace"))):
            message.unlink(missing_ok=True)
