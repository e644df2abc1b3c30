"""No text of a document leaves for a provider elsewhere until an owner has switched that provider on for the organization."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from assistant.dialects import DIALECTS
from people.audit.acts import Act
from people.audit.trail import record
from people.models import Membership, Organization
from reconciliation.model_access.endpoints import is_local, own_address
from reconciliation.model_access.provider_selection import Chosen, chosen_for
from reconciliation.models import ProviderConsent


class NotAllowed(Exception):
    """Nobody has switched this provider on for the organization: it was told nothing."""

    code = "not_allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A provider, and why it may be told anything or may not. `for_all`: the operator switched it on for every organization. `models`
    are those that the settings have asked, none where they do not name it any more; `is_first` where no other is asked before it.
    `is_masked` unless an owner lets it be told numbers as they are."""

    name: str
    address: str
    models: tuple[str, ...]
    is_first: bool
    is_local: bool
    for_all: bool
    is_on: bool
    is_masked: bool


def address_of(provider: str) -> str:
    """Where the installation's requests to it go; empty where nobody has said so."""
    return settings.PROVIDER_BASE_URL or own_address(provider)


def models_asked() -> list[tuple[str, str]]:
    """Each model that the settings have asked, after its provider, in the order in which they are."""
    own = filter(None, (settings.PROVIDER_MODEL, settings.PROVIDER_READS_MODEL, settings.PROVIDER_CHAT_MODEL))
    fallbacks = (text.partition(":") for text in settings.PROVIDER_FALLBACKS)
    return [(settings.PROVIDER, model) for model in own] + [(provider, model) for provider, _colon, model in fallbacks]


def may_be_told(organization: Organization, provider: str, *, at: str | None = None, chosen: Chosen | None = None) -> bool:
    """Local, switched on by the operator for all, or by an owner for this organization. `at` is its address, if not the one of what the
    organization has asked; `chosen` is that, where it is known already."""
    chosen = chosen or chosen_for(organization, provider)
    if is_local(chosen.address if at is None else at) or is_on_for_all(chosen):
        return True
    return ProviderConsent.objects.of(organization).standing().filter(provider=provider).exists()


def is_on_for_all(chosen: Chosen) -> bool:
    """The operator did not mean an address that an organization named."""
    return chosen.provider in settings.PROVIDER_ALLOWED and not (chosen.is_own and chosen.base_url)


def is_masked_for(organization: Organization, provider: str) -> bool:
    """Whether it is told stand-ins for numbers of accounts and cards, e-mail addresses and telephone numbers; so it is unless an owner
    said otherwise."""
    return not ProviderConsent.objects.of(organization).standing().filter(provider=provider, is_masked=False).exists()


def require_consent(organization: Organization, chosen: Chosen) -> None:
    """Raises NotAllowed."""
    if not may_be_told(organization, chosen.provider, chosen=chosen):
        raise NotAllowed(chosen.provider)


def offered_to(organization: Organization) -> list[Offered]:
    """The providers that this organization has asked, in that order, and those that were switched on before."""
    standing = {each.provider: each for each in ProviderConsent.objects.of(organization).standing()}
    first = chosen_for(organization)
    asked = [(first.provider, first.model)] if first.is_own else models_asked()
    names = [name for name in dict.fromkeys([*(provider for provider, _model in asked), *sorted(standing)]) if name in DIALECTS]
    places = {name: first if name == first.provider else Chosen(provider=name, model="") for name in names}
    return [
        Offered(
            name=name,
            address=place.address,
            models=tuple(dict.fromkeys(model for provider, model in asked if provider == name)),
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
    """From now on this provider may be told what the page of settings says. Twice is once; another word on masking ends the record that
    stands and makes one. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing().filter(provider=provider)
    standing.exclude(is_masked=is_masked).update(withdrawn_at=timezone.now(), withdrawn_by=actor)
    said = {"is_masked": is_masked, "allowed_by": actor}
    found, made = standing.get_or_create(organization=organization, provider=provider, defaults=said)
    if made:
        record(organization, actor, Act.ALLOWED_PROVIDER, provider=provider, is_masked=is_masked)
    return found


@transaction.atomic
def forbid_provider(*, organization: Organization, provider: str, actor: User) -> None:
    """From now on it is told nothing. The record that it was allowed stays. Raises PermissionDenied."""
    _require_owner(actor, organization)
    standing = ProviderConsent.objects.of(organization).standing().filter(provider=provider)
    if standing.update(withdrawn_at=timezone.now(), withdrawn_by=actor):
        record(organization, actor, Act.FORBADE_PROVIDER, provider=provider)


def _require_owner(actor: User, organization: Organization) -> None:
    membership = Membership.objects.of(organization).filter(user=actor).first()
    if membership is None or not membership.may("manage_providers"):
        raise PermissionDenied
