"""Imports that want a password: how often one may be tried, and the copy without the lock that a right one leaves behind.

The password itself lives as long as the call that it is given to.
"""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.audit.acts import Act
from people.audit.trail import record
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unlocking import unlocked_copy
from reconciliation.documents.unreadable import DocumentUnreadable, Params
from reconciliation.models import Cause, StatementImport
from reconciliation.queue.notify import queue_again
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentGone, DocumentSealed

MOST_TRIES, WITHIN = 5, dt.timedelta(minutes=15)


class TooManyTries(Exception):
    """So many passwords were tried that the next one has to wait; `minutes` at most."""

    minutes = WITHIN // dt.timedelta(minutes=1)


@transaction.atomic
def count_try(statement_import: StatementImport) -> None:
    """One more try at an import's password, whoever makes it. Raises TooManyTries."""
    ours = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk)
    tried = ours.select_for_update().get()
    now = timezone.now()
    if tried.password_tries_since is None or tried.password_tries_since + WITHIN <= now:
        tried.password_tries, tried.password_tries_since = 0, now
    if tried.password_tries >= MOST_TRIES:
        raise TooManyTries
    ours.update(password_tries=tried.password_tries + 1, password_tries_since=tried.password_tries_since)


def unlock(statement_import: StatementImport, password: str, *, actor: User | None, ring: bool) -> None:
    """Keep the copy and queue the import, or say on the import why there is none."""
    try:
        copy = unlocked_copy(archive.fetch(statement_import.organization, statement_import.stored_as), password, configured_limits())
    except DocumentUnreadable as unreadable:
        _say(statement_import, unreadable.code, unreadable.params)
    except FileNotFoundError:
        _say(statement_import, DocumentGone.code, {})
    except DocumentSealed as sealed:
        _say(statement_import, sealed.code, {})
    else:
        _queue(statement_import, copy, actor=actor, ring=ring)


def _say(statement_import: StatementImport, code: str, params: Params) -> None:
    failed = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk, status=StatementImport.Status.FAILED)
    failed.update(error={"code": code, "params": params})
    statement_import.refresh_from_db()


def _queue(statement_import: StatementImport, copy: bytes | None, *, actor: User | None, ring: bool) -> None:
    """Copy, row and ring: all of them, or none. Nobody's copy where another was quicker."""
    name = "" if copy is None else archive.keep(statement_import.organization, copy)
    kept = False
    try:
        with transaction.atomic():
            kept = queue_again(statement_import, Cause.UNLOCKED, ring=ring)
            if kept:
                ours = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk)
                ours.update(unlocked_as=name, password_tries=0, password_tries_since=None)
                record(statement_import.organization, actor, Act.UNLOCKED, statement_import)
    finally:
        if name and not kept:
            archive.discard(name)
    statement_import.refresh_from_db()
