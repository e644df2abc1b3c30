"""One attempt at an import: claim it, work on it, and on failure give it back or fail it for good."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from reconciliation.queue.claims import Claim, ClaimLost, NothingToClaim, OutOfAttempts, beating, take
from reconciliation.queue.failpoints import reached
from reconciliation.reconcile.persist import fail, failed

logger = logging.getLogger(__name__)


class GivesUp(Protocol):
    """A function that fails an import after its last attempt. `because` is None if the worker died without an error. Raises ClaimLost."""

    def __call__(self, claimed: Claim, because: BaseException | None = None) -> None: ...


@contextmanager
def claim(import_id: UUID | str) -> Iterator[Claim]:
    """Take an import and keep its lease while the body works. Raises NothingToClaim.

    An unexpected error gives the import back for the next attempt, or fails it after the last one, and is raised again for the log.
    """
    with claim_or(import_id, give_up) as claimed:
        yield claimed


@contextmanager
def claim_or(import_id: UUID | str, give_up: GivesUp, *, for_model: bool = False) -> Iterator[Claim]:
    """Claim the import for one attempt as `claim` does, with another action after the last attempt. `for_model` takes an import that
    only waits for a model's turn."""
    try:
        claimed = take(import_id, for_model=for_model)
    except OutOfAttempts as spent:
        with suppress(ClaimLost):
            give_up(spent.claimed)
        raise NothingToClaim(str(import_id)) from spent
    zone = claimed.statement_import.organization.zone
    with bound_contextvars(import_id=str(import_id)), beating(claimed.renew, every=settings.CLAIM_SECONDS / 3), timezone.override(zone):
        try:
            reached("claim.taken")
            yield claimed
        except ClaimLost:
            logger.warning("import %s was taken over while it was worked on", import_id)
        except BaseException as error:
            _leave(claimed, error, give_up)
            raise


def _leave(claimed: Claim, error: BaseException, give_up: GivesUp) -> None:
    try:
        if claimed.is_last:
            give_up(claimed, because=error)
        else:
            claimed.give_back()
    except ClaimLost:
        logger.warning("import %s was taken over before it could be given back", claimed.statement_import.pk)


def give_up(claimed: Claim, because: BaseException | None = None) -> None:
    """Fail an import that stopped its worker in every attempt. Without `because` the process ended or was silent for too long. Raises
    ClaimLost."""
    params: dict[str, Any] = {"attempts": claimed.statement_import.attempts}
    code, params = ("gave_up_on_error", params | {"cause": type(because).__name__}) if because else ("gave_up", params)
    run = claimed.statement_import.runs.filter(finished_at=None).first()
    try:
        fail(claimed, run, code=code, params=params)
    except ClaimLost:
        raise
    except Exception:  # the same error may prevent that, too
        logger.exception("import %s failed; its neighbours could not be reconciled without it", claimed.statement_import.pk)
        claimed.write(**failed({"code": code, "params": params}))
