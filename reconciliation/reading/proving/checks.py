"""The closed list of checks that may forbid a proof, each under the question that it belongs to.

PROOF.md's questions are the dimensions; docs/decisions/0034 has the measurements behind them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.accounts.dates import untold
from reconciliation.reading.proving import balances, coverage, days, ends, orientation, parts, rivals, sides, totals, unbooked
from reconciliation.reading.proving.case import Case
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.rows import Row


class Dimension(Enum):
    """The subject of a check."""

    CONTRADICTION = "a printed figure that the rows do not come to"
    DAYS = "the days of the rows"
    ENDS = "the first and the last balance"
    SIDES = "which rows are money in and which are money out"
    INK = "print that was not read"
    COVERAGE = "figures that are neither a row nor a named figure"
    PARTS = "one account, one period, all pages"
    RIVAL = "another reading that adds up as well"


CONTRADICTION, DAYS, ENDS, SIDES, INK, COVERAGE, PARTS, RIVAL = Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: `fails` says of an account that it is not passed, `places` where; without `fails`, any place fails it.

    Beside a certificate, a `remark_beside_certificate` forbids nothing: no false proof was ever stopped by it alone. `explains` overrides
    what the dimension says of contradicting figures. `contradicts_balances`: the print contradicts itself if a balance follows each row."""

    code: str
    dimension: Dimension
    fails: Callable[[Case], bool] | None = None
    places: Callable[[Case], Iterable[Entry | UnreadRow | Row]] = lambda _: ()
    remark_beside_certificate: bool = False
    explains: bool | None = None
    contradicts_balances: bool = False

    def fails_for(self, case: Case) -> bool:
        return any(True for _ in self.places(case)) if self.fails is None else self.fails(case)

    @property
    def explains_differences(self) -> bool:
        """True if the rows may be other ones than those that were read. Doubts about sides explain no more than turned signs."""
        return self.dimension in {INK, COVERAGE, PARTS, RIVAL} if self.explains is None else self.explains


def _doubt_of_draft(code: str) -> Callable[[Case], bool]:
    """Return a check of what was noted when the document was divided into accounts."""
    return lambda case: code in case.draft.doubts


CHECKS: tuple[Check, ...] = (
    Check(code="total_differs", dimension=CONTRADICTION, fails=totals.total_differs),
    Check(code="summary_differs", dimension=CONTRADICTION, fails=totals.summary_differs),
    Check(code="count_differs", dimension=CONTRADICTION, fails=totals.count_differs),
    Check(code="daily_differs", dimension=CONTRADICTION, fails=balances.daily_differs),
    Check(code="other_balance", dimension=CONTRADICTION, fails=balances.other_balance),
    Check(code="currency_differs", dimension=CONTRADICTION, fails=parts.currency_differs, explains=True),
    Check(code="unbooked_counted", dimension=CONTRADICTION, fails=unbooked.unbooked_counted, explains=True),
    Check(code="dates_uncertain", dimension=DAYS, fails=days.dates_uncertain),
    Check(code="days_untold", dimension=DAYS, fails=lambda case: untold(case.best.tables, case.calendar)),
    Check(code="opening_unnamed", dimension=ENDS, fails=ends.opening_unnamed, places=lambda case: case.entries_in_time[:1]),
    Check(code="first_row_unconfirmed", dimension=ENDS, fails=ends.first_row_unconfirmed, places=lambda case: case.entries_in_time[:1]),
    Check(code="closing_unnamed", dimension=ENDS, fails=ends.closing_unnamed, places=lambda case: case.entries_in_time[-1:]),
    Check(code="orientation", dimension=SIDES, fails=lambda case: orientation.unoriented(case) or sides.against_headings(case)),
    Check(code="no_headings", dimension=SIDES, fails=sides.no_headings),
    Check(code="against_names", dimension=SIDES, fails=sides.against_names),
    Check(code="against_sides", dimension=SIDES, fails=sides.against_sides),
    Check(code="against_marks", dimension=SIDES, places=sides.rows_against_printed_marks, contradicts_balances=True),
    Check(code="against_types", dimension=SIDES, places=sides.rows_against_types, contradicts_balances=True),
    Check(code="side_untold", dimension=SIDES, fails=sides.side_untold, explains=False),
    Check(code="ink_unread", dimension=INK, places=lambda case: case.marks),
    Check(code="page_unread", dimension=INK, fails=lambda case: not case.whole),
    Check(
        code="figures_unaccounted",
        dimension=COVERAGE,
        fails=coverage.figures_unaccounted,
        places=lambda case: [line.row for line in case.unaccounted if line],
    ),
    Check(code="under_unread", dimension=COVERAGE, fails=sides.under_unread),
    Check(code="overview_differs", dimension=COVERAGE, fails=_doubt_of_draft("overview_differs")),
    Check(code="page_missing", dimension=PARTS, fails=parts.page_missing),
    Check(code="page_repeated", dimension=PARTS, fails=parts.page_repeated, remark_beside_certificate=True),
    Check(code="two_accounts", dimension=PARTS, fails=parts.two_accounts),
    Check(code="two_statements", dimension=PARTS, fails=parts.two_statements),
    Check(code="of_a_supplier", dimension=PARTS, fails=parts.of_a_supplier, remark_beside_certificate=True, explains=False),
    Check(code="segments", dimension=PARTS, fails=parts.in_segments),
    Check(code="pieces", dimension=PARTS, fails=_doubt_of_draft("pieces")),
    Check(code="repeated", dimension=PARTS, fails=_doubt_of_draft("repeated")),
    Check(code="several_readings", dimension=RIVAL, fails=rivals.several_readings, remark_beside_certificate=True),
    Check(code="joined_lines", dimension=RIVAL, fails=rivals.joined_lines),
    Check(code="zero_rows", dimension=RIVAL, fails=rivals.zero_rows, explains=False),
    Check(code="figures_broken", dimension=RIVAL, fails=rivals.figures_broken, remark_beside_certificate=True),
    Check(code="table_without_trace", dimension=RIVAL, fails=rivals.table_without_trace, remark_beside_certificate=True),
    Check(code="tables_cancel", dimension=RIVAL, fails=rivals.tables_cancel, remark_beside_certificate=True),
    Check(code="table_left_out", dimension=RIVAL, fails=rivals.table_left_out),
    Check(code="copy_counted", dimension=RIVAL, fails=rivals.copy_counted),
    Check(code="copy_with_balances", dimension=RIVAL, fails=rivals.copy_with_balances),
    Check(code="told_as_total", dimension=RIVAL, fails=rivals.told_as_total),
)
