"""Certificates: what the printed figures of an account confirm together, each as a fact that a person can check."""

from collections.abc import Iterator

from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.ends import is_counted
from reconciliation.reading.statement import Fact


def has_certificate(case: Case) -> bool:
    """True if a balance follows beside every row, or the printed sums of both sides are the rows'."""
    return bool(case.best.entries and case.best.by_row) or case.sums.both_sides_printed


def confirmed(case: Case) -> Iterator[Fact]:
    """Yield a fact for each check that the account's figures pass."""
    best = case.best
    ends_printed = case.draft.of("opening", "brought") and case.draft.of("closing", "carried")
    if best.entries and best.difference == 0 and ends_printed:
        yield Fact(code="rows_lead", figures=(f"{best.opening:,}", f"{best.closing:,}"))
    if best.follows and not best.breaks:
        printed = sum(balance is not None for balance in best.balances)
        yield Fact(code="balances_follow", figures=(str(best.follows), str(printed)))
    if case.sums.both_sides_printed:
        yield Fact(code="totals_agree", figures=(f"{best.sides.into:,}", f"{best.sides.out:,}"))
    elif best.totals_right and not best.totals_wrong:
        yield Fact(code="totals_of_rows_agree", figures=(str(best.totals_right),))
    if is_counted(case):
        yield Fact(code="pages_complete", figures=(str(case.paper.pages),))
