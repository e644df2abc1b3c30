"""Which provider an organization has asked: the one that it chose itself, else the installation's; and the key that it gave for it."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from assistant.registry import ProviderNotConfigured
from people.audit.acts import Act
from people.audit.trail import record
from people.encryption.services import Unopened, opened, seal
from people.models import Organization
from people.rights import require
from reconciliation.model_access.endpoints import own_address
from reconciliation.models import ProviderChoice, ProviderConsent

SHOWN_OF_KEY = 4
LONG_ENOUGH = 16
"""Characters that a key must have before its last ones are shown."""


class KeyUnopened(ProviderNotConfigured):
    """The organization's own key was sealed under a master key that is gone, or was altered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """`is_own` where the organization chose it: then nothing of it comes from the settings, a key least of all."""

    provider: str
    model: str
    base_url: str = ""
    is_own: bool = False

    @property
    def address(self) -> str:
        """Where its requests go; empty where nobody has said so."""
        return self.base_url or own_address(self.provider)


def chosen_for(organization: Organization, name: str = "") -> Chosen:
    """`name` is a provider that somebody named for one import: the organization's own counts where it is that one."""
    own = choice_of(organization)
    if own and own.provider and name in ("", own.provider):
        return Chosen(provider=own.provider, model=own.model, base_url=own.base_url, is_own=True)
    return Chosen(provider=name or settings.PROVIDER, model=settings.PROVIDER_MODEL, base_url=settings.PROVIDER_BASE_URL)


def choice_of(organization: Organization) -> ProviderChoice | None:
    return ProviderChoice.objects.of(organization).select_related("key_set_by").first()


@sensitive_variables()
def key_of(organization: Organization) -> str:
    """The organization's own key, in the clear; empty where it has none. To be given to a transport, and to nothing else.

    Raises KeyUnopened."""
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
    """An empty `provider` is as the installation has it; an empty `key` keeps the one that is set, but only where it would go to the same
    place. A provider whose address changes has to be switched on anew. Raises NotYours."""
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
    """Raises NotYours."""
    require(actor, organization, "manage_providers")
    own = ProviderChoice.objects.of(organization).select_for_update().first()
    if own:
        own.forget_key()
        own.save()
        record(organization, actor, Act.REMOVED_KEY, provider=own.provider)
