"""Lists the checks that a reading passes and the checks that it fails, as facts with figures and places."""

from collections.abc import Iterator

from reconciliation.reading.document.numbering import counted_through
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.stated import sides_told
from reconciliation.reading.statement import Fact

MOST_PLACES = 5
"""Of one code that are listed."""


def confirmed(case: Case) -> Iterator[Fact]:
    """Yield a fact for each check that the account's figures pass."""
    best = case.best
    ends_printed = case.draft.of("opening", "brought") and case.draft.of("closing", "carried")
    if best.entries and best.difference == 0 and ends_printed:
        yield Fact(code="rows_lead", figures=(f"{best.opening:,}", f"{best.closing:,}"))
    printed = sum(balance is not None for balance in best.balances)
    if best.follows and not best.breaks:
        yield Fact(code="balances_follow", figures=(str(best.follows), str(printed)))
    if sides_told(case.draft, best):
        yield Fact(code="totals_agree", figures=(f"{best.sides.into:,}", f"{best.sides.out:,}"))
    elif best.totals_right and not best.totals_wrong:
        yield Fact(code="totals_of_rows_agree", figures=(str(best.totals_right),))
    if counted_through(case.paper.numbers, in_file=case.paper.pages):
        yield Fact(code="pages_complete", figures=(str(case.paper.pages),))


def unconfirmed(case: Case, doubts: set[str]) -> Iterator[Fact]:
    """Yield a fact for each reason why the account's reading is not proved: gaps and breaks first, then each doubt with its places."""
    yield from _gaps(case)
    for code in sorted(doubts):
        places = {"figures_unaccounted": _left_over(case), "ink_unread": _marks(case), **_ends(case)}.get(code, [])
        yield from places[:MOST_PLACES] or [Fact(code=code)]


def _gaps(case: Case) -> Iterator[Fact]:
    best = case.best
    for code, balance in (("no_opening", best.opening), ("no_closing", best.closing)):
        if balance is None:
            yield Fact(code=code)
    if best.difference:
        yield Fact(code="rows_differ", figures=(f"{abs(best.difference):,}",))
    for place in best.breaks[:MOST_PLACES]:
        entry = best.entries[place]
        yield Fact(code="balance_breaks", figures=(str(place + 1),), page=entry.page, box=entry.box)
    if best.totals_wrong:
        yield Fact(code="total_wrong")
    if not best.entries:
        yield Fact(code="no_rows")


def _ends(case: Case) -> dict[str, list[Fact]]:
    """Return the places of the first and the last row in time, by the doubt about that end."""
    entries = case.best.entries[::-1] if case.best.newest_first else case.best.entries
    places = (("opening_unnamed", entries[:1]), ("first_row_unconfirmed", entries[:1]), ("closing_unnamed", entries[-1:]))
    return {code: [Fact(code=code, page=entry.page, box=entry.box) for entry in rows] for code, rows in places}


def _left_over(case: Case) -> list[Fact]:
    lines = [printed.row for printed in case.unaccounted if printed is not None]
    return [Fact(code="figures_unaccounted", page=row.page, box=row.box) for row in lines]


def _marks(case: Case) -> list[Fact]:
    return [Fact(code="ink_unread", page=mark.page, box=mark.box) for mark in case.marks]
