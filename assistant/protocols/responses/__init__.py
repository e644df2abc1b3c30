"""Responses: OpenAI's protocol of items, which several other servers speak too."""

from collections.abc import Mapping

from assistant.contract import Json, Turn
from assistant.dialects import Dialect
from assistant.protocols.codec import Reply
from assistant.protocols.replies import body_of, is_streamed, streamed_turn
from assistant.protocols.responses.encode import encode, notes
from assistant.protocols.responses.stream import ResponsesStream
from assistant.protocols.responses.turns import turn_of

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/responses"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same request, answered as a stream: its last event has the usage."""
    return {**body, "stream": True}


def streamed(dialect: Dialect) -> ResponsesStream:
    return ResponsesStream(dialect)


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error or a failed response inside a 200,
    and as `malformed` for what is empty, not JSON, without an answer in it, unfinished, or cut."""
    return streamed_turn(reply, ResponsesStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)
