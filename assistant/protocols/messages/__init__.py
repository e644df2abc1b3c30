"""The Messages API of Anthropic."""

from collections.abc import Mapping

from assistant.contract import Json, Turn
from assistant.dialects import Dialect
from assistant.protocols.codec import Reply
from assistant.protocols.messages.encode import encode, notes
from assistant.protocols.messages.stream import MessagesStream
from assistant.protocols.messages.turns import turn_of
from assistant.protocols.replies import body_of, is_streamed, streamed_turn

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/v1/messages"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    return {**body, "stream": True}


def streamed(dialect: Dialect) -> MessagesStream:
    return MessagesStream(dialect)


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for
    what is empty, not JSON, without an answer in it, or cut."""
    return streamed_turn(reply, MessagesStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)
