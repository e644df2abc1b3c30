"""The generateContent method of the Gemini API and of Vertex."""

from collections.abc import Mapping
from urllib.parse import quote

from assistant.contract import Json, Turn
from assistant.dialects import Dialect
from assistant.protocols.codec import Reply
from assistant.protocols.generate_content.encode import encode, notes
from assistant.protocols.generate_content.stream import GenerateContentStream
from assistant.protocols.generate_content.turns import turn_of
from assistant.protocols.replies import body_of, is_streamed, streamed_turn

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(model: str, *, stream: bool) -> str:
    """Return the path. Without `alt=sse` a stream would be one JSON list."""
    name = quote(model.removeprefix("models/"), safe="")
    return f"/models/{name}:streamGenerateContent?alt=sse" if stream else f"/models/{name}:generateContent"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same body: only the path of a stream differs."""
    return dict(body)


def streamed(dialect: Dialect) -> GenerateContentStream:
    return GenerateContentStream(dialect)


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for
    what is empty, not JSON, without an answer in it, or cut."""
    if is_streamed(reply):
        return streamed_turn(reply, GenerateContentStream(dialect))
    body = body_of(reply)
    return _of_list(body, dialect) if isinstance(body, list) else turn_of(body, dialect)


def _of_list(chunks: list[Json], dialect: Dialect) -> Turn:
    """Return the turn of a stream that was not asked for as events, and so is one JSON list of its chunks."""
    stream = GenerateContentStream(dialect)
    for chunk in chunks:
        stream.add_chunk(chunk)
    return stream.turn()
