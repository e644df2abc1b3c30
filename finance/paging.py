"""Keyset pages: the next page begins after a row, not after a count, so rows booked meanwhile shift nothing."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

RowT = TypeVar("RowT")


class BadPageKey(ValueError):
    """The text is no key of a page."""


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
class Page(Generic[RowT]):
    """Some rows, and where to go on; `next_key` is None on the last page."""

    rows: tuple[RowT, ...]
    next_key: PageKey | None
