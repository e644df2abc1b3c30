"""Selection of a provider: the organization's own choice with its own key, else the installation's."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from assistant.registry import ProviderNotConfigured
from people.access import require
from people.audit import Act, record
from people.encryption import Unopened, opened, seal
from people.models import Organization
from reconciliation.model_access.endpoints import own_address
from reconciliation.models import ProviderChoice, ProviderConsent

SHOWN_OF_KEY = 4
LONG_ENOUGH = 16
"""Characters that a key must have before its last ones are shown."""


class KeyUnopened(ProviderNotConfigured):
    """Raised if the organization's key was altered, or sealed under a missing master key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A choice of provider and model. If `is_own`, it is the organization's and nothing comes from the settings, least of all a key."""

    provider: str
    model: str
    base_url: str = ""
    is_own: bool = False

    @property
    def address(self) -> str:
        """The address of its requests, empty if none is set."""
        return self.base_url or own_address(self.provider)


def chosen_for(organization: Organization, name: str = "") -> Chosen:
    """Return the choice for an organization. `name` is a provider named for one import; the organization's own choice is used if it is that
    one."""
    own = choice_of(organization)
    if own and own.provider and name in ("", own.provider):
        return Chosen(provider=own.provider, model=own.model, base_url=own.base_url, is_own=True)
    return Chosen(provider=name or settings.PROVIDER, model=settings.PROVIDER_MODEL, base_url=settings.PROVIDER_BASE_URL)


def choice_of(organization: Organization) -> ProviderChoice | None:
    return ProviderChoice.objects.of(organization).select_related("key_set_by").first()


@sensitive_variables()
def key_of(organization: Organization) -> str:
    """Return the organization's own key in plain text, empty if it has none. Pass it to a transport only.

    Raises KeyUnopened.
    """
    own = choice_of(organization)
    if own is None or own.sealed_key is None:
        return ""
    try:
        return opened(organization, bytes(own.sealed_key), purpose=own.key_purpose).decode()
    except Unopened as error:
        raise KeyUnopened("the organization's key cannot be opened") from error


@sensitive_variables()  # of everything below it too: no error report shows the key
@transaction.atomic
def choose_provider(*, organization: Organization, actor: User, provider: str, model: str, base_url: str, key: str) -> None:
    """Store the organization's choice. An empty `provider` means the installation's; an empty `key` keeps the stored one if provider and
    address stay the same. A provider whose address changes must be switched on again. Raises NotYours."""
    require(actor, organization, "manage_providers")
    own, _made = ProviderChoice.objects.of(organization).select_for_update().get_or_create(organization=organization)
    concerned = {own.provider, provider, settings.PROVIDER} - {""}
    before = {name: chosen_for(organization, name).address for name in concerned}
    changed = {"provider": [own.provider, provider], "model": [own.model, model], "base_url": [own.base_url, base_url]}
    same_place = (own.provider, own.base_url) == (provider, base_url)
    own.provider, own.model, own.base_url = provider, model, base_url
    if key:
        own.sealed_key = seal(organization, key.encode(), purpose=own.key_purpose)
        own.key_ending = key[-SHOWN_OF_KEY:] if len(key) >= LONG_ENOUGH else ""
        own.key_set_at, own.key_set_by = timezone.now(), actor
    elif not same_place:
        own.forget_key()
    own.save()
    moved = [name for name, address in before.items() if chosen_for(organization, name).address != address]
    standing = ProviderConsent.objects.of(organization).standing().filter(provider__in=moved)
    standing.update(withdrawn_at=timezone.now(), withdrawn_by=actor)
    record(organization, actor, Act.CHOSE_PROVIDER, changed=changed)
    if key or not same_place:
        record(organization, actor, Act.SET_KEY if key else Act.REMOVED_KEY, provider=provider)


@transaction.atomic
def remove_key(*, organization: Organization, actor: User) -> None:
    """Delete the organization's key. Raises NotYours."""
    require(actor, organization, "manage_providers")
    own = ProviderChoice.objects.of(organization).select_for_update().first()
    if own:
        own.forget_key()
        own.save()
        record(organization, actor, Act.REMOVED_KEY, provider=own.provider)
