"""Numbers of accounts, cards and IBANs are cut to their last four digits before anything leaves for a provider."""

import json
import re
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import replace

from assistant.contract import Around, Json, Message, Provider, Request, ToolResult, Turn, TurnEvent
from assistant.strict_json import write

SHOWN = 4
FEWEST = 9  # digits of a number that is written with hyphens: a day has eight
_DAY = r"(?:19|20)\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?(?:0[1-9]|[12]\d|3[01])"
_DAYS = re.compile(rf"(?:{_DAY}|\d\d?-\d\d?-(?:19|20)\d\d)(?:-(?:{_DAY}|\d\d?-\d\d?-(?:19|20)\d\d))*")
_IBAN = r"(?<![\w.,-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b"
_CARD = r"\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{5}"
_CENTS = r"[.,]\d{1,3}(?!\d)"
_NUMBER = re.compile(rf"(?<![\w.,-]){_DAY}(?![\w-])|{_IBAN}|(?<!\d)(?:{_CARD}|\d+(?:-\d+)+|\d{{8,}})(?!\d|{_CENTS})")
_AMOUNT = re.compile(r"-?\d+(?:\.\d+)?")
NO_FIELD = re.compile(r"(?!)")


def masked(text: str, money: re.Pattern[str] = NO_FIELD) -> str:
    """The text with every such number as `…1234`. A day, and an amount with decimals, is left as it is.

    In a line that is JSON so is a decimal in a field whose name is `money`, or in a column of that name where `columns` names them:
    what code has put there is an amount, however many digits it has. What a document says stands in other fields."""
    return "\n".join(_line(line, money) for line in text.split("\n"))


def _line(line: str, money: re.Pattern[str]) -> str:
    if line.startswith(("{", "[")):
        with suppress(ValueError, RecursionError):  # as any text
            return write(_value(json.loads(line), money, is_money=False))
    return _text(line)


def _value(value: Json, money: re.Pattern[str], *, is_money: bool) -> Json:
    if isinstance(value, Mapping):
        return _object(value, money, is_money=is_money)
    if isinstance(value, list):
        return [_value(item, money, is_money=is_money) for item in value]
    if isinstance(value, bool | float) or value is None or (is_money and _AMOUNT.fullmatch(str(value))):
        return value
    return value if (told := _text(str(value))) == str(value) else told


def _object(value: Mapping[str, Json], money: re.Pattern[str], *, is_money: bool) -> dict[str, Json]:
    columns = value.get("columns")
    names = [str(name) for name in columns] if isinstance(columns, list) else []

    def cells(row: Json) -> Json:
        """A row of the table that `columns` is the head of, or any other value."""
        if not isinstance(row, list) or len(row) != len(names):
            return _value(row, money, is_money=is_money)
        return [_value(cell, money, is_money=_is(name, money)) for name, cell in zip(names, row, strict=True)]

    def inner(name: str, content: Json) -> Json:
        if names and isinstance(content, list) and name != "columns":
            return [cells(row) for row in content]
        return _value(content, money, is_money=is_money or _is(name, money))

    return {_text(name): inner(name, content) for name, content in value.items()}


def _is(name: str, money: re.Pattern[str]) -> bool:
    return money.fullmatch(name) is not None


def _text(text: str) -> str:
    return _NUMBER.sub(_cut, text)


def _cut(found: re.Match[str]) -> str:
    number = found.group()
    letters = re.sub(r"[ -]", "", number)
    is_short = "-" in number and len(letters) < FEWEST
    return number if is_short or _DAYS.fullmatch(number) else f"…{letters[-SHOWN:]}"


class Masked(Around):
    """A provider that is never told such a number by us. What it said itself goes back as it was."""

    def __init__(self, provider: Provider, money: re.Pattern[str] = NO_FIELD) -> None:
        super().__init__(provider)
        self._money = money

    def generate(self, request: Request) -> Turn:
        return self._provider.generate(self._request(request))

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        yield from self._provider.stream(self._request(request))

    def _request(self, request: Request) -> Request:
        instructions = masked(request.instructions, self._money)
        return replace(request, instructions=instructions, messages=[self._message(message) for message in request.messages])

    def _message(self, message: Message) -> Message:
        return replace(message, text=masked(message.text, self._money), results=tuple(map(self._result, message.results)))

    def _result(self, result: ToolResult) -> ToolResult:
        return replace(result, content=masked(result.content, self._money))
