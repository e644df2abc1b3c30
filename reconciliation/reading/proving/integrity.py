"""The gate: do the printed figures prove that the reading is whole?"""

from decimal import Decimal

from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.statement import Integrity


def judge(best: Solution, *, doubts: set[str], printed_both: bool, activity_none: bool) -> Integrity:
    """True only if opening and closing are printed, everything adds up, and nothing at all is doubtful."""
    difference = best.difference
    first_break = min(best.breaks) if best.breaks else None
    if doubts:
        return Integrity(holds=None, difference=difference, first_break=None)
    if first_break is not None or (difference is not None and difference != 0 and printed_both):
        return Integrity(holds=False, difference=difference, first_break=first_break)
    if difference != 0 or not printed_both or best.totals_wrong:
        return Integrity(holds=None, difference=difference)
    if not best.entries and not activity_none:
        return Integrity(holds=None, difference=difference)
    if best.entries and best.movement == 0 == best.opening and not best.follows:
        return Integrity(holds=None, difference=difference)
    return Integrity(holds=True, difference=Decimal(difference))
