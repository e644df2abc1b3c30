"""The model worker: sends suspended requests, stores the turn or the error, and gives the import back."""

import json
import logging
import time
from collections.abc import Sequence
from typing import Any, cast

from assistant.contract import Provider, ProviderError, Turn, closed_at_end
from assistant.costs import BudgetSpent
from assistant.events import LoopStep, RequestRepeated, RunFailed, StepFinished, StepStarted
from assistant.registry import ProviderNotConfigured
from assistant.store import request_from
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import Loops, Repeats, observer_of_turns, unrecorded
from reconciliation.model_access.park import stored_failure
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import Choose, choose
from reconciliation.model_access.rate_limit import bucket_of
from reconciliation.model_access.spending import Purpose
from reconciliation.models import ModelRequest, PaidStep
from reconciliation.queue.claims import Claim

CHARACTERS = 4  # a token, for an estimate
logger = logging.getLogger(__name__)


class PutOff(Exception):
    """Raised if the provider's rate limit allows no request for so many seconds; none was sent."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def ask_waiting(claimed: Claim, choose: Choose = choose, repeated: Repeats = unrecorded) -> float:
    """Send one suspended request and let the run go on, even after an error. Return the seconds to wait if the rate limit forbids it now,
    else 0. `repeated` is called if the request is sent again.

    Raises ClaimLost.
    """
    requests = ModelRequest.objects.of(claimed.statement_import.organization)
    waiting = requests.filter(statement_import=claimed.statement_import, failure__isnull=True).first()
    failure: dict[str, Any] | None = None
    try:
        if waiting:
            organization = claimed.statement_import.organization
            with closed_at_end(choose(waiting.provider, organization, cast("Purpose", waiting.purpose))) as providers:
                _ask(providers, claimed, waiting, repeated)
    except PutOff as later:
        claimed.hand_on(to_model=True)
        return later.seconds
    except ProviderError as failed:
        failure = stored_failure(failed)
    except BudgetSpent:
        failure = {"code": "cost"}
    except ProviderNotConfigured:
        failure = {"code": "not_configured"}
    except NotAllowed:
        failure = {"code": NotAllowed.code}
    with claimed.fenced():
        if waiting and failure:
            waiting.failure, waiting.request = failure, ""
            waiting.save(update_fields=["failure", "request"])
        elif waiting:
            waiting.delete()
        claimed.hand_on(to_model=False)
    return 0.0


def stop_asking(claimed: Claim, because: BaseException | None = None) -> None:
    """Let the run go on without the turn that stopped its worker in every attempt. Raises ClaimLost."""
    logger.error("import %s: no attempt got a turn of the model", claimed.statement_import.pk, exc_info=because)
    with claimed.fenced():
        requests = ModelRequest.objects.of(claimed.statement_import.organization).filter(statement_import=claimed.statement_import)
        requests.filter(failure__isnull=True).update(failure={"code": "other"}, request="")
        claimed.hand_on(to_model=False)


def _ask(providers: Sequence[Provider], claimed: Claim, waiting: ModelRequest, repeated: Repeats) -> None:
    organization = claimed.statement_import.organization
    bucket = bucket_of(organization, chosen_for(organization, waiting.provider), providers[0].model)
    if wait := bucket.take(len(waiting.request) // CHARACTERS):
        raise PutOff(wait)
    loops, started, observe = Loops(claimed), time.monotonic(), observer_of_turns(providers[0])
    observe(StepStarted(number=1, closing=waiting.is_closing))
    asking = loops.asker(providers, waiting.scope).turn(request_from(json.loads(waiting.request)), live=False, closing=waiting.is_closing)
    try:
        while True:  # the progress of this turn is counted, not shown
            event = next(asking)
            observe(event)
            if isinstance(event, RequestRepeated):
                repeated(cast("Purpose", waiting.purpose), event)
    except StopIteration as ended:
        turn: Turn = ended.value  # never None, since nothing stops it
    except ProviderError as failed:
        observe(RunFailed(error=failed))
        raise
    seconds = time.monotonic() - started
    observe(StepFinished(step=LoopStep(number=1, turn=turn, results=(), seconds=seconds)))
    steps = PaidStep.objects.of(claimed.statement_import.organization).filter(statement_import=claimed.statement_import)
    if not steps.filter(scope=waiting.scope, key=waiting.key).update(seconds=seconds, cost=loops.newly_spent()):
        raise ProviderError("other", "the stored turn has another key, so the suspended run would never find it")
