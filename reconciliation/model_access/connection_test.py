"""Connection test of the organization's provider: one tiny request, sent like any other."""

import datetime as dt
import logging
import re
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from assistant.contract import Message, Provider, ProviderError, Request, Usage, closed_at_end
from assistant.costs import BudgetSpent
from assistant.registry import ProviderNotConfigured
from people.access import require
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.loop_factory import chat_meter
from reconciliation.model_access.provider_selection import KeyUnopened, chosen_for
from reconciliation.model_access.providers import Unbounded, choose
from reconciliation.models import ProviderChoice

logger = logging.getLogger(__name__)
ASKED = "Answer with the word yes."
MOST_TOKENS = 256
"""Tokens of the answer, enough for a model that reasons first."""
SECONDS = 20.0
LONGEST = dt.timedelta(minutes=1)
"""A test that has not ended by then counts as lost."""
UNREACHABLE = "unreachable"
NOT_FOUND = 404
NOTHING = Usage(input_tokens=0, output_tokens=0)
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
    """Outcome of a connection test: a code, never text from a server. `presentation.labels.processing.outcome` has its sentence."""

    code: str
    provider: str
    model: str
    status: int | None = None


@sensitive_variables()  # of everything below it too: a request holds the key
def try_connection(*, organization: Organization, actor: User) -> Tested:
    """Test the connection, one test at a time on all machines. Raises NotYours."""
    require(actor, organization, "manage_providers")
    chosen = chosen_for(organization)
    choices, now = ProviderChoice.objects.of(organization), timezone.now()
    choices.get_or_create(organization=organization)
    if not choices.filter(Q(testing_since=None) | Q(testing_since__lte=now - LONGEST)).update(testing_since=now):
        return Tested(code="running", provider=chosen.provider, model=chosen.model)
    try:
        code, status = _outcome(organization, chosen.provider)
    finally:
        ProviderChoice.objects.of(organization).update(testing_since=None)
    logger.info("the connection to %s was tested: %s", chosen.provider, code)
    return Tested(code=code, provider=chosen.provider, model=chosen.model, status=status)


def _outcome(organization: Organization, name: str) -> tuple[str, int | None]:
    if name == BUILTIN:
        return BUILTIN, None
    try:
        with closed_at_end(choose(name, organization, "proposes", seconds=SECONDS)) as providers:
            _ask(providers[0], organization)
    except ProviderError as failed:
        code: str = failed.code
        if failed.code == "overloaded" and failed.status is None:
            code = UNREACHABLE
        elif failed.code == "invalid_request" and (failed.status == NOT_FOUND or re.search(r"\bmodel", failed.message, re.IGNORECASE)):
            code = "unknown_model"  # the server's text is only searched for the word model
        return code, failed.status
    except NotAllowed as refused:
        return refused.code, None
    except tuple(NOT_ASKED) as refused:
        return next(code for kind, code in NOT_ASKED.items() if isinstance(refused, kind)), None
    return "works", None


def _ask(provider: Provider, organization: Organization) -> None:
    """Send the request; its cost is reserved and counted like that of any request. Raises ProviderError, BudgetSpent."""
    most = min(MOST_TOKENS, settings.PROVIDER_MAX_OUTPUT_TOKENS or MOST_TOKENS)
    request = Request(messages=[Message(role="user", text=ASKED)], options={"max_output_tokens": most})
    reserved = chat_meter([provider], organization).reserve(provider.model, request)
    usage = Usage()
    try:
        usage = provider.generate(request).usage
    except ProviderError as failed:
        usage = NOTHING if failed.status else usage
        raise
    finally:
        reserved.settle(usage)
