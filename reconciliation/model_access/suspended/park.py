"""The documents' side: a turn that nobody paid for is written down for who waits for models, and the run leaves its worker."""

from dataclasses import dataclass
from typing import NoReturn

from assistant.asking import HandOver
from assistant.contract import ProviderError, Request
from assistant.costs import BudgetSpent
from assistant.registry import ProviderNotConfigured
from assistant.store import as_json, key_of
from assistant.strict_json import write
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.output_limits import Purpose
from reconciliation.models import ModelRequest
from reconciliation.queue.claims import Claim
from reconciliation.queue.snapshot import PromptContext, RunSnapshot, keep_reading

UNIQUE = ("statement_import", "scope", "key")
TOLD = ("provider", "purpose", "is_closing", "request")


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendedRequest:
    """What is to be asked, of whom and what for; `scope` names the conversation within the run."""

    request: Request
    closing: bool
    provider: str
    purpose: Purpose
    scope: str


class HandedOver(Exception):
    """The run ends here for now: somebody else asks."""

    def __init__(self, asked: SuspendedRequest) -> None:
        super().__init__(asked.scope)
        self.asked = asked
        self.told: PromptContext | None = None


def handing_over(claimed: Claim, *, provider: str, purpose: Purpose, scope: str) -> HandOver:
    """For the loop of one conversation. What it gives raises HandedOver, and where that was asked in vain, why."""

    def hand_over(request: Request, closing: bool) -> None:  # noqa: FBT001  as it is called
        found = ModelRequest.objects.of(claimed.statement_import.organization).filter(
            statement_import=claimed.statement_import, scope=scope, key=key_of(request)
        )
        in_vain = found.filter(failure__isnull=False).first()
        if in_vain is not None and in_vain.failure:
            _raise(in_vain.failure)
        raise HandedOver(SuspendedRequest(request=request, closing=closing, provider=provider, purpose=purpose, scope=scope))

    return hand_over


def _raise(failure: dict[str, object]) -> NoReturn:
    code = failure["code"]
    if code == "cost":
        raise BudgetSpent("the model was not asked: it might have cost more than is left")
    if code == "not_configured":
        raise ProviderNotConfigured("the model could not be asked")
    if code == NotAllowed.code:
        raise NotAllowed
    raise ProviderError(code, "the model was asked in vain", status=failure.get("status"))  # type: ignore[arg-type]  # as it was kept


def hand_over(claimed: Claim, asked: SuspendedRequest, kept: RunSnapshot) -> None:
    """Write down what is asked and what is known by now, and let the import wait for a model. Raises ClaimLost."""
    with claimed.fenced():
        keep_reading(claimed.statement_import, kept)
        waits = ModelRequest(
            statement_import=claimed.statement_import,
            scope=asked.scope,
            key=key_of(asked.request),
            provider=asked.provider,
            purpose=asked.purpose,
            is_closing=asked.closing,
            request=write(as_json(asked.request)),
        )
        ModelRequest.objects.bulk_create([waits], update_conflicts=True, unique_fields=UNIQUE, update_fields=TOLD)
        claimed.hand_on(to_model=True)
