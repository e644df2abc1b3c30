"""Wire protocols. Each turns a Request into a body, a Reply into a Turn, and a stream into its pieces and then the same turn; none of them
opens a connection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from assistant.contract import Delta, Json, Request, Turn
from assistant.dialects import Api, Dialect


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A provider's HTTP answer. `body` is the whole text, for `stream` the whole event stream."""

    status: int
    body: str
    stream: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers.items() if key.lower() == name), "")


class StreamedTurn(Protocol):
    """Takes the events of one stream in order. Both methods raise ProviderError: for an error within the stream, and as `malformed` for an
    unreadable event, or for a turn that is requested before the stream's own end mark."""

    def add(self, data: str) -> Sequence[Delta]: ...

    def turn(self) -> Turn: ...


class Codec(Protocol):
    """One protocol: a module of `protocols`. `notes` returns what of a request has no place in its body."""

    def path(self, model: str, *, stream: bool) -> str: ...

    def encode(self, request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]: ...

    def notes(self, request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]: ...

    def streaming(self, body: Mapping[str, Json]) -> dict[str, Json]: ...

    def decode(self, reply: Reply, *, dialect: Dialect) -> Turn: ...

    def streamed(self, dialect: Dialect) -> StreamedTurn: ...


CODECS: dict[Api, str] = {
    "chat": "assistant.protocols.chat",
    "responses": "assistant.protocols.responses",
    "messages": "assistant.protocols.messages",
    "generate_content": "assistant.protocols.generate_content",
}


def codec(api: Api) -> Codec:
    """Return the protocol of that name, imported when it is chosen."""
    return cast("Codec", import_module(CODECS[api]))
