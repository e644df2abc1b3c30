"""The headings of one table: which columns they name, and which figures belong to each."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reconciliation.reading.headings.roles import Column
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES

NEAR, NEAR_DAY = 30.0, 60.0  # points between a figure, or a day, and the heading it may still belong to
FLUSH = 2.0  # points between the left edges of a heading and of what begins with it
EDGE = 5.0  # points by which the middle of a figure may lie beside its column's others


@dataclass(frozen=True)
class Header:
    """The headings of one table, left to right."""

    columns: tuple[Column, ...]
    row: Printed | None = None
    section: str = ""  # what the heading of the descriptions says of the rows' direction
    by_place: bool = False  # no headings: told from where the figures stand
    by_order: bool = False  # told from their order alone
    figures_at: tuple[Column, ...] = ()  # where the figures of the columns stand, if not as their headings do
    ends: frozenset[tuple[str, int]] = frozenset()  # where figures of its columns end, by their roles

    @cached_property
    def roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.columns)

    @cached_property
    def money(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.role in MONEY_ROLES)

    @cached_property
    def money_roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.money)

    @cached_property
    def figured(self) -> tuple[Column, ...]:
        """The columns under which figures are printed: money, and asides."""
        return tuple(column for column in self.columns if column.role in MONEY_ROLES or column.role == "aside")

    @cached_property
    def below(self) -> str:
        """The role of a day on the second line of a row, under its first; empty if the headings name none."""
        return next((column.below for column in self.columns if column.below), "")

    @cached_property
    def signature(self) -> tuple[tuple[str, int], ...]:
        """The roles and places of the money columns, which are the same where a table goes on."""
        return tuple((column.role, round(column.x0 / 12)) for column in self.money)

    def stands_as(self, other: "Header") -> bool:
        """True if its columns are in the same places."""
        pairs = zip(self.columns, other.columns, strict=False)
        return len(self.columns) == len(other.columns) and all(abs(column.x0 - its.x0) <= FLUSH for column, its in pairs)

    def column_of(self, figure: Figure) -> Column | None:
        """Return the column under whose heading the figure is printed."""
        if self.by_place:
            middle = (figure.x0 + figure.x1) / 2
            return next((column for column in self.figured if column.x0 - EDGE <= middle <= column.x1 + EDGE), None)
        nearest = min(self.figures_at or self.figured, key=lambda column: column.distance(figure), default=None)
        if nearest is None or nearest.distance(figure) <= FLUSH:
            return nearest
        among_words = any(column.role == "text" and abs(column.x0 - figure.x0) <= FLUSH for column in self.columns)
        return nearest if not among_words and (nearest.distance(figure) <= NEAR or nearest.overlaps(figure)) else None

    def first_money(self) -> float:
        return min((column.x0 for column in self.money), default=0.0)

    def date_of(self, day: Day, others: Sequence[Day] = ()) -> str | None:
        """Return the date role under whose heading the day is printed, if no other day is nearer to it."""
        dated = [column for column in self.columns if column.role in DATE_ROLES]
        nearest = min(dated, key=lambda column: abs(column.x0 - day.x0), default=None)
        distance = abs(nearest.x0 - day.x0) if nearest is not None else NEAR_DAY
        if nearest is None or distance >= NEAR_DAY or any(abs(nearest.x0 - other.x0) < distance for other in others):
            return None
        return nearest.role


def groups_of(header: Header) -> list[tuple[float, float, Header]]:
    """Return the x range and the header of each of several tables printed side by side under one header; empty for one table."""
    columns, roles = header.columns, header.roles
    for times in (4, 3, 2):
        size, rest = divmod(len(roles), times)
        if size >= 2 and not rest and roles == roles[:size] * times and MONEY_ROLES & set(roles[:size]):
            parts = [columns[start : start + size] for start in range(0, len(columns), size)]
            between = [(max(before[-1].x1, after[0].x0 - 24) + after[0].x0) / 2 for before, after in itertools.pairwise(parts)]
            return [(x0, x1, Header(part, header.row)) for x0, x1, part in zip([0.0, *between], [*between, 1e6], parts, strict=True)]
    return []
