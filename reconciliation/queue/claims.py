"""Who works on an import: taken by compare-and-set for a while, with a token that fences every later write.

The import row is the queue of record. A worker that dies leaves a lease that runs out; one that was only slow finds
its token replaced, and nothing that it writes afterwards counts.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from reconciliation.models import Doorbell, StatementImport


class NothingToClaim(Exception):
    """The import is finished, cancelled, gone, or somebody else is at work on it."""


class OutOfAttempts(Exception):
    """Whoever worked on the import was lost each time: it is ours to end, not to try again."""

    def __init__(self, claimed: "Claim") -> None:
        super().__init__(str(claimed.statement_import.pk))
        self.claimed = claimed


class ClaimLost(Exception):
    """Another worker has taken the import over: what this one found no longer counts."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An import that is ours to work on, until the lease runs out."""

    statement_import: StatementImport
    token: int

    def write(self, **fields: Any) -> None:
        """Write to the import's row, if it is still ours. Raises ClaimLost."""
        if not self._row().filter(status=StatementImport.Status.PROCESSING).update(**fields):
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

    @contextmanager
    def told(self) -> Iterator[None]:
        """One transaction for what is said about the work, also after its last write: unless somebody has taken it over since. Until
        then the lease is renewed by it."""
        with transaction.atomic():
            if self.statement_import.status == StatementImport.Status.PROCESSING:
                self.renew()
            elif not self._row().select_for_update().values_list("pk"):
                raise ClaimLost(str(self.statement_import.pk))
            yield

    def _row(self) -> QuerySet[StatementImport]:
        """The import's row, unless somebody has taken it over."""
        return StatementImport.queue.filter(pk=self.statement_import.pk, claim_token=self.token)

    def give_back(self) -> None:
        """Leave the import to the next attempt, after the next sweep."""
        with transaction.atomic():
            self.write(status=StatementImport.Status.PENDING, claimed_until=None)
            Doorbell.objects.filter(statement_import=self.statement_import).update(
                due_at=timezone.now() + dt.timedelta(seconds=settings.SWEEP_SECONDS)
            )

    def hand_on(self, *, to_model: bool) -> None:
        """To whoever is next: it was taken as far as it goes here, and is rung for. Raises ClaimLost."""
        self.write(waits_for_model=to_model, claimed_until=None, attempts=0)
        Doorbell.objects.filter(statement_import=self.statement_import).update(due_at=timezone.now())

    @property
    def is_last(self) -> bool:
        return self.statement_import.attempts >= int(settings.CLAIM_ATTEMPTS)


def lease_end() -> dt.datetime:
    return timezone.now() + dt.timedelta(seconds=settings.CLAIM_SECONDS)


def take(import_id: UUID | str, *, for_model: bool = False) -> Claim:
    """Compare and set: the row as it was read must still be so when it is written. `for_model` where only a model's turn is missing.

    Raises NothingToClaim, and OutOfAttempts."""
    free = StatementImport.queue.free_to_claim(timezone.now()).filter(pk=import_id, waits_for_model=for_model)
    found = free.select_related("organization", "uploaded_by").first()
    if found is None:
        raise NothingToClaim(str(import_id))
    as_read = {name: getattr(found, name) for name in ("status", "claim_token", "claimed_until", "waits_for_model")}
    spent = found.attempts >= settings.CLAIM_ATTEMPTS
    changes = {
        "status": StatementImport.Status.PROCESSING,
        "claim_token": found.claim_token + 1,
        "claimed_until": lease_end(),
        "attempts": found.attempts if spent else found.attempts + 1,
    }
    if not StatementImport.queue.filter(pk=found.pk, **as_read).update(**changes):
        raise NothingToClaim(str(import_id))
    for name, value in changes.items():
        setattr(found, name, value)
    claimed = Claim(found, found.claim_token)
    if spent:
        raise OutOfAttempts(claimed)
    return claimed
