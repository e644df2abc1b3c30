"""The row matcher on made books whose truth is known: what it finds of each kind, how sure it is, and processor seconds."""

import argparse
import time
from collections import Counter
from collections.abc import Sequence

from bench.table import drawn
from reconciliation.matching.problem import solve
from tests.verdicts.worlds.household import household
from tests.verdicts.worlds.measuring import Measured, measured
from tests.verdicts.worlds.shop import shop

WORLDS = {"household": household, "shop": shop}
KINDS = ("plain", "twin", "numbered", "group", "tip", "sign")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--months", type=int, default=12)
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_args()
    rows = [row_of(name, [measured(make(options.months, seed)) for seed in range(options.seeds)]) for name, make in WORLDS.items()]
    heads = ("", "rows", *KINDS, "confident right", "coverage", "wrongly paired", "error", "by nearest", "CPU s / 10,000")
    seconds = [f"{a_row(name, options.months) * 10_000:.2f}" for name in WORLDS]
    print(drawn([heads, *((*row, second) for row, second in zip(rows, seconds, strict=True))]))


def row_of(name: str, measured_seeds: Sequence[Measured]) -> tuple[str, ...]:
    """Shares over all seeds; errors are 1 - F1 over pairs."""
    true, right = (
        sum((counts[place] for counts in ((seed.true, seed.found) for seed in measured_seeds)), Counter[str]()) for place in (0, 1)
    )
    confident = sum(seed.confident for seed in measured_seeds)
    return (
        name,
        str(sum(seed.rows for seed in measured_seeds)),
        *(f"{right[kind] / true[kind]:.3f}" if true[kind] else "-" for kind in KINDS),
        f"{1 - sum(seed.confident_wrong for seed in measured_seeds) / confident:.4f}",
        f"{confident / true.total():.2f}",
        f"{sum(seed.lonely_paired for seed in measured_seeds) / sum(seed.lonely for seed in measured_seeds):.3f}",
        f"{sum(seed.error for seed in measured_seeds) / len(measured_seeds):.4f}",
        f"{sum(seed.error_by_rule for seed in measured_seeds) / len(measured_seeds):.4f}",
    )


def a_row(name: str, months: int) -> float:
    """Processor seconds a row."""
    problem = WORLDS[name](months, 0).problem()
    started = time.process_time()
    solve(problem)
    return (time.process_time() - started) / (len(problem["lines"]) + len(problem["transactions"]))


if __name__ == "__main__":
    main()
