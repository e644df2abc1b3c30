"""Keyset pages: the next page begins after a row, not after a count, so that new rows shift nothing.

Lists that hardly change, such as the accounts, have numbered pages.
"""

import datetime as dt
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

RowT = TypeVar("RowT")
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
