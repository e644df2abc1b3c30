"""The only module that makes providers: it checks consent, chooses the model and masks numbers."""

import json
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from assistant.contract import Provider
from assistant.masking import Masked
from assistant.registry import ProviderNotConfigured, provider
from assistant.transports import PlayingTransport, Record
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN, BuiltinProvider
from reconciliation.model_access.consent import is_masked_for, may_be_told, require_consent
from reconciliation.model_access.endpoints import own_address, require_public
from reconciliation.model_access.provider_selection import Chosen, abilities_of, chosen_for, key_of, options_of
from reconciliation.model_access.rate_limit import bucket_of
from reconciliation.model_access.spending import BOUNDS, Purpose, is_bounded

logger = logging.getLogger(__name__)
MONEY = re.compile(r"amount|sum|by|difference|bridge|(\w+_)?balance")
"""Fields of prompts that hold amounts computed by code, never text of a document."""
Choose = Callable[[str, Organization, Purpose], Sequence[Provider]]


class Unbounded(ProviderNotConfigured):
    """Raised if the cost of a remote model is unknown and its tokens are not limited."""


@sensitive_variables()  # covers all called functions too: no error report shows a key
def choose(name: str, organization: Organization, purpose: Purpose, *, seconds: float | None = None, model: str = "") -> Sequence[Provider]:
    """Return the provider of that name, imported on demand, and its fallbacks. Account numbers are masked except for the built-in provider
    and for those that an owner allows unmasked numbers. `seconds` is the longest wait for an answer, if not that of the choice.
    Fallbacks without consent or bounds are skipped; a provider that a person named for one import has none. A `model` replaces that of the
    choice and has no fallbacks.

    Raises ProviderNotConfigured, NotAllowed.
    """
    if name == BUILTIN:
        return [BuiltinProvider()]
    chosen = chosen_for(organization, name)
    options_of(chosen, purpose)  # raises if the settings have no such options
    special: dict[Purpose, str] = {"proposes": "", "reads": settings.PROVIDER_READS_MODEL, "chats": settings.PROVIDER_CHAT_MODEL}
    made = _made(organization, replace(chosen, model=model or ("" if chosen.is_own else special[purpose]) or chosen.model), seconds)
    require_consent(organization, chosen)
    if not is_bounded(made.name, made.model, at=chosen.address):
        lacking = f"the price of {made.model} is not known: {BOUNDS}"
        logger.warning("%s is not asked: %s", made.name, lacking)
        raise Unbounded(lacking)
    others: list[Provider] = []  # at their own addresses, with keys from the environment
    for text in settings.PROVIDER_FALLBACKS if name == settings.PROVIDER and not (chosen.is_own or model) else ():
        fallback, _colon, other = text.partition(":")
        address = own_address(fallback)
        if may_be_told(organization, fallback, at=address) and is_bounded(fallback, other, at=address):
            carried = _carried(organization, Chosen(provider=fallback, model=other), other)
            others.append(provider(fallback, model=other, seconds=settings.PROVIDER_SECONDS, **carried))
    return [Masked(provider, MONEY) if is_masked_for(organization, provider.name) else provider for provider in (made, *others)]


def _made(organization: Organization, chosen: Chosen, seconds: float | None) -> Provider:
    """Return the organization's provider with its own key, else the installation's. The own one ignores the environment, because the keys
    there are the installation's."""
    manner: dict[str, Any] = {
        "api": chosen.api or None,
        "tools": chosen.tools or None,
        "schema": chosen.schema or None,
        "seconds": seconds or chosen.seconds or settings.PROVIDER_SECONDS,
    }
    if chosen.is_own:
        require_public(chosen.address)
        return provider(
            chosen.provider,
            model=chosen.model,
            base_url=chosen.base_url,
            api_key=key_of(organization),
            watch=bucket_of(organization, chosen, chosen.model).learn,
            environment={},
            **manner,
            **_carried(organization, chosen, chosen.model),
        )
    return provider(
        chosen.provider,
        model=chosen.model,
        base_url=settings.PROVIDER_BASE_URL,
        api_key=settings.PROVIDER_API_KEY,
        watch=bucket_of(organization, chosen, chosen.model).learn,
        **manner,
        **_carried(organization, chosen, chosen.model),
    )


def _carried(organization: Organization, chosen: Chosen, model: str) -> dict[str, Any]:
    """Return how requests are carried: what was found out about the server, or a file that records all exchanges or answers from them. With
    a file nothing that was found out before is used, so that record and replay begin alike."""
    silence = {"silence": settings.PROVIDER_SILENCE}
    if settings.PROVIDER_REPLAY:
        return {"replay": recorded_in(settings.PROVIDER_REPLAY), **silence}
    if settings.PROVIDER_RECORD:
        return {"record": partial(append_record, settings.PROVIDER_RECORD), **silence}
    return {"abilities": abilities_of(organization, chosen, model), **silence}


@cache
def recorded_in(path: str) -> PlayingTransport:
    """Return the exchanges of a file, which all providers of the process share. Raises ProviderNotConfigured."""
    try:
        return PlayingTransport([json.loads(line) for line in Path(path).read_text().splitlines()])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ProviderNotConfigured(f"{path} has no recorded exchanges") from error


def append_record(path: str, record: Record) -> None:
    """Add an exchange to a file, which only the user of the process can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as file:
        file.write(f"{json.dumps(record)}\n")
