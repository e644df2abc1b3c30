"""Numbers of accounts, cards and IBANs are cut to their last four digits before anything leaves for a provider."""

import re
from collections.abc import Generator
from dataclasses import replace

from assistant.contract import Around, Message, Request, ToolResult, Turn, TurnEvent

SHOWN = 4
_DATE = r"(?:19|20)\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?(?:0[1-9]|[12]\d|3[01])"
_IBAN = r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?"
_DIGITS = r"\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{5}|\d{8,}"
_NUMBER = re.compile(rf"(?<![\w.,-])(?:(?P<date>{_DATE})(?![\w-])|(?P<iban>{_IBAN})\b|(?P<digits>{_DIGITS})(?![.,]\d)(?!\w))")


def masked(text: str) -> str:
    """The text with every such number as `…1234`. A day and an amount with decimals are left as they are."""
    return _NUMBER.sub(_cut, text)


def _cut(found: re.Match[str]) -> str:
    number = found.group()
    return number if found["date"] else f"…{re.sub('[ -]', '', number)[-SHOWN:]}"


class Masked(Around):
    """A provider that is never told such a number by us. What it said itself goes back as it was."""

    def generate(self, request: Request) -> Turn:
        return self._provider.generate(_masked(request))

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        yield from self._provider.stream(_masked(request))


def _masked(request: Request) -> Request:
    return replace(request, instructions=masked(request.instructions), messages=[_message(message) for message in request.messages])


def _message(message: Message) -> Message:
    return replace(message, text=masked(message.text), results=tuple(_result(result) for result in message.results))


def _result(result: ToolResult) -> ToolResult:
    return replace(result, content=masked(result.content))
