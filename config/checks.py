"""Checks of the settings when the product starts, instead of at their first use."""

from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.core.checks import Warning as Caution
from django.core.exceptions import ImproperlyConfigured

from assistant.costs import limit_from_text, price_from_text, price_of
from assistant.dialects import SCHEMAS, WAYS
from assistant.protocols import CODECS
from assistant.registry import ProviderNotConfigured, names
from config import floors
from config.logs import FORMATS
from config.storage import DISK
from people.client_address import networks_of
from people.encryption import NoMasterKey, master_keys
from reconciliation.documents.locks import missing
from reconciliation.documents.sandbox import locks_held
from reconciliation.model_access.consent import address_of, models_asked
from reconciliation.model_access.endpoints import own_address
from reconciliation.model_access.provider_selection import IN_SETTINGS, OPTIONS_OF, options_in
from reconciliation.model_access.spending import BOUNDS, is_bounded
from reconciliation.proof.form import signature_under

BUILTIN = "builtin"
SHORTEST_KEY = 50  # characters, as Django asks of a key


@register(Tags.security)
def production_has_a_name(**_: Any) -> list[CheckMessage]:
    if settings.PRODUCTION and not settings.ALLOWED_HOSTS:
        hint = "Set ALLOWED_HOSTS to the names that the pages are asked for under, with commas between them."
        return [Error("In production no host is allowed by default, so every page would be refused.", hint=hint, id="tieout.E001")]
    return []


@register(Tags.security)
def production_has_a_key(**_: Any) -> list[CheckMessage]:
    if settings.PRODUCTION and not key_is_long_enough():
        hint = "Set SECRET_KEY to at least 50 random characters, and keep it: a new one signs everybody out."
        return [Error("In production no key is made, and the one that is set is missing or too short.", hint=hint, id="tieout.E004")]
    return []


@register(Tags.security)
def production_shows_nobody_its_insides(**_: Any) -> list[CheckMessage]:
    if settings.PRODUCTION and settings.DEBUG:
        return [Error("In production DEBUG shows tracebacks and settings to strangers.", hint="Set DEBUG=false.", id="tieout.E016")]
    return []


@register(Tags.security)
def production_names_its_hosts(**_: Any) -> list[CheckMessage]:
    if settings.PRODUCTION and any(host.strip(".") in {"", "*"} for host in settings.ALLOWED_HOSTS):
        hint = "Set ALLOWED_HOSTS to the names that the pages are asked for under, with commas between them."
        return [Error("In production ALLOWED_HOSTS may not allow every name.", hint=hint, id="tieout.E017")]
    return []


@register(Tags.security)
def proxies_are_named(**_: Any) -> list[CheckMessage]:
    """Return an error for a name that is no address, and behind a proxy without a name a warning: all clients then have its address."""
    hint = "Set PROXY_ADDRESSES to the addresses or networks from which the proxy connects, such as 127.0.0.1,::1 or 10.0.3.0/24."
    try:
        named = networks_of(tuple(settings.PROXY_ADDRESSES))
    except ValueError as error:
        return [Error(f"PROXY_ADDRESSES has an entry that is no address or network: {error}.", hint=hint, id="tieout.E031")]
    if settings.BEHIND_PROXY and not named:
        message = "The proxy is not named, so failures of sign-in are counted for all clients together."
        return [Caution(message, hint=hint, id="tieout.W002")]
    return []


@register(Tags.security)
def what_is_sealed_can_be_opened(**_: Any) -> list[CheckMessage]:
    try:
        master_keys()
    except NoMasterKey as error:
        hint = (
            "Set ENCRYPTION_KEYS to 32 random bytes in base64 (openssl rand -base64 32), and keep it apart from the backups: "
            "without it the organizations' keys of providers and their documents cannot be opened."
        )
        return [Error(f"What is kept sealed cannot be opened: {error}.", hint=hint, id="tieout.E013")]
    return []


@register(Tags.security)
def proofs_can_be_signed(**_: Any) -> list[CheckMessage]:
    try:
        signature_under("", settings.PROOF_KEY)
    except ValueError:
        hint = "Leave PROOF_KEY empty, or set it to 32 random bytes in base64 (openssl rand -base64 32)."
        return [Error("The key that proofs are signed with is none.", hint=hint, id="tieout.E030")]
    return []


