"""The run's side of a suspended request: an unpaid turn is stored for the model worker, and the run releases its worker.

`worker.py` sends the request, within the limits of `rate_limit.py`, and the run is resumed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from assistant.asking import HandOver
from assistant.contract import Message, ProviderError, Request
from assistant.costs import BudgetSpent
from assistant.events import LoopResult
from assistant.loop import ToolLoop
from assistant.registry import ProviderNotConfigured
from assistant.store import as_json, key_of
from assistant.strict_json import write
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.spending import Purpose
from reconciliation.models import ModelRequest
from reconciliation.queue.claims import Claim
from reconciliation.queue.snapshot import PromptContext, RunSnapshot, store_snapshot

UNIQUE = ("statement_import", "scope", "key")
UPDATED = ("provider", "purpose", "is_closing", "request")
Output = TypeVar("Output")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspended:
    """The outcome of a conversation that waits for a model: its next request, with provider and purpose. `scope` names the conversation
    within the run; `prompt` is the prompt of a proposal, which the resumed run uses again."""

    request: Request
    closing: bool
    provider: str
    purpose: Purpose
    scope: str
    prompt: PromptContext | None = None


class _LeavesLoop(Exception):
    """Leaves the loop at the turn that is handed over, which has no other way out. Only `run_or_suspend` catches it."""

    def __init__(self, suspended: Suspended) -> None:
        super().__init__(suspended.scope)
        self.suspended = suspended


def run_or_suspend(
    loop: ToolLoop, messages: Sequence[Message], *, instructions: str, output: type[Output]
) -> LoopResult[Output] | Suspended:
    """Return the result of a loop, or Suspended if it hands a request over. Raises ProviderError."""
    try:
        return loop.run(messages, instructions=instructions, output=output)
    except _LeavesLoop as left:
        return left.suspended


def handing_over(claimed: Claim, *, provider: str, purpose: Purpose, scope: str) -> HandOver:
    """Return the hook of one conversation's loop. It leaves the loop (see `run_or_suspend`), or raises the stored error if the model worker
    failed."""

    def hand_over(request: Request, closing: bool) -> None:  # noqa: FBT001  as it is called
        requests = ModelRequest.objects.of(claimed.statement_import.organization).filter(
            statement_import=claimed.statement_import, scope=scope, key=key_of(request)
        )
        unanswered = requests.filter(failure__isnull=False).first()
        failure = unanswered.failure if unanswered is not None else None
        if not failure:
            raise _LeavesLoop(Suspended(request=request, closing=closing, provider=provider, purpose=purpose, scope=scope))
        code = failure["code"]
        if code == "cost":
            raise BudgetSpent("the model was not asked: it might have cost more than is left")
        if code == "not_configured":
            raise ProviderNotConfigured("the model could not be asked")
        if code == NotAllowed.code:
            raise NotAllowed
        raise ProviderError(code, "the request of the model worker failed", status=failure.get("status"), cause=failure.get("cause", ""))

    return hand_over


def stored_failure(failed: ProviderError) -> dict[str, Any]:
    """Return a provider's failure as it is stored: codes, never text from a server. `cause` is there if it is known."""
    return {"code": failed.code, "status": failed.status} | ({"cause": failed.cause} if failed.cause else {})


def park(claimed: Claim, suspended: Suspended, snapshot: RunSnapshot) -> None:
    """Store request and snapshot, and let the import wait for the model worker. Raises ClaimLost."""
    with claimed.fenced():
        store_snapshot(claimed.statement_import, snapshot)
        row = ModelRequest(
            statement_import=claimed.statement_import,
            scope=suspended.scope,
            key=key_of(suspended.request),
            provider=suspended.provider,
            purpose=suspended.purpose,
            is_closing=suspended.closing,
            request=write(as_json(suspended.request)),
        )
        ModelRequest.objects.bulk_create([row], update_conflicts=True, unique_fields=UNIQUE, update_fields=UPDATED)
        claimed.hand_on(to_model=True)
