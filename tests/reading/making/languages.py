"""The wording, days and figures of statements in some countries."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """Formats of days as patterns of `days.py`, decimal mark and thousands marks, and the words."""

    code: str
    currency: str
    symbol: str
    point: str
    groups: tuple[str, ...]
    dates: tuple[str, ...]
    short_dates: tuple[str, ...]
    long: str
    words: dict[str, Any]


def _load() -> dict[str, Country]:
    words = json.loads((HERE / "words.json").read_text(encoding="utf-8"))
    told = json.loads((HERE / "countries.json").read_text(encoding="utf-8"))
    lists = ("groups", "dates", "short_dates")
    return {one["code"]: Country(**{**one, "words": words[one["words"]]} | {name: tuple(one[name]) for name in lists}) for one in told}


COUNTRIES = _load()
