"""The gate: do the printed figures prove that the reading is whole, or contradict one another?"""

from decimal import Decimal

from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.statement import UNNAMED_ENDS, Integrity

NO_EXPLANATION = frozenset(
    {
        *("daily_differs", "summary_differs", "total_differs", "count_differs", "other_balance"),
        *("opening_unnamed", "closing_unnamed", "first_row_unconfirmed", "dates_uncertain", "days_untold"),
        *("of_a_supplier", "side_untold", "zero_rows"),
    }
)
"""Doubts that do not explain why printed figures contradict one another."""
OF_SIDES = frozenset({"orientation", "no_headings", "against_names", "against_sides", "against_marks", "against_types"})
"""Doubts about the side of rows, which matter to a balance that does not follow only if it would with its row's sign turned."""


def judge(best: Solution, *, doubts: set[str], printed_both: bool, activity_none: bool) -> Integrity:
    """True only if opening and closing are printed, everything adds up, and nothing at all is doubtful; False if printed figures contradict
    one another and no doubt says that the rows may be read otherwise."""
    difference = best.difference
    first_break = min(best.breaks) if best.breaks else None
    if _contradicts_itself(best, doubts, printed_both=printed_both):
        return Integrity(holds=False, difference=difference, first_break=first_break)
    if doubts and doubts <= UNNAMED_ENDS.keys() and best.by_group and difference == 0 and not best.totals_wrong:
        return Integrity(holds=None, rows_follow=True, difference=difference)
    if doubts or difference != 0 or not printed_both or best.totals_wrong:
        return Integrity(holds=None, difference=difference)
    if not best.entries and not activity_none:
        return Integrity(holds=None, difference=difference)
    if best.entries and best.movement == 0 == best.opening and not best.follows:
        return Integrity(holds=None, difference=difference)
    return Integrity(holds=True, difference=Decimal(difference))


def _contradicts_itself(best: Solution, doubts: set[str], *, printed_both: bool) -> bool:
    """True if a balance does not follow, or the rows do not lead from opening to closing, and no doubt explains it."""
    if best.breaks:
        return not doubts - NO_EXPLANATION - (set() if best.follows_turned else OF_SIDES)
    return best.difference not in {None, 0} and printed_both and not doubts - NO_EXPLANATION
