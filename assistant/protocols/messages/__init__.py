"""The Messages API of Anthropic."""

from collections.abc import Mapping

from assistant.contract import Json
from assistant.dialects import Dialect
from assistant.protocols.messages.decode import decode
from assistant.protocols.messages.encode import encode, notes
from assistant.protocols.messages.stream import MessagesStream

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/v1/messages"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    return {**body, "stream": True}


def streamed(dialect: Dialect) -> MessagesStream:
    return MessagesStream(dialect)
