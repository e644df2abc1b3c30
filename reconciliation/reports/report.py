"""What every report is: facts on top, tables below, notes at the end."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

Cell = str | int | Decimal | dt.date | None
"""A Decimal is an amount in the report's currency; None stays empty: it is not known, or there is none."""


class Weight(StrEnum):
    """How a row stands out: a total has a line above it, a result two below it."""

    ITEM = "item"
    GROUP = "group"
    TOTAL = "total"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """`key` names it for programs, `label` for people. Figures are set right, texts left."""

    key: str
    label: str
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class ReportRow:
    """As many cells as the table has columns."""

    cells: tuple[Cell, ...]
    weight: Weight = Weight.ITEM


@dataclass(frozen=True, slots=True)
class ReportTable:
    """One list. `empty` is said where it has no row."""

    key: str
    title: str
    columns: tuple[ReportColumn, ...]
    rows: Sequence[ReportRow]
    empty: str = ""


@dataclass(frozen=True, slots=True)
class ReportFact:
    """One line of a report's head."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`key` is its name in addresses and file names; amounts are in `currency`, empty where it is not known.

    `for_programs` is what its JSON form holds, where that is a format of its own; else that is made of the tables."""

    key: str
    title: str
    subtitle: str
    currency: str
    facts: Sequence[ReportFact]
    tables: Sequence[ReportTable]
    notes: Sequence[str] = ()
    for_programs: Mapping[str, Any] | None = None
