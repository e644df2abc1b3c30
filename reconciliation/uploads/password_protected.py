"""Imports that need a password: the limit of tries, and the unlocked copy.

The password itself exists only during the call that receives it."""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.audit import Act, record
from people.refusal import Refusal
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.opening import unlocked_copy
from reconciliation.documents.unreadable import DocumentUnreadable, Params
from reconciliation.models import Cause, StatementImport
from reconciliation.queue.notify import queue_again
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentGone, DocumentSealed

MOST_TRIES, WITHIN = 5, dt.timedelta(minutes=15)


class TooManyTries(Refusal):
    """Too many passwords were tried; the next try must wait, `minutes` at most."""

    code, status = "too_many_tries", 429
    minutes = WITHIN // dt.timedelta(minutes=1)


@transaction.atomic
def count_try(statement_import: StatementImport) -> None:
    """Count a try at an import's password, by any member. Raises TooManyTries."""
    rows = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk)
    tried = rows.select_for_update().get()
    now = timezone.now()
    if tried.password_tries_since is None or tried.password_tries_since + WITHIN <= now:
        tried.password_tries, tried.password_tries_since = 0, now
    if tried.password_tries >= MOST_TRIES:
        raise TooManyTries
    rows.update(password_tries=tried.password_tries + 1, password_tries_since=tried.password_tries_since)


def unlock(statement_import: StatementImport, password: str, *, actor: User | None, ring: bool) -> None:
    """Store the unlocked copy and queue the import, or store on the import why there is none."""
    try:
        copy = unlocked_copy(archive.fetch(statement_import.organization, statement_import.stored_as), password, configured_limits())
    except DocumentUnreadable as unreadable:
        _say(statement_import, unreadable.code, unreadable.params)
    except FileNotFoundError:
        _say(statement_import, DocumentGone.code, {})
    except DocumentSealed as sealed:
        _say(statement_import, sealed.code, {})
    else:
        name, queued = "" if copy is None else archive.keep(statement_import.organization, copy), False
        try:  # copy, row and ring are stored, or none of the three; none if another request was first
            with transaction.atomic():
                queued = queue_again(statement_import, Cause.UNLOCKED, ring=ring)
                if queued:
                    rows = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk)
                    rows.update(unlocked_as=name, password_tries=0, password_tries_since=None)
                    record(statement_import.organization, actor, Act.UNLOCKED, statement_import)
        finally:
            if name and not queued:
                archive.discard(name)
        statement_import.refresh_from_db()


def _say(statement_import: StatementImport, code: str, params: Params) -> None:
    failed = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk, status=StatementImport.Status.FAILED)
    failed.update(error={"code": code, "params": params})
    statement_import.refresh_from_db()
