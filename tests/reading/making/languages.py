"""How banks of some countries word a statement."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words and the formats of one country's banks."""

    code: str
    currency: str
    symbol: str
    decimal: str
    groups: tuple[str, ...]
    dates: tuple[str, ...]
    short_dates: tuple[str, ...]
    months: tuple[str, ...]
    statement: str
    period: str
    to: str
    account: str
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    brought: tuple[str, ...]
    carried: tuple[str, ...]
    date: tuple[str, ...]
    value: str
    text: tuple[str, ...]
    debit: tuple[str, ...]
    credit: tuple[str, ...]
    amount: tuple[str, ...]
    balance: tuple[str, ...]
    total: str
    money_in: tuple[str, ...]
    money_out: tuple[str, ...]
    page: str
    payees: tuple[str, ...]


def _words(told: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}


def _load() -> tuple[Language, ...]:
    told = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return tuple(Language(**_words(one)) for one in told)


LANGUAGES = _load()
