"""The one place where a provider is chosen: whether it may be told anything, which model it is, and what it is never told."""

import logging
import re
from collections.abc import Callable, Iterator, Sequence

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from assistant.contract import Provider
from assistant.masking import Masked
from assistant.registry import SECONDS, ProviderNotConfigured, provider
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN, BuiltinProvider
from reconciliation.model_access.consent import is_masked_for, may_be_told, require_consent
from reconciliation.model_access.endpoints import own_address, require_public
from reconciliation.model_access.output_limits import Purpose
from reconciliation.model_access.provider_selection import Chosen, chosen_for, key_of
from reconciliation.model_access.spending import BOUNDS, is_bounded
from reconciliation.model_access.suspended.rate_limit import bucket_of

logger = logging.getLogger(__name__)
MONEY = re.compile(r"amount|sum|by|difference|bridge|(\w+_)?balance")
"""Fields of what models are told in which code puts amounts, and nothing that a document says."""
Choose = Callable[[str, Organization, Purpose], Sequence[Provider]]


class Unbounded(ProviderNotConfigured):
    """What a model elsewhere may cost is not known, and its tokens are not bounded."""


@sensitive_variables()  # of everything below it too: no error report shows a key
def choose(name: str, organization: Organization, purpose: Purpose, *, seconds: float = SECONDS) -> Sequence[Provider]:
    """The provider of that name, imported only now, and those that are asked where it stays overloaded. Numbers of accounts are masked
    for all but the built-in one, which tells nobody, and those that an owner lets know them. `seconds` is the longest wait for an answer.

    Raises ProviderNotConfigured, NotAllowed."""
    if name == BUILTIN:
        return [BuiltinProvider()]
    chosen = chosen_for(organization, name)
    made = _own(organization, chosen, seconds) if chosen.is_own else _of_the_installation(organization, chosen, purpose, seconds)
    require_consent(organization, chosen)
    _require_bounds(made, chosen.address)
    others = () if chosen.is_own else _fallbacks(name, organization)
    return [Masked(each, MONEY) if is_masked_for(organization, each.name) else each for each in (made, *others)]


def _own(organization: Organization, chosen: Chosen, seconds: float) -> Provider:
    """As the organization chose it, with its own key: what the environment has is the installation's, and goes nowhere else."""
    require_public(chosen.address)
    return provider(
        chosen.provider,
        model=chosen.model,
        base_url=chosen.base_url,
        api_key=key_of(organization),
        seconds=seconds,
        watch=bucket_of(organization, chosen, chosen.model).learn,
        environment={},
    )


def _of_the_installation(organization: Organization, chosen: Chosen, purpose: Purpose, seconds: float) -> Provider:
    model = _model(purpose)
    return provider(
        chosen.provider,
        model=model,
        api=settings.PROVIDER_API or None,
        base_url=settings.PROVIDER_BASE_URL,
        api_key=settings.PROVIDER_API_KEY,
        tools=settings.PROVIDER_TOOLS or None,
        seconds=seconds,
        watch=bucket_of(organization, chosen, model).learn,
    )


def _require_bounds(chosen: Provider, address: str) -> None:
    """What a model elsewhere costs is known, or its tokens are bounded. Raises Unbounded."""
    if not is_bounded(chosen.name, chosen.model, at=address):
        lacking = f"the price of {chosen.model} is not known: {BOUNDS}"
        logger.warning("%s is not asked: %s", chosen.name, lacking)
        raise Unbounded(lacking)


def _fallbacks(name: str, organization: Organization) -> Iterator[Provider]:
    """At their own addresses, with keys from the environment. One that is not allowed or not bounded is passed over; and what a person
    named for one import goes to nobody else."""
    named = (text.partition(":") for text in settings.PROVIDER_FALLBACKS if name == settings.PROVIDER)
    for fallback, _colon, model in named:
        address = own_address(fallback)
        if may_be_told(organization, fallback, at=address) and is_bounded(fallback, model, at=address):
            yield provider(fallback, model=model)


def _model(purpose: Purpose) -> str:
    special: dict[Purpose, str] = {"proposes": "", "reads": settings.PROVIDER_READS_MODEL, "chats": settings.PROVIDER_CHAT_MODEL}
    model: str = special[purpose] or settings.PROVIDER_MODEL
    return model
