"""Claims of workers on imports: taken by compare-and-set with a lease, and a token that fences every later write.

The import row is the queue of record. The lease of a dead worker runs out; a worker that was only slow finds its token replaced, and none
of its later writes succeeds.
"""

import datetime as dt
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from reconciliation.models import Doorbell, StatementImport

logger = logging.getLogger(__name__)


class NothingToClaim(Exception):
    """Raised if the import is finished, cancelled, deleted or claimed by another worker."""


class OutOfAttempts(Exception):
    """Raised if the import has used up its attempts. It is claimed all the same, by `claimed`: with that the caller must fail it, not try
    again."""

    def __init__(self, claimed: "Claim") -> None:
        super().__init__(str(claimed.statement_import.pk))
        self.claimed = claimed


class ClaimLost(Exception):
    """Raised if another worker has taken the import over, or a person cancelled it: the results of this one no longer count."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right of this worker to process an import until the lease runs out."""

    statement_import: StatementImport
    token: int

    def write(self, **fields: Any) -> None:
        """Write to the import's row while the claim holds. Raises ClaimLost."""
        if not self._row().filter(status=StatementImport.Status.PROCESSING).update(**fields):
            raise ClaimLost(str(self.statement_import.pk))
        for name, value in fields.items():
            setattr(self.statement_import, name, value)

    def renew(self) -> None:
        """Let the lease run from now. Raises ClaimLost."""
        self.write(claimed_until=lease_end())

    @contextmanager
    def fenced(self) -> Iterator[None]:
        """Run a transaction that locks the import's row and renews the lease. Raises ClaimLost."""
        with transaction.atomic():
            self.renew()
            yield

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Run a transaction for records of the work, which is allowed after the final write too. Renews the lease while the import is
        processed. Raises ClaimLost if another worker has taken it over."""
        with transaction.atomic():
            if self.statement_import.status == StatementImport.Status.PROCESSING:
                self.renew()
            elif not self._row().select_for_update().values_list("pk"):
                raise ClaimLost(str(self.statement_import.pk))
            yield

    def _row(self) -> QuerySet[StatementImport]:
        """Return a queryset of the import's row, empty if another worker has taken it over."""
        return StatementImport.queue.filter(pk=self.statement_import.pk, claim_token=self.token)

    def give_back(self) -> None:
        """Return the import to the queue; a sweep rings for it once SWEEP_SECONDS are over. Raises ClaimLost."""
        with transaction.atomic():
            self.write(status=StatementImport.Status.PENDING, claimed_until=None)
            Doorbell.objects.filter(statement_import=self.statement_import).update(
                due_at=timezone.now() + dt.timedelta(seconds=settings.SWEEP_SECONDS)
            )

    def hand_on(self, *, to_model: bool) -> None:
        """Pass the import to the model worker or back from it, and ring at once. Raises ClaimLost."""
        self.write(waits_for_model=to_model, claimed_until=None, attempts=0)
        Doorbell.objects.filter(statement_import=self.statement_import).update(due_at=timezone.now())

    @property
    def is_last(self) -> bool:
        return self.statement_import.attempts >= int(settings.CLAIM_ATTEMPTS)


def lease_end() -> dt.datetime:
    return timezone.now() + dt.timedelta(seconds=settings.CLAIM_SECONDS)


def take(import_id: UUID | str, *, for_model: bool = False) -> Claim:
    """Claim an import by compare-and-set. `for_model` takes one that only waits for a model's turn.

    Raises NothingToClaim, and OutOfAttempts if its attempts are used up: then it is claimed too, and the exception carries the claim.
    """
    # 1. Read the row, if it is free.
    free = StatementImport.queue.free_to_claim(timezone.now()).filter(pk=import_id, waits_for_model=for_model)
    statement_import = free.select_related("organization", "uploaded_by", "doorbell").first()
    if statement_import is None:
        raise NothingToClaim(str(import_id))
    # 2. Prepare the new values: the next token, a lease, and one attempt more unless all are used up.
    as_read = {name: getattr(statement_import, name) for name in ("status", "claim_token", "claimed_until", "waits_for_model")}
    spent = statement_import.attempts >= settings.CLAIM_ATTEMPTS
    changes = {
        "status": StatementImport.Status.PROCESSING,
        "claim_token": statement_import.claim_token + 1,
        "claimed_until": lease_end(),
        "attempts": statement_import.attempts if spent else statement_import.attempts + 1,
    }
    # 3. Write them, unless another worker has changed the row since it was read.
    if not StatementImport.queue.filter(pk=statement_import.pk, **as_read).update(**changes):
        raise NothingToClaim(str(import_id))
    # 4. Give the claim to the caller, within an exception if no attempt is left.
    for name, value in changes.items():
        setattr(statement_import, name, value)
    claimed = Claim(statement_import, statement_import.claim_token)
    if spent:
        raise OutOfAttempts(claimed)
    return claimed


@contextmanager
def beating(renew: Callable[[], None], *, every: float) -> Iterator[None]:
    """Call `renew` every `every` seconds while the body runs; stop when it raises, except for an error of the database."""
    stopped = threading.Event()
    thread = threading.Thread(target=copy_context().run, args=(_beat, renew, every, stopped), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat(renew: Callable[[], None], every: float, stopped: threading.Event) -> None:
    beats = 0
    try:
        while not stopped.wait(every) and beats * every < settings.CLAIM_LONGEST:
            try:
                renew()
            except Error:
                logger.warning("the lease could not be renewed this time", exc_info=True)
                connection.close()  # the next beat asks the database again over a new connection
            beats += 1
    except Exception:
        logger.warning("the lease could not be renewed", exc_info=True)  # the fence decides, not this thread
    finally:
        connection.close()
