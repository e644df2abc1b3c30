"""Content of a reply, alike for every protocol: an error, a JSON body, or the events of a stream."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assistant.contract import Json, ProviderError, Turn
from assistant.protocols.codec import Reply, StreamedTurn
from assistant.protocols.failures import failure
from assistant.strict_json import UnreadableJson, read

_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also cut at U+2028, which JSON leaves as it is


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


def event_data(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the data of each event as soon as it is whole, comments left out. The last one may lack its blank line: half an object is no
    JSON."""
    pending: list[str] = []
    for line in _lines(pieces):
        if line.startswith("data:"):
            pending.append(line[5:].removeprefix(" "))
        elif not line and pending:
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield whole lines. A carriage return at the end of a piece may be half a line end: it waits for the next piece."""
    rest = ""
    for piece in pieces:
        text = rest + piece
        held = "\r" if text.endswith("\r") else ""
        *lines, rest = _LINE_END.split(text.removesuffix(held))
        rest += held
        yield from lines
    yield from _LINE_END.split(rest)
