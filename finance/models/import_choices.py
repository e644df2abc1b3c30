"""Choices of a person where a file can be read in more than one way."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self, cast, get_args

DateOrder = Literal["", "dmy", "mdy", "ymd"]
DecimalMark = Literal["", ".", ","]
Sign = Literal["", "as_written", "turned"]
NO_COLUMN = -1
"""The table has no such column, whatever its headings suggest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The account that a file is read for, and today's date: no export is dated a year ahead."""

    currency: str
    kind: str
    today: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Chosen ways of reading a file; empty means "not chosen".

    `columns` is the place of each field in a table, or NO_COLUMN. `account` names one of several accounts of a file.
    """

    account: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    date_order: DateOrder = ""
    decimal_mark: DecimalMark = ""
    sign: Sign = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored choices without those that are no longer valid."""
        return cls(
            account=str(stored.get("account", "")),
            columns={str(name): place for name, place in stored.get("columns", {}).items() if isinstance(place, int)},
            date_order=cast("DateOrder", _one_of(stored.get("date_order"), DateOrder)),
            decimal_mark=cast("DecimalMark", _one_of(stored.get("decimal_mark"), DecimalMark)),
            sign=cast("Sign", _one_of(stored.get("sign"), Sign)),
        )


def _one_of(value: object, allowed: Any) -> str:
    return value if isinstance(value, str) and value in get_args(allowed) else ""
