"""The providers by name, each imported only when it is chosen."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from assistant.contract import Provider
from assistant.dialects import DIALECTS, Dialect

PROVIDERS = dict.fromkeys(DIALECTS, "assistant.providers.openai_compatible:OpenAICompatible")
SECONDS = 120.0


class ProviderNotConfigured(ValueError):
    """The settings do not make a provider. The message says what is missing, and names no secret."""


def provider(
    name: str, *, model: str, base_url: str = "", api_key: str = "", seconds: float = SECONDS, environment: Mapping[str, str] = os.environ
) -> Provider:
    """The provider of that name. What is empty comes from its row of the table; its key from the environment.

    `seconds` is the longest wait for an answer. Raises ProviderNotConfigured."""
    if name not in PROVIDERS:
        raise ProviderNotConfigured(f"there is no provider {name!r}; there are {', '.join(PROVIDERS)}")
    if not model:
        raise ProviderNotConfigured(f"the provider {name} needs the name of a model")
    server = DIALECTS[name]
    return _chosen(name)(
        name=name,
        model=model,
        base_url=base_url or _address(server),
        api_key=api_key or _key(server, environment, elsewhere=bool(base_url)),
        seconds=seconds,
    )


def _chosen(name: str) -> Callable[..., Provider]:
    module, _, attribute = PROVIDERS[name].partition(":")
    return cast("Callable[..., Provider]", getattr(import_module(module), attribute))


def _address(server: Dialect) -> str:
    if not server.base_url:
        raise ProviderNotConfigured(f"the provider {server.name} needs a base URL")
    return server.base_url


def _key(server: Dialect, environment: Mapping[str, str], *, elsewhere: bool) -> str:
    """The key of a server's own address; another address, such as a proxy on this machine, may need none."""
    key = environment.get(server.key_name, "") if server.key_name else ""
    if server.key_name and not key and not elsewhere:
        raise ProviderNotConfigured(f"the provider {server.name} needs a key: set {server.key_name}")
    return key
