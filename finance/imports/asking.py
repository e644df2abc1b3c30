"""Requests to a worker to import or undo a long file.

A request is stored in the file's row until it is handled: messages to workers may be lost, and the sweep sends them again.
"""

from collections.abc import Collection
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation

from finance.imports.asked import Act
from finance.imports.services import hold
from finance.models import LedgerImport
from finance.signals import file_waits
from people.rights import require


@transaction.atomic
def ask(*, ledger_import: LedgerImport, by: User, act: Act, shown: str = "", also: Collection[int] = ()) -> None:
    """Store the request unless one is open, and send the signal after the commit. Raises `NotYours`."""
    require(by, ledger_import.account.organization, "import_ledger")
    row = hold(ledger_import)
    if row.asked:
        return
    row.asked = {"act": act, "by": by.pk, "shown": shown, "also": sorted(also), "language": translation.get_language()}
    row.asked_at, row.answered = timezone.now(), {}
    row.save(update_fields=["asked", "asked_at", "answered"])
    transaction.on_commit(partial(file_waits.send, LedgerImport, import_id=row.pk), robust=True)
