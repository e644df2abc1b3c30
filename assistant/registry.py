"""Providers over the network by name: a codec for the protocol and a transport for the connection, imported when they are chosen."""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from assistant.allowance import Watch, WatchedTransport
from assistant.contract import Provider, Request, Turn, TurnEnd, TurnEvent, single_chunk
from assistant.dialects import DIALECTS, WAYS, Api, Dialect, Tools, dialect, headers
from assistant.protocols import CODECS, Codec, codec
from assistant.protocols.replies import event_data
from assistant.tool_mode import offered
from assistant.transports import Transport
from assistant.transports.recording import PlayingTransport, Record, RecordingTransport

SECONDS = 120.0


class ProviderNotConfigured(ValueError):
    """The settings do not make a provider. The message says what is missing, and names no secret."""


class WireProvider:
    """One turn over the wire. Retries nothing: that is up to the caller."""

    def __init__(self, *, dialect: Dialect, codec: Codec, transport: Transport, model: str) -> None:
        self.name = dialect.name
        self.model = model
        self._dialect = dialect
        self._codec = codec
        self._transport = transport

    def generate(self, request: Request) -> Turn:
        """Return the turn. Raises ProviderError."""
        body = self._codec.encode(request, model=self.model, dialect=self._dialect)
        reply = self._transport.post(self._codec.path(self.model, stream=False), body)
        return self._noted(self._codec.decode(reply, dialect=self._dialect), request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the turn as it arrives. Raises ProviderError, also after some pieces: they are then no answer."""
        body = self._codec.streaming(self._codec.encode(request, model=self.model, dialect=self._dialect))
        with self._transport.stream(self._codec.path(self.model, stream=True), body) as reply:
            if reply.is_events:
                turn = self._codec.streamed(self._dialect)
                for data in event_data(reply.pieces):
                    yield from turn.add(data)
                yield TurnEnd(self._noted(turn.turn(), request))
            else:
                yield from single_chunk(self._noted(self._codec.decode(reply.whole(), dialect=self._dialect), request))

    def close(self) -> None:
        self._transport.close()

    def _noted(self, turn: Turn, request: Request) -> Turn:
        return replace(turn, notes=turn.notes + self._codec.notes(request, model=self.model, dialect=self._dialect))


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
    # A server that would only read the schema of answers in the instructions is made to enforce it.
    enforcing = replace(server, schema="native") if server.schema == "prompt" else server
    return offered(wire(dialect=server), wire(dialect=enforcing), tools or server.tools)


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
