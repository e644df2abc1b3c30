"""A provider that is never told whose account, card, mailbox or telephone it is; what it says of them comes back as what is meant."""

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
    ToolCall,
    ToolResult,
    Turn,
    TurnEnd,
    TurnEvent,
)
from assistant.masking.json_text import NO_FIELD, strings_told
from assistant.masking.stand_ins import Placeholders, begun_in


class Masked(Around):
    """Tells it stand-ins. A turn's `state`, which is the provider's own, keeps them, and goes back as it was."""

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
        turn=_told_again(message.turn, stand_ins) if message.turn else None,
        results=tuple(_result(result, stand_ins) for result in message.results),
    )


def _result(result: ToolResult, stand_ins: Placeholders) -> ToolResult:
    return replace(result, content=stand_ins.hide(result.content))


def _told_again(turn: Turn, stand_ins: Placeholders) -> Turn:
    """What the model said, in the words in which it said it."""
    hide = stand_ins.hide_again
    calls = tuple(
        replace(call, arguments=strings_told(call.arguments, hide), raw_arguments=hide(call.raw_arguments)) for call in turn.tool_calls
    )
    return replace(turn, text=hide(turn.text), reasoning=hide(turn.reasoning), tool_calls=calls)


def _revealed(turn: Turn, stand_ins: Placeholders) -> Turn:
    calls = tuple(_call(call, stand_ins) for call in turn.tool_calls)
    return replace(turn, text=stand_ins.reveal(turn.text), reasoning=stand_ins.reveal(turn.reasoning), tool_calls=calls)


def _call(call: ToolCall, stand_ins: Placeholders) -> ToolCall:
    reveal = stand_ins.reveal
    return replace(call, arguments=strings_told(call.arguments, reveal), raw_arguments=reveal(call.raw_arguments))


def _stream(events: Iterator[TurnEvent], stand_ins: Placeholders) -> Iterator[TurnEvent]:
    """Pieces come on as soon as no stand-in can begin in them and end in the next."""
    kept: TextDelta | ReasoningDelta | None = None
    for event in events:
        if kept is not None and type(event) is not type(kept):
            yield replace(kept, text=stand_ins.reveal(kept.text))
            kept = None
        if isinstance(event, TurnEnd):
            yield TurnEnd(_revealed(event.turn, stand_ins))
            continue
        text = kept.text + event.text if kept is not None else event.text
        held = begun_in(text)
        told, rest = text[: len(text) - held], text[len(text) - held :]
        kept = replace(event, text=rest) if rest else None
        if told:
            yield replace(event, text=stand_ins.reveal(told))
