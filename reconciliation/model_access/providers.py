"""The only module that makes providers: it checks consent, chooses the model and masks numbers."""

import logging
import re
from collections.abc import Callable, Sequence

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from assistant.contract import Provider
from assistant.masking import Masked
from assistant.registry import SECONDS, ProviderNotConfigured, provider
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN, BuiltinProvider
from reconciliation.model_access.consent import is_masked_for, may_be_told, require_consent
from reconciliation.model_access.endpoints import own_address, require_public
from reconciliation.model_access.provider_selection import Chosen, chosen_for, key_of
from reconciliation.model_access.spending import BOUNDS, Purpose, is_bounded
from reconciliation.model_access.suspended.rate_limit import bucket_of

logger = logging.getLogger(__name__)
MONEY = re.compile(r"amount|sum|by|difference|bridge|(\w+_)?balance")
"""Fields of prompts that hold amounts computed by code, never text of a document."""
Choose = Callable[[str, Organization, Purpose], Sequence[Provider]]


class Unbounded(ProviderNotConfigured):
    """Raised if the cost of a remote model is unknown and its tokens are not limited."""


@sensitive_variables()  # of everything below it too: no error report shows a key
def choose(name: str, organization: Organization, purpose: Purpose, *, seconds: float = SECONDS) -> Sequence[Provider]:
    """Return the provider of that name, imported on demand, and its fallbacks. Account numbers are masked except for the built-in provider
    and for those that an owner allows unmasked numbers. `seconds` is the longest wait for an answer. Fallbacks without consent or bounds
    are skipped; a provider that a person named for one import has none.

    Raises ProviderNotConfigured, NotAllowed.
    """
    if name == BUILTIN:
        return [BuiltinProvider()]
    chosen = chosen_for(organization, name)
    made = _made(organization, chosen, purpose, seconds)
    require_consent(organization, chosen)
    if not is_bounded(made.name, made.model, at=chosen.address):
        lacking = f"the price of {made.model} is not known: {BOUNDS}"
        logger.warning("%s is not asked: %s", made.name, lacking)
        raise Unbounded(lacking)
    others: list[Provider] = []  # at their own addresses, with keys from the environment
    for text in settings.PROVIDER_FALLBACKS if name == settings.PROVIDER and not chosen.is_own else ():
        fallback, _colon, model = text.partition(":")
        address = own_address(fallback)
        if may_be_told(organization, fallback, at=address) and is_bounded(fallback, model, at=address):
            others.append(provider(fallback, model=model))
    return [Masked(provider, MONEY) if is_masked_for(organization, provider.name) else provider for provider in (made, *others)]


def _made(organization: Organization, chosen: Chosen, purpose: Purpose, seconds: float) -> Provider:
    """Return the organization's provider with its own key, else the installation's. The own one ignores the environment, because the keys
    there are the installation's."""
    if chosen.is_own:
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
    special: dict[Purpose, str] = {"proposes": "", "reads": settings.PROVIDER_READS_MODEL, "chats": settings.PROVIDER_CHAT_MODEL}
    model: str = special[purpose] or settings.PROVIDER_MODEL
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
