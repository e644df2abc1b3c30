"""Providers over the network by name: a codec for the protocol and a transport for the connection, imported when they are chosen."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.metadata import entry_points
from itertools import chain

from assistant.allowance import Watch, WatchedTransport
from assistant.contract import FormRefused, Provider, ProviderError, Request, Turn, TurnEnd, TurnEvent, single_chunk
from assistant.dialects import DIALECTS, SCHEMAS, WAYS, Abilities, Api, Dialect, Schema, Tools, dialect, headers
from assistant.protocols import CODECS, Codec, Reply, StreamedTurn, codec
from assistant.protocols.replies import begins, event_data, is_streamed
from assistant.protocols.requests import way_of_schema
from assistant.thoughts import ThoughtPieces, thoughts_apart
from assistant.tool_mode import offered
from assistant.transports import PlayingTransport, Record, RecordingTransport, Transport

SECONDS = 120.0
SILENCE = 60.0
LONGEST_QUEUE = 600.0
"""Longest time in seconds in which a server may send only that it is alive (api-docs.deepseek.com/quick_start/rate_limit: ten minutes)."""
ENTRY_POINTS = "tieout.providers"
"""Group of entry points: each names a function that returns a Provider, called with the arguments `model`, `base_url` and `api_key`."""
_NEXT: Mapping[str, Schema] = {"auto": "object", "native": "object", "object": "prompt"}
"""The form of a schema after one that a server refused."""


class ProviderNotConfigured(ValueError):
    """The settings do not make a provider. The message names the missing setting, and no secret."""


class WireProvider:
    """One turn over the wire. Retries nothing, which is up to the caller, except in another form after the server refused one: a schema
    (if it `adapts`) or a stream. `abilities` has the forms that were found out."""

    def __init__(
        self, *, dialect: Dialect, codec: Codec, transport: Transport, model: str, abilities: Abilities | None = None, adapts: bool = False
    ) -> None:
        self.name = dialect.name
        self.model = model
        self._dialect = dialect
        self._codec = codec
        self._transport = transport
        self._abilities = abilities or Abilities()
        self._adapts = adapts

    def generate(self, request: Request) -> Turn:
        """Return the turn. Raises ProviderError."""
        while True:
            server = self._server()
            try:
                return self._whole(request, server)
            except ProviderError as failed:
                if not self._learned_from(failed, request, server):
                    raise

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the turn as it arrives. Raises ProviderError, also after some pieces: they are then no answer."""
        while True:
            server = self._server()
            try:
                yield from single_chunk(self._whole(request, server)) if self._abilities.answers else self._streamed(request, server)
            except ProviderError as failed:
                if not self._learned_from(failed, request, server):
                    raise
                yield FormRefused(failed)
            else:
                return

    def close(self) -> None:
        self._transport.close()

    def _whole(self, request: Request, server: Dialect) -> Turn:
        body = self._codec.encode(request, model=self.model, dialect=server)
        reply = self._transport.post(self._codec.path(self.model, stream=False), body)
        return self._noted(self._codec.decode(reply, dialect=server), request)

    def _streamed(self, request: Request, server: Dialect) -> Generator[TurnEvent, None, None]:
        body = self._codec.streaming(self._codec.encode(request, model=self.model, dialect=server))
        with self._transport.stream(self._codec.path(self.model, stream=True), body) as reply:
            pieces = _unless_silent(reply.pieces)
            beginning = ""
            while not begins(beginning) and (piece := next(pieces, "")):
                beginning += piece
            pieces = chain([beginning], pieces)
            if is_streamed(Reply(status=reply.status, body=beginning, stream=reply.is_events)):
                turn, thoughts = self._codec.streamed(server), ThoughtPieces()
                for data in event_data(_until_broken(pieces, turn)):
                    yield from thoughts.apart(turn.add(data))
                yield from thoughts.rest()
                yield TurnEnd(self._noted(turn.turn(), request))
            else:
                yield from single_chunk(self._noted(self._codec.decode(replace(reply, pieces=pieces).whole(), dialect=server), request))

    def _server(self) -> Dialect:
        """Return the row of the server, with the form of schemas that it was found to take."""
        learned = next((form for form in SCHEMAS if form == self._abilities.schema), None)
        return replace(self._dialect, schema=learned) if self._adapts and learned else self._dialect

    def _learned_from(self, failed: ProviderError, request: Request, server: Dialect) -> bool:
        """Return True if a refusal taught another form, in which the same is asked. A refusal comes before any piece of a turn."""
        if failed.cause == "no_stream" and not self._abilities.answers:
            self._abilities.learn("answers", "whole")
            return True
        if failed.cause == "no_schema" and self._adapts and way_of_schema(request, server) in ("native", "object"):
            self._abilities.learn("schema", _NEXT[server.schema])
            return True
        return False

    def _noted(self, turn: Turn, request: Request) -> Turn:
        return replace(thoughts_apart(turn), notes=turn.notes + self._codec.notes(request, model=self.model, dialect=self._dialect))


