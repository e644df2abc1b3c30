"""Keyset pages: the next page begins after a row, not after a count, so that new rows shift nothing.

Lists that hardly change, such as the accounts, have numbered pages. A list that its reader can sort names its columns as a `Sorting`.
"""

import datetime as dt
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, F, Field, Func, Model, QuerySet, TextField, Value
from django.http import QueryDict
from django.utils.timezone import is_naive

RowT = TypeVar("RowT")
ModelT = TypeVar("ModelT", bound=Model)
SomeT = TypeVar("SomeT", covariant=True)
NUMBER = re.compile("[1-9][0-9]{0,5}")


class BadPageKey(ValueError):
    """The text is no valid page key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKey:
    """The last row of the page before. As text: 2026-01-31~3f2a..."""

    booked_on: dt.date
    id: uuid.UUID

    def __str__(self) -> str:
        return f"{self.booked_on.isoformat()}~{self.id.hex}"

    @classmethod
    def parse(cls, text: str) -> Self:
        day, _, row = text.partition("~")
        try:
            return cls(booked_on=dt.date.fromisoformat(day), id=uuid.UUID(hex=row))
        except ValueError as error:
            raise BadPageKey(text) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysetPage(Generic[RowT]):
    """Rows and the key of the next page; `next_key` is None on the last page."""

    rows: tuple[RowT, ...]
    next_key: PageKey | None


class Sliceable(Protocol[SomeT]):
    """A list, or a query with an order."""

    def __getitem__(self, some: slice, /) -> Iterable[SomeT]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedPage(Generic[RowT]):
    """Rows of one page; `number` counts from 1, `next_number` is 0 on the last page."""

    rows: tuple[RowT, ...]
    number: int
    next_number: int


def numbered(rows: Sliceable[RowT], size: int, text: str) -> NumberedPage[RowT]:
    """Return the page with that number; the first page if the text is no valid number."""
    number = int(text) if NUMBER.fullmatch(text) else 1
    listed = tuple(rows[(number - 1) * size : number * size + 1])
    return NumberedPage(rows=listed[:size], number=number, next_number=number + 1 if len(listed) > size else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """The orders of a list: the columns of each by its name, the last of which tells all rows apart, and its words.

    `fields` are those of the columns. `first` is the usual order. Orders in `rising` begin with the least value, others with the greatest.
    """

    columns: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, Any]
    fields: "Mapping[str, Field[Any, Any]]"
    first: str
    rising: frozenset[str] = frozenset()

    def order(self, text: str) -> "Order":
        """Return the order of this name; the usual one for any other text."""
        return Order(text if text.removeprefix("-") in self.columns else self.first, self)

    def orders(self) -> "list[Order]":
        return [Order(name, self) for key in self.columns for name in (key, f"-{key}")]


@dataclass(frozen=True, slots=True)
class Order:
    """One order of a list; a minus before its name reverses it."""

    name: str
    of: Sorting

    def __str__(self) -> str:
        """Return the heading of its column and an arrow for the direction."""
        return f"{self.of.labels[self.key]} {'↑' if self.is_rising else '↓'}"

    @property
    def key(self) -> str:
        return self.name.removeprefix("-")

    @property
    def columns(self) -> tuple[str, ...]:
        return self.of.columns[self.key]

    @property
    def is_rising(self) -> bool:
        return (self.key in self.of.rising) != self.name.startswith("-")

    def heads(self, query: QueryDict) -> list[tuple[str, Any, str]]:
        """Return name, heading and link of each column. A link sorts by its column, in reverse if the list is sorted by it already."""
        turned = {key: f"-{key}" if self.name == key else key for key in self.of.labels}
        return [(key, label, query_with(query, sort=turned[key])) for key, label in self.of.labels.items()]


def query_with(query: QueryDict, **changes: str) -> str:
    """Return this query with some changes. A page belongs to its order and filters, so any other change returns to the first page."""
    current = {key: value for key, value in query.items() if key != "after" and value}
    return f"?{urlencode({key: value for key, value in (current | changes).items() if value})}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedPage(Generic[RowT]):
    """Rows of one page, and the key of the next page; empty on the last page."""

    rows: tuple[RowT, ...]
    next_key: str


def sorted_page(shown: "QuerySet[ModelT, ModelT]", order: Order, size: int, key: list[Any]) -> SortedPage[ModelT]:
    """Return up to `size` rows after the values of a key (`values_of_key`); without values the first ones."""
    rows = shown.order_by(*(column if order.is_rising else f"-{column}" for column in order.columns))
    if key:
        columns = together(*map(F, order.columns))
        bounds = together(*(Value(value, order.of.fields[column]) for column, value in zip(order.columns, key, strict=True)))
        sign = " > " if order.is_rising else " < "
        rows = rows.filter(Func(columns, bounds, template="%(expressions)s", arg_joiner=sign, output_field=BooleanField()))
    page_rows = list(rows[: size + 1])
    last = page_rows[size - 1] if len(page_rows) > size else None
    return SortedPage(
        rows=tuple(page_rows[:size]), next_key="~".join(str(getattr(last, column)) for column in order.columns) if last else ""
    )


def values_of_key(text: str, order: Order) -> list[Any]:
    """Return the values of a row in the columns of an order; none if the text is no such key."""
    rest, _, own = text.rpartition("~")
    parts = [*rest.split("~", len(order.columns) - 2), own]
    try:
        values = [order.of.fields[column].clean(part, None) for column, part in zip(order.columns, parts, strict=True)]
    except (ValidationError, ValueError):
        return []
    vague = "\0" in text or any(isinstance(value, dt.datetime) and is_naive(value) for value in values)
    return [] if vague else values


def together(*parts: F | Value) -> Func:
    """Return a row of values. Two are compared as (a, b) < (1, 2), which one index over the columns answers."""
    return Func(*parts, template="(%(expressions)s)", output_field=TextField())
