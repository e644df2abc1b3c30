"""Content of a reply, alike for every protocol: an error, a JSON body, or the events of a stream."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, ProviderError, Turn
from assistant.protocols.codec import StreamedTurn
from assistant.protocols.failures import failure
from assistant.protocols.reply import Reply
from assistant.protocols.sse import event_data
from assistant.strict_json import UnreadableJson, read


def is_streamed(reply: Reply) -> bool:
    """Return True if the body is a stream of events: some servers answer without one, errors above all."""
    return reply.stream and 200 <= reply.status < 300 and not reply.body.lstrip().startswith(("{", "["))


def streamed_turn(reply: Reply, stream: StreamedTurn) -> Turn:
    """Return the turn of a whole stream."""
    for data in event_data([reply.body]):
        stream.add(data)
    return stream.turn()


def body_of(reply: Reply) -> Json:
    """Return the JSON of a reply. Raises ProviderError: for a status other than a 2xx, and as `malformed` if it cannot be read."""
    if not 200 <= reply.status < 300:
        raise failure(reply)
    try:
        return read(reply.body)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"the body cannot be read: {reason}" if reply.body.strip() else "the body is empty") from None


def event_of(data: str) -> Mapping[str, Any]:
    """Return the JSON object of one event of a stream. Raises ProviderError `malformed`."""
    try:
        event = read(data)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"an event of the stream cannot be read: {reason}") from None
    if not isinstance(event, Mapping):
        raise ProviderError("malformed", "an event of the stream is not an object")
    return event
