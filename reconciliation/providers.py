"""The one place where a provider is chosen: whether it may be told anything, which model it is, and what it is never told."""

import logging
import re
from collections.abc import Callable, Iterator, Sequence

from django.conf import settings

from assistant.contract import Provider
from assistant.masking import Masked
from assistant.registry import ProviderNotConfigured, provider
from finance.models import Organization
from reconciliation.consent import address_of, may_be_told, own_address, require_consent
from reconciliation.lengths import Purpose
from reconciliation.proposing.builtin import BUILTIN, BuiltinProvider
from reconciliation.spending import BOUNDS, is_bounded

logger = logging.getLogger(__name__)
MONEY = re.compile(r"amount|sum|by|difference|bridge|(\w+_)?balance")
"""Fields of what models are told in which code puts amounts, and nothing that a document says."""
Choose = Callable[[str, Organization, Purpose], Sequence[Provider]]


def choose(name: str, organization: Organization, purpose: Purpose) -> Sequence[Provider]:
    """The provider of that name, imported only now, and those that are asked where it stays overloaded. Numbers of accounts are masked
    for all but the built-in one, which tells nobody.

    Raises ProviderNotConfigured, NotAllowed."""
    if name == BUILTIN:
        return [BuiltinProvider()]
    chosen = provider(
        name,
        model=_model(purpose),
        api=settings.PROVIDER_API or None,
        base_url=settings.PROVIDER_BASE_URL,
        api_key=settings.PROVIDER_API_KEY,
        tools=settings.PROVIDER_TOOLS or None,
    )
    require_consent(organization, name)
    _require_bounds(chosen)
    return [Masked(each, MONEY) for each in (chosen, *_fallbacks(name, organization))]


def _require_bounds(chosen: Provider) -> None:
    """What a model elsewhere costs is known, or its tokens are bounded. Raises ProviderNotConfigured."""
    if not is_bounded(chosen.name, chosen.model, at=address_of(chosen.name)):
        lacking = f"the price of {chosen.model} is not known: {BOUNDS}"
        logger.warning("%s is not asked: %s", chosen.name, lacking)
        raise ProviderNotConfigured(lacking)


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
