"""Connection test of the organization's provider: a call of a tool and an answer in a given form, which reconciling needs."""

import datetime as dt
import logging
from dataclasses import dataclass, replace
from typing import Annotated

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from assistant.asking import RetryPolicy
from assistant.contract import Message, Provider, ProviderError, closed_at_end
from assistant.costs import BudgetSpent
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import ProviderNotConfigured
from assistant.tool_mode import is_action
from assistant.tools import Tool, Toolbox
from people.access import require
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.loop_factory import chat_meter
from reconciliation.model_access.provider_selection import Chosen, KeyUnopened, chosen_for, forget_abilities, options_of
from reconciliation.model_access.providers import Unbounded, choose
from reconciliation.models import ProviderChoice

logger = logging.getLogger(__name__)
ASKED = "Call report_ready with the word yes. Then answer with the word that it returns."
MOST_TOKENS = 512
"""Tokens of the answer, enough for a model that reasons first."""
SECONDS = 20.0
"""Longest wait for one answer."""
LONGEST = dt.timedelta(minutes=2)
"""A test that has not ended by then counts as lost."""
UNREACHABLE = "unreachable"
NOT_ASKED: dict[type[Exception], str] = {
    AddressNotAllowed: "private_address",
    Unbounded: "unbounded",
    KeyUnopened: "sealed",
    ProviderNotConfigured: "not_configured",
    BudgetSpent: "cost",
}
"""Codes of the errors after which nothing was sent; a subclass comes before its class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """Outcome of a connection test: a code, never text from a server. `presentation.labels.processing.outcome` has its sentence. `tools` is
    how the model called the tool: `native`, as `actions`, or `none`; `has_form` is True if its answer had the form that was asked for."""

    code: str
    provider: str = ""
    model: str = ""
    status: int | None = None
    tools: str = ""
    has_form: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyReport:
    """Report that the connection works."""

    word: Annotated[str, "the word yes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyAnswer:
    """The answer to a connection test."""

    word: Annotated[str, "the word that the tool returned"]


@sensitive_variables()  # covers all called functions too: a request holds the key
def try_connection(*, organization: Organization, actor: User) -> Tested:
    """Test the connection, one test at a time on all machines. Raises NotYours."""
    require(actor, organization, "manage_providers")
    chosen = chosen_for(organization)
    choices, now = ProviderChoice.objects.of(organization), timezone.now()
    choices.get_or_create(organization=organization)
    if not choices.filter(Q(testing_since=None) | Q(testing_since__lte=now - LONGEST)).update(testing_since=now):
        return Tested(code="running", provider=chosen.provider, model=chosen.model)
    try:
        forget_abilities(organization)
        tested = replace(_outcome(organization, chosen), provider=chosen.provider, model=chosen.model)
    finally:
        ProviderChoice.objects.of(organization).update(testing_since=None)
    logger.info("the connection to %s was tested: %s", chosen.provider, tested.code)
    return tested


def _outcome(organization: Organization, chosen: Chosen) -> Tested:
    """Return the outcome, without provider and model."""
    if chosen.provider == BUILTIN:
        return Tested(code=BUILTIN)
    seconds = min(SECONDS, chosen.seconds or settings.PROVIDER_SECONDS)
    try:
        with closed_at_end(choose(chosen.provider, organization, "proposes", seconds=seconds)) as providers:
            try:
                return _ask(providers[0], organization, chosen)
            except ProviderError as failed:
                if not failed.bad_call:
                    raise
            return _ask(providers[0], organization, chosen)  # the model made no call: now it is asked for an action
    except ProviderError as failed:
        is_lost = failed.reason == "overloaded" and failed.status is None
        return Tested(code=UNREACHABLE if is_lost else failed.reason, status=failed.status)
    except NotAllowed as refused:
        return Tested(code=refused.code)
    except tuple(NOT_ASKED) as refused:
        return Tested(code=next(code for kind, code in NOT_ASKED.items() if isinstance(refused, kind)))


def _ask(provider: Provider, organization: Organization, chosen: Chosen) -> Tested:
    """Run a loop of at most three requests; its cost is reserved and counted like that of any request. The call is forced. Raises
    ProviderError, as a bad call if the model made none and is asked for actions from now on."""
    most = min(MOST_TOKENS, settings.PROVIDER_MAX_OUTPUT_TOKENS or MOST_TOKENS)
    loop = ToolLoop(
        provider,
        Toolbox([Tool(name="report_ready", arguments=ReadyReport, function=lambda report: {"word": report.word})]),
        Limits(rounds=3, repairs=0, seconds=LONGEST.total_seconds()),
        meter=chat_meter([provider], organization),
        patience=RetryPolicy(tries=1),
        options={**options_of(chosen, "proposes"), "max_output_tokens": most},
    )
    result = loop.run([Message(role="user", text=ASKED)], output=ReadyAnswer, first_tool="report_ready")
    if result.stop_reason == "cost" and not result.steps:
        return Tested(code="cost")
    if result.stop_reason == "content_filter":
        return Tested(code="content_filter")
    calls = [call for step in result.steps for call in step.turn.tool_calls]
    tools = "none" if not calls else "actions" if all(map(is_action, calls)) else "native"
    return Tested(code="works", tools=tools, has_form=result.output is not None)