@register(Tags.security)
def no_package_has_known_holes(**_: Any) -> list[CheckMessage]:
    """Return an error for each package below its floor, and for floors that cannot be read."""
    try:
        named = floors.floors()
        wrong = list(floors.below(named, floors.installed(named)))
    except (OSError, ValueError) as error:
        wrong = [f"The floors of packages cannot be read: {error}"]
    hint = "Install what is pinned: pip install --require-hashes -r requirements.txt (config/floors.txt has the reasons)."
    return [Error(f"{fault}.", hint=hint, id="tieout.E015") for fault in wrong]


@register()
def the_pages_have_an_address(**_: Any) -> list[CheckMessage]:
    """Return an error for a wrong PUBLIC_URL, with which links in e-mails begin."""
    if settings.PUBLIC_URL and not settings.PUBLIC_URL.startswith(("https://", "http://")):
        hint = "Set PUBLIC_URL to how people find the pages, such as https://books.example.com."
        return [Error("The address of the pages is none.", hint=hint, id="tieout.E012")]
    return []


@register()
def what_may_be_spent_can_be_known(**_: Any) -> list[CheckMessage]:
    """Return errors for unreadable limits and prices, and for models without a price: a limit in money needs the price of each model."""
    try:
        limited = [limit_from_text(text) for text in (settings.PROVIDER_DAILY_LIMIT, settings.PROVIDER_RUN_LIMIT) if text]
        price = price_from_text(settings.PROVIDER_PRICE) if settings.PROVIDER_PRICE else None
    except (ArithmeticError, ValueError):
        hint = "Set PROVIDER_DAILY_LIMIT and PROVIDER_RUN_LIMIT to dollars, such as 2.50, PROVIDER_PRICE to three: 0.50/0.05/1.50."
        return [Error("A limit of money or a price cannot be read.", hint=hint, id="tieout.E006")]
    if settings.PROVIDER == BUILTIN or not limited or price:
        return []
    unpriced = [model for provider, model in models_asked() if price_of(provider, model) is None]
    hint = "Set PROVIDER_PRICE to what a million tokens cost, as input/cached/output in US dollars: 0/0/0 for a model of your own."
    return [Error(f"Money is limited, and the price of {model} is not known.", hint=hint, id="tieout.E007") for model in unpriced]


@register()
def a_model_without_a_price_is_bounded(**_: Any) -> list[CheckMessage]:
    """Return errors for remote models without a price and a limit of tokens, if no money is limited."""
    try:
        addressed = [
            (provider, model, address_of(provider) if provider == settings.PROVIDER else own_address(provider))
            for provider, model in models_asked()
        ]
        unbounded = [model for provider, model, address in addressed if not is_bounded(provider, model, at=address)]
    except ValueError:  # reported as E006
        return []
    if settings.PROVIDER == BUILTIN or settings.PROVIDER_DAILY_LIMIT or settings.PROVIDER_RUN_LIMIT:
        return []
    hint = f"{BOUNDS[0].upper()}{BOUNDS[1:]}. Until then it is not asked."
    return [Error(f"The price of {model} is not known, and nothing bounds its tokens.", hint=hint, id="tieout.E011") for model in unbounded]


@register()
def fallbacks_can_be_asked(**_: Any) -> list[CheckMessage]:
    wrong = [text for text in settings.PROVIDER_FALLBACKS if text.partition(":")[0] not in names() or not text.partition(":")[2]]
    hint = f"Set PROVIDER_FALLBACKS to provider:model, with commas between them. There are: {', '.join(names())}."
    return [Error(f"{text!r} is no provider with a model.", hint=hint, id="tieout.E008") for text in wrong]


def key_is_long_enough() -> bool:
    """Return True for a key of sufficient length that is not Django's key for development, which is public."""
    try:
        return len(settings.SECRET_KEY) >= SHORTEST_KEY and not settings.SECRET_KEY.startswith("django-insecure-")
    except ImproperlyConfigured:  # empty
        return False


@register(Tags.security)
def every_lock_that_is_required_holds(**_: Any) -> list[CheckMessage]:
    if settings.SANDBOX_REQUIRED and (lacking := missing(locks_held())):
        hint = "Run on a machine that has them, let the container use them, or set SANDBOX_REQUIRED=false."
        return [Error(f"SANDBOX_REQUIRED is set, and these locks do not hold: {', '.join(lacking)}.", hint=hint, id="tieout.E005")]
    return []


