"""Chat Completions, the protocol of most servers, each with deviations of its own."""

from collections.abc import Mapping

from assistant.contract import Json, Turn
from assistant.dialects import Dialect
from assistant.protocols.chat.encode import encode, notes
from assistant.protocols.chat.stream import ChatStream
from assistant.protocols.chat.turns import turn_of
from assistant.protocols.codec import Reply
from assistant.protocols.replies import body_of, is_streamed, streamed_turn

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/chat/completions"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same request, answered as a stream that ends with its usage."""
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def streamed(dialect: Dialect) -> ChatStream:
    return ChatStream(dialect)


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for
    what is empty, not JSON, without an answer in it, or cut."""
    return streamed_turn(reply, ChatStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)
