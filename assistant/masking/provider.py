"""A provider that receives placeholders for accounts, cards, mailboxes and telephones; its answers are translated back."""

import re
from collections.abc import Generator, Iterator
from dataclasses import replace

from assistant.contract import (
    Around,
    Message,
    Provider,
    ReasoningDelta,
    Request,
    TextDelta,
    Turn,
    TurnEnd,
    TurnEvent,
)
from assistant.masking.json_text import NO_FIELD, strings_rewritten
from assistant.masking.placeholders import Placeholders, begun_in


class Masked(Around):
    """A provider behind placeholders. A turn's `state`, which is the provider's own, still has them, and goes back unchanged."""

    def __init__(self, provider: Provider, money: re.Pattern[str] = NO_FIELD) -> None:
        super().__init__(provider)
        self._money = money

    def generate(self, request: Request) -> Turn:
        stand_ins = Placeholders(self._money)
        return _revealed(self._provider.generate(_hidden(request, stand_ins)), stand_ins)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        stand_ins = Placeholders(self._money)
        yield from _stream(self._provider.stream(_hidden(request, stand_ins)), stand_ins)


def _hidden(request: Request, stand_ins: Placeholders) -> Request:
    instructions = stand_ins.hide(request.instructions)
    return replace(request, instructions=instructions, messages=[_message(message, stand_ins) for message in request.messages])


def _message(message: Message, stand_ins: Placeholders) -> Message:
    return replace(
        message,
        text=stand_ins.hide(message.text),
        turn=_hidden_again(message.turn, stand_ins) if message.turn else None,
        results=tuple(replace(result, content=stand_ins.hide(result.content)) for result in message.results),
    )


def _hidden_again(turn: Turn, stand_ins: Placeholders) -> Turn:
    """Return an earlier turn of the model with the placeholders that it used."""
    hide = stand_ins.hide_again
    calls = tuple(
        replace(call, arguments=strings_rewritten(call.arguments, hide), raw_arguments=hide(call.raw_arguments)) for call in turn.tool_calls
    )
    return replace(turn, text=hide(turn.text), reasoning=hide(turn.reasoning), tool_calls=calls)


def _revealed(turn: Turn, stand_ins: Placeholders) -> Turn:
    reveal = stand_ins.reveal
    calls = tuple(
        replace(call, arguments=strings_rewritten(call.arguments, reveal), raw_arguments=reveal(call.raw_arguments))
        for call in turn.tool_calls
    )
    return replace(turn, text=reveal(turn.text), reasoning=reveal(turn.reasoning), tool_calls=calls)


def _stream(events: Iterator[TurnEvent], stand_ins: Placeholders) -> Iterator[TurnEvent]:
    """Yield the pieces as soon as no placeholder can begin in one of them and end in the next."""
    pending: TextDelta | ReasoningDelta | None = None
    for event in events:
        if pending is not None and type(event) is not type(pending):
            yield replace(pending, text=stand_ins.reveal(pending.text))
            pending = None
        if isinstance(event, TurnEnd):
            yield TurnEnd(_revealed(event.turn, stand_ins))
            continue
        text = pending.text + event.text if pending is not None else event.text
        held = begun_in(text)
        complete, rest = text[: len(text) - held], text[len(text) - held :]
        pending = replace(event, text=rest) if rest else None
        if complete:
            yield replace(event, text=stand_ins.reveal(complete))
