"""The row matcher on made books whose truth is known: what it finds of each kind, how sure it is, and processor seconds."""

import argparse
import time
from collections import Counter
from collections.abc import Sequence

from bench.table import drawn
from reconciliation.matching import weigh
from reconciliation.matching.outcome import COMPLETE
from reconciliation.matching.problem import solve
from tests.verdicts.payout_months import large_payout, shop_month
from tests.verdicts.worlds.household import household
from tests.verdicts.worlds.measuring import Measured, measured
from tests.verdicts.worlds.shop import shop

WORLDS = {"household": household, "shop": shop}
MONTHS = 200
"""Made months of payouts."""
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
    print(drawn([("payouts", "explained", "matched", "falsely", "fees wrong", "5,000 payments in one line, CPU s"), of_payouts(MONTHS)]))


def of_payouts(months: int) -> tuple[str, ...]:
    """Return the figures of made months of a shop with three payment processors."""
    counts: Counter[str] = Counter()
    for seed in range(months):
        month = shop_month(seed)
        explained = {one.payout.id: one for one in weigh(month.lines, month.entries, payouts=month.payouts).explanations}
        for payout in month.payouts:
            one = explained.get(payout.id)
            is_matched = one is not None and one.state == COMPLETE
            counts["payouts"] += 1
            counts["explained"] += one is not None and one.line.key == month.line_of[payout.id]
            counts["matched"] += is_matched
            counts["falsely"] += one is not None and is_matched and {row.key for row in one.rows} != month.belongs[payout.id]
            counts["fees"] += one is not None and one.fee is not None and one.fee != month.fee_of.get(payout.id)
    large = large_payout(5_000)
    started = time.process_time()
    weighing = weigh(large.lines, large.entries, payouts=large.payouts)
    seconds = time.process_time() - started
    figures = (str(counts[name]) for name in ("payouts", "explained", "matched", "falsely", "fees"))
    return *figures, f"{seconds:.2f} ({weighing.explanations[0].state})"


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
