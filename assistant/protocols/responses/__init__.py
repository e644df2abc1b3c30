"""Responses: OpenAI's protocol of items, which several other servers speak too."""

from collections.abc import Mapping

from assistant.contract import Json
from assistant.dialects import Dialect
from assistant.protocols.responses.decode import decode
from assistant.protocols.responses.encode import encode, notes
from assistant.protocols.responses.stream import ResponsesStream

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/responses"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """The same request, answered as a stream: its last event has the usage."""
    return {**body, "stream": True}


def streamed(dialect: Dialect) -> ResponsesStream:
    return ResponsesStream(dialect)
