"""What rows come to on either side of an account."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Sides:
    """Money in and money out, both as positive numbers, and the number of rows of each and of all. Rows of unknown amount are left out."""

    into: Decimal
    out: Decimal
    rows_in: int
    rows_out: int
    rows: int

    @property
    def net(self) -> Decimal:
        return self.into - self.out

    @property
    def sizes(self) -> set[Decimal]:
        """The sums that a total of these rows may print: of either side, and what both come to."""
        return {self.into, self.out, abs(self.net)}

    @property
    def counts(self) -> set[int]:
        """The numbers of rows that may be printed; one of nothing counts on either side."""
        return {self.rows, self.rows_in, self.rows_out, self.rows - self.rows_in, self.rows - self.rows_out}


def sides_of(amounts: Iterable[Decimal | None]) -> Sides:
    known = [amount for amount in amounts if amount is not None]
    into, out = [amount for amount in known if amount > 0], [-amount for amount in known if amount < 0]
    return Sides(sum(into, NOTHING), sum(out, NOTHING), len(into), len(out), len(known))
