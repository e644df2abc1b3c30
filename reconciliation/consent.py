"""No text of a document leaves for a provider elsewhere until an owner has switched that provider on for the organization."""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from assistant.dialects import DIALECTS
from finance.models import Membership, Organization
from reconciliation.models import ProviderConsent

NEAR = [
    ip_network(network)
    for network in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fe80::/10", "fc00::/7")
]


class NotAllowed(Exception):
    """Nobody has switched this provider on for the organization: it was told nothing."""

    code = "not_allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A provider, and why it may be told anything or may not. `for_all`: the operator switched it on for every organization. `models`
    are those that the settings have asked, none where they do not name it any more; `is_first` where no other is asked before it."""

    name: str
    address: str
    models: tuple[str, ...]
    is_first: bool
    is_local: bool
    for_all: bool
    is_on: bool


def is_local(address: str) -> bool:
    """Whether what is sent there stays on this machine or its private network. A name may lead anywhere; only `localhost` is certain."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return any(found.version == network.version and found in network for network in NEAR)


def address_of(provider: str) -> str:
    """Where its requests go; empty where nobody has said so."""
    return settings.PROVIDER_BASE_URL or own_address(provider)


def own_address(provider: str) -> str:
    """Where they go if nothing else is set; empty for a provider that has no such place."""
    row = DIALECTS.get(provider)
    return row.base_url if row else ""


def models_asked() -> list[tuple[str, str]]:
    """Each model that the settings have asked, after its provider, in the order in which they are."""
    own = filter(None, (settings.PROVIDER_MODEL, settings.PROVIDER_READS_MODEL, settings.PROVIDER_CHAT_MODEL))
    fallbacks = (text.partition(":") for text in settings.PROVIDER_FALLBACKS)
    return [(settings.PROVIDER, model) for model in own] + [(provider, model) for provider, _colon, model in fallbacks]


def may_be_told(organization: Organization, provider: str, *, at: str | None = None) -> bool:
    """Local, switched on by the operator for all, or by an owner for this organization. `at` is its address, if not the one of the
    settings."""
    if is_local(address_of(provider) if at is None else at) or provider in settings.PROVIDER_ALLOWED:
        return True
    return ProviderConsent.objects.of(organization).standing().filter(provider=provider).exists()


def require_consent(organization: Organization, provider: str) -> None:
    """Raises NotAllowed."""
    if not may_be_told(organization, provider):
        raise NotAllowed(provider)


def offered_to(organization: Organization) -> list[Offered]:
    """The providers that this installation asks, in that order, and those that were switched on before."""
    standing = {each.provider for each in ProviderConsent.objects.of(organization).standing()}
    asked = models_asked()
    names = [name for name in dict.fromkeys([*(provider for provider, _model in asked), *sorted(standing)]) if name in DIALECTS]
    addresses = {name: address_of(name) if name == settings.PROVIDER else own_address(name) for name in names}
    return [
        Offered(
            name=name,
            address=addresses[name],
            models=tuple(dict.fromkeys(model for provider, model in asked if provider == name)),
            is_first=name == settings.PROVIDER,
            is_local=is_local(addresses[name]),
            for_all=name in settings.PROVIDER_ALLOWED,
            is_on=name in standing,
        )
        for name in names
    ]


@transaction.atomic
def allow_provider(*, organization: Organization, provider: str, actor: User) -> ProviderConsent:
    """From now on this provider may be told what the page of settings says. Twice is once. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing()
    found, _made = standing.get_or_create(organization=organization, provider=provider, defaults={"allowed_by": actor})
    return found


@transaction.atomic
def forbid_provider(*, organization: Organization, provider: str, actor: User) -> None:
    """From now on it is told nothing. The record that it was allowed stays. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing().filter(provider=provider)
    standing.update(withdrawn_at=timezone.now(), withdrawn_by=actor)


def _require_owner(actor: User, organization: Organization) -> None:
    membership = Membership.objects.of(organization).filter(user=actor).first()
    if membership is None or not membership.may("manage_providers"):
        raise PermissionDenied