@register(Tags.security, deploy=True)
def locks_that_hold(**_: Any) -> list[CheckMessage]:
    held = locks_held()
    message = f"Documents are opened under these locks: {', '.join(held) or 'none'}."
    if lacking := missing(held):
        return [Caution(message, hint=f"Missing on this machine: {', '.join(lacking)}.", id="tieout.W001")]
    return [Info(message, id="tieout.I001")]


@register()
def provider_can_be_asked(**_: Any) -> list[CheckMessage]:
    """Return errors for a wrong provider, by name only: creating one imports its vendor's package."""
    if settings.PROVIDER == BUILTIN:
        return []
    if settings.PROVIDER not in names():
        hint = f"Set PROVIDER to {BUILTIN} or one of: {', '.join(names())}."
        return [Error(f"There is no provider {settings.PROVIDER!r}.", hint=hint, id="tieout.E002")]
    if not settings.PROVIDER_MODEL:
        hint = "Set PROVIDER_MODEL to the model's name, as the server has it."
        return [Error(f"The provider {settings.PROVIDER} needs the name of a model.", hint=hint, id="tieout.E003")]
    if settings.PROVIDER_API and settings.PROVIDER_API not in CODECS:
        hint = f"Leave PROVIDER_API empty, or set it to one of: {', '.join(CODECS)}."
        return [Error(f"There is no protocol {settings.PROVIDER_API!r}.", hint=hint, id="tieout.E009")]
    if settings.PROVIDER_TOOLS and settings.PROVIDER_TOOLS not in WAYS:
        hint = f"Leave PROVIDER_TOOLS empty, or set it to one of: {', '.join(WAYS)}."
        return [Error(f"Tools cannot be offered as {settings.PROVIDER_TOOLS!r}.", hint=hint, id="tieout.E010")]
    if settings.PROVIDER_SCHEMA and settings.PROVIDER_SCHEMA not in SCHEMAS:
        hint = f"Leave PROVIDER_SCHEMA empty, or set it to one of: {', '.join(SCHEMAS)}."
        return [Error(f"A schema cannot be given as {settings.PROVIDER_SCHEMA!r}.", hint=hint, id="tieout.E032")]
    if settings.PROVIDER_SECONDS < 1:
        hint = "Set PROVIDER_SECONDS to the longest wait for an answer, such as 120."
        return [Error(f"No answer comes within {settings.PROVIDER_SECONDS} seconds.", hint=hint, id="tieout.E033")]
    if settings.PROVIDER_SILENCE < 1:
        hint = "Set PROVIDER_SILENCE to the longest wait for the next piece of an answer, such as 60."
        return [Error(f"No answer goes on within {settings.PROVIDER_SILENCE} seconds.", hint=hint, id="tieout.E035")]
    return []


@register()
def options_of_models_are_known(**_: Any) -> list[CheckMessage]:
    """Return an error for each setting of options that is no JSON object of known ones."""
    wrong: list[CheckMessage] = []
    for name in ("PROVIDER_OPTIONS", *filter(None, OPTIONS_OF.values())):
        try:
            options_in(getattr(settings, name))
        except ProviderNotConfigured as error:
            hint = f'Set it to a JSON object with any of {", ".join(sorted(IN_SETTINGS))}, such as {{"temperature": 0}}.'
            wrong.append(Error(f"{name} cannot be used: {error}.", hint=hint, id="tieout.E034"))
    return wrong


@register()
def the_bucket_can_be_asked(**_: Any) -> list[CheckMessage]:
    if settings.STORAGES["default"] == DISK or find_spec("storages"):
        return []
    message, hint = "STORAGE_URL is set, and there is nothing to reach a bucket with.", "Install requirements-s3.txt."
    return [Error(message, hint=hint, id="tieout.E021")]


@register()
def the_log_has_a_known_format(**_: Any) -> list[CheckMessage]:
    if settings.LOG_FORMAT in FORMATS:
        return []
    return [Error(f"There is no format {settings.LOG_FORMAT!r} of the log.", hint="Set LOG_FORMAT to plain or json.", id="tieout.E020")]


@register()
def traces_can_be_made(**_: Any) -> list[CheckMessage]:
    if not settings.TRACES or find_spec("opentelemetry"):
        return []
    return [Error("TRACES is set, and there is nothing to make them with.", hint="Install opentelemetry-api.", id="tieout.E014")]
