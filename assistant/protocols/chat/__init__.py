"""Chat Completions: what most servers speak, each with an accent of its own."""

from collections.abc import Mapping

from assistant.contract import Json
from assistant.dialects import Dialect
from assistant.protocols.chat.decode import decode
from assistant.protocols.chat.encode import encode, notes
from assistant.protocols.chat.stream import ChatStream

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/chat/completions"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """The same request, answered as a stream that ends with its usage."""
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def streamed(dialect: Dialect) -> ChatStream:
    return ChatStream(dialect)
