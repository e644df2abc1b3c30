"""Orders of the list of imports and its keyset pages: each page begins after a row, so the last is as quick as the first."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Func, Value
from django.db.models.functions import Coalesce
from django.utils.timezone import is_naive

from reconciliation.models import StatementImport
from reconciliation.models.querysets import StatementImportQuerySet

PER_PAGE = 25
FIELDS: dict[str, "models.Field[Any, Any]"] = {
    "urgency": models.SmallIntegerField(),
    "uploaded_at": models.DateTimeField(),
    "filename": models.CharField(),
    "last_day": models.DateField(),
    "unsettled": models.BigIntegerField(),
    "id": models.UUIDField(),
}
COLUMNS = {
    "person": ("urgency", "uploaded_at", "id"),
    "uploaded": ("uploaded_at", "id"),
    "file": ("filename", "id"),
    "period": ("last_day", "id"),
    "difference": ("unsettled", "id"),
}
FIRST = "person"
RISING = {"file"}  # these begin with the least, the others with the greatest


@dataclass(frozen=True, slots=True)
class Order:
    """An order by one of `COLUMNS`; a minus before its name reverses it."""

    name: str

    @classmethod
    def parse(cls, text: str) -> "Order":
        return cls(text if text.removeprefix("-") in COLUMNS else FIRST)

    @property
    def key(self) -> str:
        return self.name.removeprefix("-")

    @property
    def columns(self) -> tuple[str, ...]:
        return COLUMNS[self.key]

    @property
    def directed(self) -> list[str]:
        return [column if self.is_rising else f"-{column}" for column in self.columns]

    @property
    def is_rising(self) -> bool:
        return (self.key in RISING) != self.name.startswith("-")

    def turned(self, key: str) -> str:
        """Return the order that a click on the head of a column asks for: by that column, reversed if it is already the order."""
        return f"-{key}" if self.name == key else key


ORDERS = [Order(name) for key in COLUMNS for name in (key, f"-{key}")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportsPage:
    """One page of imports, and the key of the next page; empty on the last page."""

    rows: tuple[StatementImport, ...]
    next_key: str


def page_of(shown: StatementImportQuerySet, order: Order, after: str) -> ImportsPage:
    """Return up to `PER_PAGE` rows after the key `after`, or the first ones if it is no key of this order."""
    last_day, unsettled = Coalesce("period_end", Value(dt.date.min)), Coalesce("to_settle_hundredths", Value(-1))
    rows = shown.annotate(last_day=last_day, unsettled=unsettled).order_by(*order.directed)
    values = parsed(after, order)
    if values:
        rows = rows.filter(_beyond(order, values))
    page_rows = list(rows[: PER_PAGE + 1])
    more = len(page_rows) > PER_PAGE
    return ImportsPage(
        rows=tuple(page_rows[:PER_PAGE]),
        next_key="~".join(str(getattr(page_rows[PER_PAGE - 1], column)) for column in order.columns) if more else "",
    )


def parsed(text: str, order: Order) -> list[Any]:
    """Return the values of a row in the columns of an order, or None if the text is no such key."""
    rest, _, own = text.rpartition("~")
    parts = [*rest.split("~", len(order.columns) - 2), own]
    try:
        values = [FIELDS[column].clean(part, None) for column, part in zip(order.columns, parts, strict=True)]
    except (ValidationError, ValueError):
        return []
    vague = "\0" in text or any(isinstance(value, dt.datetime) and is_naive(value) for value in values)
    return [] if vague else values


def _beyond(order: Order, values: list[Any]) -> Func:
    """Return the condition (a, b, c) < (1, 2, 3), in a form that an index over the three columns answers."""
    columns = _together(*map(F, order.columns))
    bounds = _together(*(Value(value, FIELDS[column]) for column, value in zip(order.columns, values, strict=True)))
    sign = " > " if order.is_rising else " < "
    return Func(columns, bounds, template="%(expressions)s", arg_joiner=sign, output_field=models.BooleanField())


def _together(*parts: F | Value) -> Func:
    return Func(*parts, template="(%(expressions)s)", output_field=models.TextField())
