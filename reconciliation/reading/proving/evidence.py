"""Evidence about a reading as values: what a check is about, whether it fails for an account, and where on the page.

PROOF.md's questions are the dimensions; docs/decisions/0034 has the measurements behind them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from reconciliation.documents.pages import Box
from reconciliation.reading.proving.case import Case

Place = tuple[int, Box]
"""A page and a box on it."""


class Dimension(Enum):
    """The subject of a check. It decides whether a failure explains why printed figures contradict one another."""

    CONTRADICTION = "a printed figure that the rows do not come to"
    DAYS = "the days of the rows"
    ENDS = "the first and the last balance"
    SIDES = "which rows are money in and which are money out"
    INK = "print that was not read"
    COVERAGE = "figures that are neither a row nor a named figure"
    PARTS = "one account, one period, all pages"
    RIVAL = "another reading that adds up as well"

    @property
    def explains_differences(self) -> bool:
        """True if the rows may be other ones than those that were read. Doubts about sides explain no more than turned signs."""
        return self in {Dimension.INK, Dimension.COVERAGE, Dimension.PARTS, Dimension.RIVAL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check of a reading.

    `fails` says of an account that the check is not passed, `places` where. Beside a certificate, a check that is
    `remark_beside_certificate` forbids nothing: no false proof was ever stopped by it alone. `explains` overrides what the dimension says
    of contradicting figures."""

    code: str
    dimension: Dimension
    fails: Callable[[Case], bool]
    places: Callable[[Case], Iterable[Place]] = lambda _: ()
    remark_beside_certificate: bool = False
    explains: bool | None = None

    @property
    def explains_differences(self) -> bool:
        return self.dimension.explains_differences if self.explains is None else self.explains
