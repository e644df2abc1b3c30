"""What every format comes to: the rows of an account, and the balances that the file says beside them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from finance.models.codes import NONE, Codes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One entry of a file, signed from the holder's side.

    `place` is its line, or its count where the format has no lines that a person would look up. Texts are as written: nothing in
    them is interpreted. A row that cannot be taken says so in `problem`; its date or amount is then None where it is not known.
    """

    place: int
    booked_on: dt.date | None
    amount: Decimal | None
    description: str = ""
    external_id: str = ""
    reference: str = ""
    number: str = ""
    status: str = "posted"
    is_brought_forward: bool = False
    is_excluded: bool = False
    currency: str = ""
    codes: Codes = NONE
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBalance:
    """A balance that the file says, at the end of its day; the day is None where the file names none."""

    amount: Decimal
    as_of: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """One account's part of a file. `name` tells it from the others; `number` and `currency` are empty where the file is silent."""

    rows: tuple[FileRow, ...]
    name: str = ""
    number: str = ""
    currency: str = ""
    kind: str = ""
    opening: SaidBalance | None = None
    closing: SaidBalance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedFile:
    """A file that was read. `way` tells rows of one source from those of another: the ids of two ways have nothing to do with
    each other. `questions` name the choices that the file leaves open: until they are answered, nothing is imported."""

    format: str
    way: str
    accounts: tuple[FileAccount, ...]
    questions: tuple[str, ...] = ()
    table: "TableShape | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """How the columns of a table were taken, for a person to correct. `columns` says where each field stands."""

    header: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    columns: dict[str, int]
    date_order: str
    date_orders: tuple[str, ...]
    decimal_mark: str
    decimal_marks: tuple[str, ...]


def told_apart(parts: Iterable[FileAccount]) -> Iterator[FileAccount]:
    """No two by one name: a choice names its account."""
    seen: dict[str, int] = defaultdict(int)
    for part in parts:
        seen[part.name] += 1
        yield part if seen[part.name] == 1 else replace(part, name=f"{part.name} ({seen[part.name]})")
