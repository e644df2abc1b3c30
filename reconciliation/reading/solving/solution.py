"""One way to read an account, and what adds up in it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.solving.sides import Sides, sides_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.money_marks import IN_MARKS


@dataclass(eq=False)
class Solution:
    """One way to read an account, and what adds up in it."""

    entries: list[Entry]  # in printed order
    amounts: list[Decimal | None]
    balances: list[Decimal | None]
    opening: Decimal | None
    closing: Decimal | None
    newest_first: bool
    ways: tuple[str, ...]
    left_out: tuple[Table, ...] = ()
    tables: tuple[Table, ...] = ()
    follows: int = 0  # printed balances that follow
    breaks: list[int] = field(default_factory=list)
    totals_right: int = 0
    totals_wrong: int = 0

    @cached_property
    def movement(self) -> Decimal:
        return sum((amount for amount in self.amounts if amount is not None), Decimal(0))

    @cached_property
    def sides(self) -> Sides:
        return sides_of(self.amounts)

    @cached_property
    def sides_of_tables(self) -> dict[int, Sides]:
        return self._sides_by(lambda entry: entry.table_id)

    @cached_property
    def sides_of_pages(self) -> dict[int, Sides]:
        return self._sides_by(lambda entry: entry.page)

    def _sides_by(self, key: Callable[[Entry], int]) -> dict[int, Sides]:
        amounts: dict[int, list[Decimal | None]] = defaultdict(list)
        for entry, amount in zip(self.entries, self.amounts, strict=True):
            amounts[key(entry)].append(amount)
        return {one: sides_of(some) for one, some in amounts.items()}

    def known(self) -> Iterator[tuple[Entry, Decimal]]:
        """The rows of known amount, in printed order."""
        return ((entry, amount) for entry, amount in zip(self.entries, self.amounts, strict=True) if amount is not None)

    @cached_property
    def amount_of(self) -> dict[int, Decimal]:
        """The known amounts by the identity of their rows."""
        return {id(entry): amount for entry, amount in self.known()}

    @property
    def difference(self) -> Decimal | None:
        if self.opening is None or self.closing is None:
            return None
        return self.closing - self.opening - self.movement

    @property
    def by_row(self) -> bool:
        """Does every row print a balance, and every one of them follow?"""
        return self.follows == len(self.entries) and not self.breaks

    @property
    def by_group(self) -> bool:
        """True if every printed balance follows, and the last row in time prints one: each row, each day or each group is confirmed."""
        last = self.balances[0 if self.newest_first else -1] if self.balances else None
        printed = sum(balance is not None for balance in self.balances)
        return last is not None and self.follows == printed and not self.breaks

    @property
    def follows_turned(self) -> bool:
        """Would a balance that does not follow do so with the sign of its row turned?"""
        step = 1 if self.newest_first else -1
        last = len(self.entries) - 1 if self.newest_first else 0
        before = [self.opening if index == last else self.balances[index + step] for index in self.breaks]
        return any(
            amount is not None and balance is not None and start is not None and start - amount == balance
            for start, amount, balance in zip(
                before, *([some[index] for index in self.breaks] for some in (self.amounts, self.balances)), strict=True
            )
        )

    @property
    def score(self) -> float:
        """What adds up counts for the reading, what contradicts it against."""
        worth = 0.0
        if self.difference is not None:
            worth += 12 if self.difference == 0 else -6
        worth += 3 * self.follows - 4 * len(self.breaks) + 2 * self.totals_right - 2 * self.totals_wrong
        return worth - 3 * sum(amount is None for amount in self.amounts)


def owed_value(figure: Figure, *, owed: bool) -> Decimal:
    """A balance from the holder's side: on a card what is printed plainly is owed, CR is in the holder's favour."""
    if not owed:
        return figure.printed
    if figure.mark in IN_MARKS or figure.sign < 0:
        return figure.size
    return -figure.size
