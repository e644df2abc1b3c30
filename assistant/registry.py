"""Providers by name, each imported only when it is chosen."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from assistant.allowance import Watch, WatchedTransport
from assistant.contract import Provider
from assistant.dialects import DIALECTS, WAYS, Api, Dialect, Tools, dialect, enforcing, headers
from assistant.network_provider import WireProvider
from assistant.protocols import CODECS, codec
from assistant.tool_mode import offered
from assistant.transports.recording import PlayingTransport, Record, RecordingTransport
from assistant.transports.transport import Transport

SECONDS = 120.0


class ProviderNotConfigured(ValueError):
    """The settings do not make a provider. The message says what is missing, and names no secret."""


def provider(
    name: str,
    *,
    model: str,
    api: Api | None = None,
    base_url: str = "",
    api_key: str = "",
    tools: Tools | None = None,
    seconds: float = SECONDS,
    record: Callable[[Record], None] | None = None,
    watch: Watch | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Provider:
    """Return the provider of that name. Empty arguments are taken from its row of the table, its key from the environment.

    With an empty `environment` neither a key nor OpenAI's organization is taken from it. `seconds` is the longest wait for an answer;
    `record` receives each exchange, to be `played`, and `watch` the remaining allowance in each answer. Raises ProviderNotConfigured."""
    if name not in DIALECTS:
        raise ProviderNotConfigured(f"there is no provider {name!r}; there are {', '.join(DIALECTS)}")
    if not model:
        raise ProviderNotConfigured(f"the provider {name} needs the name of a model")
    server = dialect(name, api)
    if server.api not in CODECS:
        raise ProviderNotConfigured(f"there is no protocol {server.api!r}; there are {', '.join(CODECS)}")
    if tools not in (None, *WAYS):
        raise ProviderNotConfigured(f"tools cannot be offered as {tools!r}; they can as {', '.join(WAYS)}")
    address = base_url or server.base_url
    if not address:
        raise ProviderNotConfigured(f"the provider {server.name} needs a base URL")
    key = api_key or (environment.get(server.key_name, "") if server.key_name else "")
    if server.key_name and not key and not base_url:  # a proxy at another address may need no key
        raise ProviderNotConfigured(f"the provider {server.name} needs a key: set {server.key_name}")
    transport = _transport(server, address, key, seconds, lent=bool(environment))
    transport = WatchedTransport(transport, watch) if watch else transport
    over = RecordingTransport(transport, server=server, keep=record) if record else transport
    wire = partial(WireProvider, codec=codec(server.api), transport=over, model=model)
    return offered(wire(dialect=server), wire(dialect=enforcing(server)), tools or server.tools)


def played(records: Sequence[Record], *, model: str) -> Provider:
    """Return the provider that was recorded: it gives the same answers to the same requests and needs no network and no key."""
    if not records:
        raise ProviderNotConfigured("there is no record to play")
    server = dialect(records[0]["provider"], records[0]["api"])
    return WireProvider(dialect=server, codec=codec(server.api), transport=PlayingTransport(records), model=model)


def _transport(server: Dialect, address: str, key: str, seconds: float, *, lent: bool) -> Transport:
    """Return the transport of a server. Its package takes a second to load, so it is imported only here."""
    if server.api in ("chat", "responses"):
        from assistant.transports.openai_package import OpenAIPackage

        return OpenAIPackage(base_url=address, api_key=key, seconds=seconds, is_openai=lent and server.name == "openai")
    from assistant.transports.openai_package import Http

    return Http(base_url=address, headers=headers(server, key), seconds=seconds)
