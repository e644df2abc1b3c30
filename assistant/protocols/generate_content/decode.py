"""From a generateContent reply to a Turn."""

from assistant.contract import Json, Turn
from assistant.dialects import Dialect
from assistant.protocols.bodies import body_of, is_streamed, streamed_turn
from assistant.protocols.generate_content.stream import GenerateContentStream
from assistant.protocols.generate_content.turns import turn_of
from assistant.protocols.reply import Reply


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """The turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200,
    and as `malformed` for what is empty, not JSON, without an answer in it, or cut."""
    if is_streamed(reply):
        return streamed_turn(reply, GenerateContentStream(dialect))
    body = body_of(reply)
    return _of_list(body, dialect) if isinstance(body, list) else turn_of(body, dialect)


def _of_list(chunks: list[Json], dialect: Dialect) -> Turn:
    """A stream that was not asked for as events is one JSON list of its chunks."""
    stream = GenerateContentStream(dialect)
    for chunk in chunks:
        stream.add_chunk(chunk)
    return stream.turn()
