"""Who works on an import: taken by compare-and-set for a while, with a token that fences every later write.

The import row is the queue of record. A worker that dies leaves a lease that runs out; one that was only slow finds
its token replaced, and nothing that it writes afterwards counts.
"""

import datetime as dt
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from reconciliation.models import Doorbell, StatementImport
from reconciliation.queueing.heartbeat import beating

logger = logging.getLogger(__name__)

TRY_AGAIN_AFTER = dt.timedelta(seconds=10)


class NothingToClaim(Exception):
    """The import is finished, cancelled, gone, or somebody else is at work on it."""


class ClaimLost(Exception):
    """Another worker has taken the import over: what this one found no longer counts."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An import that is ours to work on, until the lease runs out."""

    statement_import: StatementImport
    token: int

    def write(self, **fields: Any) -> None:
        """Write to the import's row, if it is still ours. Raises ClaimLost."""
        ours = StatementImport.queue.filter(pk=self.statement_import.pk, claim_token=self.token, status=StatementImport.Status.PROCESSING)
        if not ours.update(**fields):
            raise ClaimLost(str(self.statement_import.pk))
        for name, value in fields.items():
            setattr(self.statement_import, name, value)

    def renew(self) -> None:
        self.write(claimed_until=lease_end())

    @contextmanager
    def fenced(self) -> Iterator[None]:
        """One transaction that holds the import's row: all of it is written, or nothing."""
        with transaction.atomic():
            self.renew()
            yield

    def give_back(self) -> None:
        """Leave the import to the next attempt; where there is none left, say so on the import."""
        with transaction.atomic():
            if self.statement_import.attempts >= settings.CLAIM_ATTEMPTS:
                self.write(**gave_up(self.statement_import))
                return
            self.write(status=StatementImport.Status.PENDING, claimed_until=None)
            Doorbell.objects.filter(statement_import=self.statement_import).update(due_at=timezone.now() + TRY_AGAIN_AFTER)


def lease_end() -> dt.datetime:
    return timezone.now() + dt.timedelta(seconds=settings.CLAIM_SECONDS)


def gave_up(statement_import: StatementImport) -> dict[str, Any]:
    """What is written to an import that stopped its worker each time."""
    return {
        "status": StatementImport.Status.FAILED,
        "error": {"code": "gave_up", "params": {"attempts": statement_import.attempts}},
        "claimed_until": None,
        "finished_at": timezone.now(),
    }


def take(import_id: UUID | str) -> Claim:
    """Compare and set: the row as it was read must still be so when it is written. Raises NothingToClaim."""
    now = timezone.now()
    free = StatementImport.queue.free_to_claim(now).filter(pk=import_id)
    found = free.select_related("organization", "uploaded_by").first()
    if found is None:
        raise NothingToClaim(str(import_id))
    same = free.filter(claim_token=found.claim_token)
    if found.attempts >= settings.CLAIM_ATTEMPTS:
        same.update(**gave_up(found))
        raise NothingToClaim(str(import_id))
    changes = {
        "status": StatementImport.Status.PROCESSING,
        "claim_token": found.claim_token + 1,
        "claimed_until": lease_end(),
        "attempts": found.attempts + 1,
    }
    if not same.update(**changes):
        raise NothingToClaim(str(import_id))
    for name, value in changes.items():
        setattr(found, name, value)
    return Claim(found, found.claim_token)


@contextmanager
def claim(import_id: UUID | str) -> Iterator[Claim]:
    """Take an import and keep its lease while the body works. Raises NothingToClaim.

    An unexpected error gives the import back for the next attempt and goes on to the log."""
    claimed = take(import_id)
    with beating(claimed.renew, every=settings.CLAIM_SECONDS / 3):
        try:
            yield claimed
        except ClaimLost:
            logger.warning("import %s was taken over while it was worked on", import_id)
        except BaseException:
            give_back_quietly(claimed)
            raise


def give_back_quietly(claimed: Claim) -> None:
    try:
        claimed.give_back()
    except ClaimLost:
        logger.warning("import %s was taken over before it could be given back", claimed.statement_import.pk)
