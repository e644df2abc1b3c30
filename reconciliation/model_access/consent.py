"""Consent: no text of a document goes to a remote provider until an owner has switched that provider on for the organization."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from assistant.registry import names
from people.audit import Act, record
from people.models import Membership, Organization
from reconciliation.model_access.endpoints import is_local, own_address
from reconciliation.model_access.provider_selection import Chosen, chosen_for
from reconciliation.models import ProviderConsent


class NotAllowed(Exception):
    """Raised if the provider is not switched on for the organization; nothing was sent."""

    code = "not_allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A provider with its consent. `for_all` if the operator switched it on for every organization. `models` are those in the settings,
    empty if the settings no longer name it; `is_first` if it is asked first. `is_masked` unless an owner allows unmasked numbers."""

    name: str
    address: str
    models: tuple[str, ...]
    is_first: bool
    is_local: bool
    for_all: bool
    is_on: bool
    is_masked: bool


def address_of(provider: str) -> str:
    """Return the address of the installation's requests to the provider, empty if none is set."""
    return settings.PROVIDER_BASE_URL or own_address(provider)


def models_asked() -> list[tuple[str, str]]:
    """Return (provider, model) for each model in the settings, in the order of use."""
    own = filter(None, (settings.PROVIDER_MODEL, settings.PROVIDER_READS_MODEL, settings.PROVIDER_CHAT_MODEL))
    fallbacks = (text.partition(":") for text in settings.PROVIDER_FALLBACKS)
    return [(settings.PROVIDER, model) for model in own] + [(provider, model) for provider, _colon, model in fallbacks]


def may_be_told(organization: Organization, provider: str, *, at: str | None = None, chosen: Chosen | None = None) -> bool:
    """True if the provider is local, switched on by the operator for all, or by an owner for this organization. `at` is its address, if not
    that of the organization's choice; `chosen` is that choice, if already loaded."""
    chosen = chosen or chosen_for(organization, provider)
    if is_local(chosen.address if at is None else at) or is_on_for_all(chosen):
        return True
    return ProviderConsent.objects.of(organization).standing().filter(provider=provider).exists()


def is_on_for_all(chosen: Chosen) -> bool:
    """True if the operator switched it on for all, which never includes an address named by an organization."""
    return chosen.provider in settings.PROVIDER_ALLOWED and not (chosen.is_own and chosen.base_url)


def is_masked_for(organization: Organization, provider: str) -> bool:
    """True unless an owner allows it unmasked numbers of accounts and cards, e-mail addresses and telephone numbers."""
    return not ProviderConsent.objects.of(organization).standing().filter(provider=provider, is_masked=False).exists()


def require_consent(organization: Organization, chosen: Chosen) -> None:
    """Raise NotAllowed if nothing may be sent to the chosen provider."""
    if not may_be_told(organization, chosen.provider, chosen=chosen):
        raise NotAllowed(chosen.provider)


def offered_to(organization: Organization) -> list[Offered]:
    """Return the providers of this organization in the order of use, then those that were switched on before."""
    standing = {consent.provider: consent for consent in ProviderConsent.objects.of(organization).standing()}
    first = chosen_for(organization)
    models = [(first.provider, first.model)] if first.is_own else models_asked()
    known = [name for name in dict.fromkeys([*(provider for provider, _model in models), *sorted(standing)]) if name in names()]
    places = {name: first if name == first.provider else Chosen(provider=name, model="") for name in known}
    return [
        Offered(
            name=name,
            address=place.address,
            models=tuple(dict.fromkeys(model for provider, model in models if provider == name)),
            is_first=name == first.provider,
            is_local=is_local(place.address),
            for_all=is_on_for_all(place),
            is_on=name in standing,
            is_masked=name not in standing or standing[name].is_masked,
        )
        for name, place in places.items()
    ]


@transaction.atomic
def allow_provider(*, organization: Organization, provider: str, actor: User, is_masked: bool = True) -> ProviderConsent:
    """Switch the provider on for the organization. A repeated call changes nothing; another `is_masked` ends the old record and makes a new
    one. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing().filter(provider=provider)
    standing.exclude(is_masked=is_masked).update(withdrawn_at=timezone.now(), withdrawn_by=actor)
    defaults = {"is_masked": is_masked, "allowed_by": actor}
    consent, made = standing.get_or_create(organization=organization, provider=provider, defaults=defaults)
    if made:
        record(organization, actor, Act.ALLOWED_PROVIDER, provider=provider, is_masked=is_masked)
    return consent


@transaction.atomic
def forbid_provider(*, organization: Organization, provider: str, actor: User) -> None:
    """Switch the provider off; the record of its consent stays. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing().filter(provider=provider)
    if standing.update(withdrawn_at=timezone.now(), withdrawn_by=actor):
        record(organization, actor, Act.FORBADE_PROVIDER, provider=provider)


def _require_owner(actor: User, organization: Organization) -> None:
    membership = Membership.objects.of(organization).filter(user=actor).first()
    if membership is None or not membership.may("manage_providers"):
        raise PermissionDenied
