"""The headings of one table: which columns they name, and which figures belong to each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reconciliation.reading.headings.roles import Column
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES

NEAR = 30.0  # points between a figure and the heading it may still belong to
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
        """The columns under which figures stand: money, and what is told beside it."""
        return tuple(column for column in self.columns if column.role in MONEY_ROLES or column.role == "aside")

    @cached_property
    def below(self) -> str:
        """The role of a day that stands on the second line of a row, under its first; empty where the headings tell of none."""
        return next((column.below for column in self.columns if column.below), "")

    @cached_property
    def signature(self) -> tuple[tuple[str, int], ...]:
        """Tables whose headings have the same roles in the same places are one table that goes on."""
        return tuple((column.role, round(column.x0 / 12)) for column in self.money)

    def stands_as(self, other: "Header") -> bool:
        """Are its columns in the same places, so that both name them alike?"""
        if len(self.columns) != len(other.columns):
            return False
        return all(abs(one.x0 - its.x0) <= FLUSH for one, its in zip(self.columns, other.columns, strict=True))

    def column_of(self, figure: Figure) -> Column | None:
        """The column under whose heading the figure stands."""
        if self.by_place:
            middle = (figure.x0 + figure.x1) / 2
            return next((column for column in self.figured if column.x0 - EDGE <= middle <= column.x1 + EDGE), None)
        columns = self.figures_at or self.figured
        if not columns:
            return None
        distances = [column.distance(figure) for column in columns]
        distance = min(distances)
        best = columns[distances.index(distance)]
        if distance <= FLUSH:
            return best
        overlap = min(best.x1, figure.x1) - max(best.x0, figure.x0)
        return best if (distance <= NEAR or overlap > 0) and not self._begins_as_words(figure) else None

    def _begins_as_words(self, figure: Figure) -> bool:
        """Does it begin where the descriptions do?"""
        return any(column.role == "text" and abs(column.x0 - figure.x0) <= FLUSH for column in self.columns)

    def first_money(self) -> float:
        return min((column.x0 for column in self.money), default=0.0)

    def date_of(self, day: Day, others: Sequence[Day] = ()) -> str | None:
        """The date role under whose heading the day stands, and none of the others nearer."""
        dated = [column for column in self.columns if column.role in DATE_ROLES]
        best = min(dated, key=lambda column: abs(column.x0 - day.x0), default=None)
        if best is None or abs(best.x0 - day.x0) >= 60 or any(abs(best.x0 - one.x0) < abs(best.x0 - day.x0) for one in others):
            return None
        return best.role


def groups_of(header: Header) -> list[tuple[float, float, Header]]:
    """Tables printed side by side under one header: the x range and the header of each, or nothing."""
    roles = list(header.roles)
    for times in (4, 3, 2):
        size, rest = divmod(len(roles), times)
        if size >= 2 and not rest and all(roles[i] == roles[i % size] for i in range(len(roles))) and MONEY_ROLES & set(roles[:size]):
            return _split(header, size)
    return []


def _split(header: Header, size: int) -> list[tuple[float, float, Header]]:
    parts = [header.columns[start : start + size] for start in range(0, len(header.columns), size)]
    lefts = [part[0].x0 for part in parts]
    before = [part[-1].x1 for part in parts]
    bounds = [0.0] + [(max(right, left - 24) + left) / 2 for right, left in zip(before, lefts[1:], strict=False)] + [1e6]
    return [(bounds[i], bounds[i + 1], Header(tuple(part), header.row)) for i, part in enumerate(parts)]