def _unless_silent(pieces: Iterator[str]) -> Iterator[str]:
    """Yield the pieces of a body. Raises ProviderError if for too long the server sends nothing but comments and blank lines."""
    latest = time.monotonic()
    for piece in pieces:
        if any(line.strip() and not line.startswith(":") for line in piece.splitlines()):
            latest = time.monotonic()
        elif time.monotonic() - latest > LONGEST_QUEUE:
            raise ProviderError("overloaded", f"the server did not begin within {LONGEST_QUEUE:g} seconds", cause="too_slow")
        yield piece


def _until_broken(pieces: Iterator[str], turn: StreamedTurn) -> Iterator[str]:
    """Yield the pieces of a stream. A connection that breaks after the turn's end, between two events, is an end like any other."""
    last = ""
    try:
        for last in pieces:  # the last one counts
            yield last
    except ProviderError as broken:
        try:
            turn.turn()
        except ProviderError:
            raise broken from None
        if not last.endswith(("\n", "\r")):
            raise


def names() -> tuple[str, ...]:
    """Return the names of all providers over the network: those of the table, and those that installed packages add by an entry point."""
    return (*DIALECTS, *(point.name for point in entry_points(group=ENTRY_POINTS) if point.name not in DIALECTS))


def provider(
    name: str,
    *,
    model: str,
    api: Api | None = None,
    base_url: str = "",
    api_key: str = "",
    tools: Tools | None = None,
    schema: Schema | None = None,
    seconds: float = SECONDS,
    silence: float = SILENCE,
    abilities: Abilities | None = None,
    record: Callable[[Record], None] | None = None,
    replay: PlayingTransport | None = None,
    watch: Watch | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Provider:
    """Return the provider of that name. Empty arguments are taken from its row of the table, its key from the environment.

    With an empty `environment` neither a key nor OpenAI's organization is taken from it. `seconds` is the longest wait for an answer, or
    the first piece of a stream, and `silence` that for each further piece. `abilities` has what was found out about the server. `record`
    receives each exchange; with `replay`, made of such records, nothing is sent and no key is needed. `watch` receives the remaining
    allowance in each answer. Raises ProviderNotConfigured."""
    if name not in DIALECTS and model and (added := {point.name: point for point in entry_points(group=ENTRY_POINTS)}.get(name)):
        made: Provider = added.load()(model=model, base_url=base_url, api_key=api_key)
        return made
    if name not in DIALECTS:
        raise ProviderNotConfigured(f"there is no provider {name!r}; there are {', '.join(names())}")
    if not model:
        raise ProviderNotConfigured(f"the provider {name} needs the name of a model")
    server = dialect(name, api)
    if server.api not in CODECS:
        raise ProviderNotConfigured(f"there is no protocol {server.api!r}; there are {', '.join(CODECS)}")
    if tools not in (None, *WAYS):
        raise ProviderNotConfigured(f"tools cannot be offered as {tools!r}; they can as {', '.join(WAYS)}")
    if schema not in (None, *SCHEMAS):
        raise ProviderNotConfigured(f"a schema cannot be given as {schema!r}; it can as {', '.join(SCHEMAS)}")
    server = replace(server, schema=schema) if schema else server
    address = base_url or server.base_url
    if not address:
        raise ProviderNotConfigured(f"the provider {server.name} needs a base URL")
    key = api_key or (environment.get(server.key_name, "") if server.key_name else "")
    if server.key_name and not key and not base_url and not replay:  # a proxy at another address may need no key
        raise ProviderNotConfigured(f"the provider {server.name} needs a key: set {server.key_name}")
    transport = replay or _transport(server, address, key, seconds, silence, lent=bool(environment))
    transport = WatchedTransport(transport, watch) if watch else transport
    over = RecordingTransport(transport, server=server, keep=record) if record else transport
    learned = abilities or Abilities()
    wire = partial(WireProvider, codec=codec(server.api), transport=over, model=model, abilities=learned)
    # A server that would only read the schema of answers in the instructions is made to enforce it, if it can.
    is_unsure = server.schema in ("auto", "prompt")
    enforcing = replace(server, schema="native") if is_unsure else server
    native, enforced = wire(dialect=server, adapts=server.schema == "auto"), wire(dialect=enforcing, adapts=is_unsure)
    return offered(native, enforced, tools or server.tools, learned)


def _transport(server: Dialect, address: str, key: str, seconds: float, silence: float, *, lent: bool) -> Transport:
    """Return the transport of a server. Its package takes a second to load, so it is imported only here."""
    from assistant.transports.openai_package import Http, OpenAIPackage

    waits = {"seconds": seconds, "silence": silence}
    if server.api in ("chat", "responses"):
        return OpenAIPackage(base_url=address, api_key=key, is_openai=lent and server.name == "openai", **waits)
    return Http(base_url=address, headers=headers(server, key), **waits)
