"""Selection of a provider: the organization's own choice with its own key, else the installation's; its options and its known abilities."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from assistant.contract import EXTRA, OPTIONS, Json
from assistant.dialects import Abilities
from assistant.registry import ProviderNotConfigured
from assistant.strict_json import UnreadableJson, read_object
from people.access import require
from people.audit import Act, record
from people.encryption import Unopened, opened, seal
from people.models import Organization
from reconciliation.model_access.endpoints import own_address
from reconciliation.models import ProviderChoice, ProviderConsent

MANNER: dict[str, str | None] = {"api": "", "tools": "", "schema": "", "seconds": None, "effort": ""}
"""Fields of a choice that say in which manner the model is asked, with their empty values. The settings have the same, and the effort among
the options."""
SHOWN_OF_KEY = 4
LONG_ENOUGH = 16
"""Characters that a key must have before its last ones are shown."""


class KeyUnopened(ProviderNotConfigured):
    """Raised if the organization's key was altered, or sealed under a missing master key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A choice of provider and model. If `is_own`, it is the organization's and nothing comes from the settings, least of all a key. An
    empty protocol, way of tools, form of schema or effort is the provider's own."""

    provider: str
    model: str
    base_url: str = ""
    is_own: bool = False
    api: str = ""
    tools: str = ""
    schema: str = ""
    seconds: int | None = None
    effort: str = ""

    @property
    def address(self) -> str:
        """The address of its requests, empty if none is set."""
        return self.base_url or own_address(self.provider)


def chosen_for(organization: Organization, name: str = "") -> Chosen:
    """Return the choice for an organization. `name` is a provider named for one import; the organization's own choice is used if it is that
    one."""
    own = choice_of(organization)
    if own and own.provider and name in ("", own.provider):
        manner = {field: getattr(own, field) for field in MANNER}
        return Chosen(provider=own.provider, model=own.model, base_url=own.base_url, is_own=True, **manner)
    manner = {field: getattr(settings, f"PROVIDER_{field.upper()}") for field in MANNER if field != "effort"}
    return Chosen(provider=name or settings.PROVIDER, model=settings.PROVIDER_MODEL, base_url=settings.PROVIDER_BASE_URL, **manner)


def abilities_of(organization: Organization, chosen: Chosen, model: str) -> Abilities:
    """Return what was found out about the chosen server and model. What is learned after that is stored for all processes."""
    place = hashlib.sha256("\n".join((chosen.provider, chosen.address, model, chosen.api)).encode()).hexdigest()[:16]
    own = choice_of(organization)
    known = own.learned.get(place, {}) if own else {}

    def keep(name: str, way: str) -> None:
        with transaction.atomic():
            row, _made = ProviderChoice.objects.of(organization).select_for_update().get_or_create(organization=organization)
            row.learned = {**row.learned, place: {**row.learned.get(place, {}), name: way}}
            row.save(update_fields=["learned"])

    ways = {name: str(known.get(name, "")) for name in ("tools", "schema", "answers")}
    return Abilities(**ways, keep=keep)


def forget_abilities(organization: Organization) -> None:
    """Forget what was found out about servers, so that it is found out again."""
    ProviderChoice.objects.of(organization).update(learned={})


IN_SETTINGS = frozenset({*OPTIONS, EXTRA} - {"max_output_tokens", "reasoning_text"})
"""Options that are chosen as JSON; the length of an answer and the reasoning that is shown have settings of their own."""
OPTIONS_OF: dict[str, str] = {"proposes": "", "reads": "PROVIDER_READS_OPTIONS", "chats": "PROVIDER_CHAT_OPTIONS"}


def options_of(chosen: Chosen, purpose: str) -> Mapping[str, Json]:
    """Return the options of the settings for a purpose, those of its own over the common ones; for an organization's own provider, its
    effort. Raises ProviderNotConfigured."""
    if chosen.is_own:
        return {"reasoning_effort": chosen.effort} if chosen.effort else {}
    names = ["PROVIDER_OPTIONS", *filter(None, [OPTIONS_OF[purpose]])]
    return {name: value for setting in names for name, value in options_in(getattr(settings, setting)).items()}


def options_in(text: str) -> Mapping[str, Json]:
    """Return the options in a setting. Raises ProviderNotConfigured for what is no JSON object of known options."""
    options: Mapping[str, Json] = {}
    with suppress(UnreadableJson):
        options = read_object(text or "{}")
        if IN_SETTINGS.issuperset(options) and isinstance(options.get(EXTRA, {}), Mapping):
            return options
    unknown = ", ".join(sorted(set(options) - IN_SETTINGS))
    raise ProviderNotConfigured(f"not options: {unknown}" if unknown else "the options are no JSON object, or `extra` is none")


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


@sensitive_variables()  # covers all called functions too: no error report shows the key
@transaction.atomic
def choose_provider(
    *, organization: Organization, actor: User, provider: str, model: str, base_url: str, key: str, **manner: str | int | None
) -> None:
    """Store the organization's choice; `manner` has fields of MANNER, and those that it lacks become empty. An empty `provider` means the
    installation's; an empty `key` keeps the stored one if provider and address stay the same. A provider whose address changes must be
    switched on again. Raises NotYours."""
    require(actor, organization, "manage_providers")
    own, _made = ProviderChoice.objects.of(organization).select_for_update().get_or_create(organization=organization)
    concerned = {own.provider, provider, settings.PROVIDER} - {""}
    before = {name: chosen_for(organization, name).address for name in concerned}
    changed: dict[str, list[str | int | None]] = {
        "provider": [own.provider, provider],
        "model": [own.model, model],
        "base_url": [own.base_url, base_url],
    }
    same_place = (own.provider, own.base_url) == (provider, base_url)
    own.provider, own.model, own.base_url, own.learned = provider, model, base_url, {}
    for field, empty in MANNER.items():
        before_it, after_it = getattr(own, field), manner.get(field, empty)
        if after_it != before_it:
            changed[field] = [before_it, after_it]
            setattr(own, field, after_it)
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
