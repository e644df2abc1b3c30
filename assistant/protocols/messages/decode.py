"""From a Messages reply to a Turn."""

from assistant.contract import Turn
from assistant.dialects import Dialect
from assistant.protocols.bodies import body_of, is_streamed, streamed_turn
from assistant.protocols.messages.stream import MessagesStream
from assistant.protocols.messages.turns import turn_of
from assistant.protocols.reply import Reply


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """The turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200,
    and as `malformed` for what is empty, not JSON, without an answer in it, or cut."""
    return streamed_turn(reply, MessagesStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)
