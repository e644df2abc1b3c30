"""The one place where a provider is chosen: whether it may be told anything, which model it is, and what it is never told."""

from collections.abc import Callable, Sequence
from typing import Literal

from django.conf import settings

from assistant.contract import Provider
from assistant.masking import Masked
from assistant.registry import provider
from finance.models import Organization
from reconciliation.consent import require_consent
from reconciliation.proposing.builtin import BUILTIN, BuiltinProvider

Purpose = Literal["proposes", "reads"]
Choose = Callable[[str, Organization, Purpose], Sequence[Provider]]


def choose(name: str, organization: Organization, purpose: Purpose) -> Sequence[Provider]:
    """The provider of that name, imported only now. Numbers of accounts are masked for all but the built-in one, which tells nobody.

    Raises ProviderNotConfigured, NotAllowed."""
    if name == BUILTIN:
        return [BuiltinProvider()]
    chosen = provider(name, model=_model(purpose), base_url=settings.PROVIDER_BASE_URL, api_key=settings.PROVIDER_API_KEY)
    require_consent(organization, name)
    return [Masked(chosen)]


def _model(purpose: Purpose) -> str:
    special: str = settings.PROVIDER_READS_MODEL if purpose == "reads" else ""
    return special or settings.PROVIDER_MODEL
