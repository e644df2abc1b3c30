"""Going on from an answer that the server kept, instead of sending all of the conversation again."""

import hashlib
from collections.abc import Sequence

from assistant.contract import Json, Message
from assistant.dialects import Dialect
from assistant.protocols.asking import own_state
from assistant.protocols.responses.history import Item, input_items
from assistant.protocols.responses.turns import ASKED
from assistant.strict_json import write


def continued(messages: Sequence[Message], *, dialect: Dialect, model: str, instructions: str, items: list[Item]) -> dict[str, Json]:
    """The fields that go on from the last answer where it answered this very conversation, asked of this model with these instructions.
    What is asked now goes along as metadata, which comes back with the answer."""
    fields: dict[str, Json] = {"metadata": {ASKED: _digest(model, instructions, items)}}
    place = next((place for place in reversed(range(len(messages))) if messages[place].turn is not None), None)
    turn = messages[place].turn if place is not None else None
    if place is None or turn is None or not turn.response_id:
        return fields
    if own_state(turn, dialect).get(ASKED) != _digest(model, instructions, input_items(messages[:place], dialect)):
        return fields
    known = len(input_items(messages[: place + 1], dialect))
    return {**fields, "previous_response_id": turn.response_id, "input": items[known:]}


def _digest(model: str, instructions: str, items: list[Item]) -> str:
    return hashlib.sha256(write([model, instructions, items]).encode()).hexdigest()
