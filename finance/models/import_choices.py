"""What a person chose where a file can be read in more than one way."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self, cast, get_args

DateOrder = Literal["", "dmy", "mdy", "ymd"]
DecimalMark = Literal["", ".", ","]
Sign = Literal["", "as_written", "turned"]
NO_COLUMN = -1
"""The table has no such column, whatever a name in it is taken for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The account that a file is read for, and today: no export is of a year from now."""

    currency: str
    kind: str
    today: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Empty is "not chosen". `columns` says at which place of a table a field stands, or NO_COLUMN.
    `account` names one of several accounts of a file."""

    account: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    date_order: DateOrder = ""
    decimal_mark: DecimalMark = ""
    sign: Sign = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Only what this class knows: a stored choice that is none any more is as good as not made."""
        return cls(
            account=str(stored.get("account", "")),
            columns={str(name): place for name, place in stored.get("columns", {}).items() if isinstance(place, int)},
            date_order=cast("DateOrder", _one_of(stored.get("date_order"), DateOrder)),
            decimal_mark=cast("DecimalMark", _one_of(stored.get("decimal_mark"), DecimalMark)),
            sign=cast("Sign", _one_of(stored.get("sign"), Sign)),
        )


def _one_of(value: object, allowed: Any) -> str:
    return value if isinstance(value, str) and value in get_args(allowed) else ""
