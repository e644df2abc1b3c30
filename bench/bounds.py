"""The measures of `python -m bench.database` and their bounds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bench.apart import Figures

MONTH = "month of an account"
MONTH_OF_HEAVY = "month of the heavy account, first page"
DEEP = "deep page of the heavy account"
BALANCE = "balance of the heavy account at a date"
BALANCES = "20 balances at a date, one query"
WRITE = "backdated write to the heavy account"
OFFSET = "OFFSET: the same page"
SUM = "SUM: the same balance, no index with amounts"
COVERED_SUM = "SUM: the same balance, from a covering index"
COMMIT = "COMMIT: one row on the disk, nothing else"
OURS = (MONTH, MONTH_OF_HEAVY, DEEP, BALANCE, BALANCES, WRITE)
PEERS = (OFFSET, SUM, COVERED_SUM, COMMIT)

MOST_MS, MOST_GROWTH, LEAST_TIMES = 5.0, 3.0, 100.0


def table(sizes: Iterable[int], small: Figures, large: Figures) -> list[tuple[str, ...]]:
    heads = ("median ms", *(f"{size:,} entries" for size in sizes), "growth")
    return [heads, *((name, f"{small[name]:.2f}", f"{large[name]:.2f}", f"{large[name] / small[name]:.1f}") for name in (*OURS, *PEERS))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    what: str
    figure: float
    least: float = 0.0
    most: float = float("inf")

    @property
    def is_held(self) -> bool:
        return self.least <= self.figure <= self.most

    def __str__(self) -> str:
        bound = f"at least {self.least:g}" if self.least else f"at most {self.most:g}"
        return f"{'held' if self.is_held else 'NOT HELD'}: {self.what}: {self.figure:.3g}, {bound}"


def bounds(small: Figures, large: Figures) -> Iterator[Bound]:
    for name in OURS:
        yield Bound(what=f"{name}, ms", figure=max(small[name], large[name]), most=MOST_MS)
        yield Bound(what=f"{name}, times its figure at the smaller size", figure=large[name] / small[name], most=MOST_GROWTH)
    for ours, theirs in ((DEEP, OFFSET), (BALANCE, SUM)):
        yield Bound(what=f"{ours}, times as fast as {theirs}", figure=large[theirs] / large[ours], least=LEAST_TIMES)
