"""Rewriting of texts that may hold lines of JSON: their strings are replaced one by one, their punctuation is not touched."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from assistant.contract import Json
from assistant.strict_json import write

_AMOUNT = re.compile(r"-?\d+(?:\.\d+)?")
NO_FIELD = re.compile(r"(?!)")
Tell = Callable[[str], str]


def lines_rewritten(text: str, tell: Tell, money: re.Pattern[str]) -> str:
    """Return the text with `tell` applied to each string of a line of JSON and to each other line. Decimals in a field whose name
    matches `money`, or in such a column of a table with `columns` (also of grouped rows), are unchanged: code has put them there, so
    they are amounts, whatever their length."""
    return "\n".join(_line(line, _Telling(tell, money)) for line in text.split("\n"))


def strings_rewritten(value: Json, tell: Tell) -> Json:
    """Return the same value with `tell` applied to each of its strings; names of fields stay."""
    if isinstance(value, Mapping):
        return {name: strings_rewritten(item, tell) for name, item in value.items()}
    if isinstance(value, list):
        return [strings_rewritten(item, tell) for item in value]
    return tell(value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class _Telling:
    tell: Tell
    money: re.Pattern[str]

    def value(self, value: Json, *, is_money: bool) -> Json:
        if isinstance(value, Mapping):
            return self.fields(value, is_money=is_money)
        if isinstance(value, list):
            return [self.value(item, is_money=is_money) for item in value]
        if isinstance(value, bool | float) or value is None or (is_money and _AMOUNT.fullmatch(str(value))):
            return value
        return value if (text := self.tell(str(value))) == str(value) else text

    def fields(self, value: Mapping[str, Json], *, is_money: bool) -> dict[str, Json]:
        columns = value.get("columns")
        names = [str(name) for name in columns] if isinstance(columns, list) else []

        def inner(name: str, content: Json) -> Json:
            if names and name != "columns" and (rows := self._table(content, names, is_money=is_money)) is not None:
                return rows
            return self.value(content, is_money=is_money or self._is_money(name))

        return {self.tell(name): inner(name, content) for name, content in value.items()}

    def _table(self, content: Json, names: list[str], *, is_money: bool) -> Json:
        """Return rows, or groups of rows by what they have in common; None for anything else."""
        if isinstance(content, list):
            return [self._cells(row, names, is_money=is_money) for row in content]
        if isinstance(content, Mapping) and all(isinstance(rows, list) for rows in content.values()):
            return {self.tell(group): self._table(rows, names, is_money=is_money) for group, rows in content.items()}
        return None

    def _cells(self, row: Json, names: list[str], *, is_money: bool) -> Json:
        """Return a row of the table with the headings `names`, or any other value."""
        if not isinstance(row, list) or len(row) != len(names):
            return self.value(row, is_money=is_money)
        return [self.value(cell, is_money=self._is_money(name)) for name, cell in zip(names, row, strict=True)]

    def _is_money(self, name: str) -> bool:
        return self.money.fullmatch(name) is not None


def _line(line: str, telling: _Telling) -> str:
    if line.startswith(("{", "[")):
        with suppress(ValueError, RecursionError):  # as any text
            return write(telling.value(json.loads(line), is_money=False))
    return telling.tell(line)
