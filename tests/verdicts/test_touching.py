"""Periods that share a boundary day: the balance continues, no row is on both, no overlap or gap is reported."""

import datetime as dt
from decimal import Decimal

import pytest

from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.verdict import StatementVerdict
from tests.verdicts.papers import books, day, entry, line, statement

JANUARY = (day("2025-12-31"), day("01-31"))
FEBRUARY = (day("01-31"), day("02-28"))
MARCH = (day("02-28"), day("03-31"))
ROWS = {
    JANUARY: [line("01-05", "-20.00", "Water")],
    FEBRUARY: [line("02-03", "-60.00", "Books")],
    MARCH: [line("03-05", "-45.00", "Books")],
}
BOOKED = (entry("t1", "01-05", "-20.00", "Water"), entry("t2", "02-03", "-60.00", "Books"), entry("t3", "03-05", "-45.00", "Books"))


def year(*entries: BookEntry) -> AccountBooks:
    return books(*(entries or BOOKED), since="2025-12-31")


def touching(period: tuple[dt.date, dt.date], opening: str, *more: PrintedLine) -> PrintedStatement:
    return statement(*ROWS[period], *more, opening=opening, period=period)


def said(*verdicts: StatementVerdict) -> list[tuple[str, tuple[str, ...]]]:
    return [(str(verdict.verdict), verdict.reasons) for verdict in verdicts]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_three_months_that_share_their_boundary_days_are_matched_in_any_order_of_arrival(order: tuple[int, ...]) -> None:
    papers = [touching(JANUARY, "1000.00"), touching(FEBRUARY, "980.00"), touching(MARCH, "920.00")]

    verdicts = verify([year()], [papers[place] for place in order])

    assert said(*verdicts) == [("matched", ())] * 3


@pytest.mark.parametrize("printed_on", [JANUARY, FEBRUARY])
@pytest.mark.parametrize("text", ["Fenwick", "Account fee"])
def test_a_row_of_the_shared_day_belongs_to_the_statement_that_prints_it(printed_on: tuple[dt.date, dt.date], text: str) -> None:
    row = line("01-31", "-7.00", text)
    january = touching(JANUARY, "1000.00", *([row] if printed_on == JANUARY else []))
    february = touching(FEBRUARY, str(january.closing_balance), *([row] if printed_on == FEBRUARY else []))

    verdicts = verify([year(*BOOKED[:2], entry("t4", "01-31", "-7.00", text))], [january, february])

    assert said(*verdicts) == [("matched", ())] * 2


def test_a_fee_of_an_earlier_day_is_not_in_transit_over_the_shared_day() -> None:
    february = touching(FEBRUARY, "980.00", line("01-31", "-7.00", "Account fee"))
    ledger = year(*BOOKED[:2], entry("t4", "01-30", "-7.00", "Account fee"))

    january_said, _ = verify([ledger], [touching(JANUARY, "1000.00"), february])

    assert said(january_said) == [("mismatched", ("missing_rows",))]


def test_an_entry_of_the_shared_day_that_neither_prints_is_left_over_in_both() -> None:
    ledger = year(*BOOKED[:2], entry("t4", "01-31", "-7.00", "Fenwick"))

    verdicts = verify([ledger], [touching(JANUARY, "1000.00"), touching(FEBRUARY, "980.00")])

    assert [[item.transaction for item in verdict.missing] for verdict in verdicts] == [["t4"], ["t4"]]
    assert all(verdict.verdict == "mismatched" for verdict in verdicts)


def test_a_row_that_both_print_on_the_shared_day_makes_them_overlap() -> None:
    january = touching(JANUARY, "1000.00", line("01-31", "-7.00", "Fenwick"))
    february = touching(FEBRUARY, "973.00", line("01-31", "-7.00", "FENWICK 12"))

    _, february_said = verify([year(*BOOKED, entry("t4", "01-31", "-7.00", "Fenwick"))], [january, february])

    assert "overlaps" in february_said.reasons


def test_equal_rows_with_other_printed_balances_are_two_rows() -> None:
    january = touching(JANUARY, "1000.00", line("01-31", "-7.00", "Fenwick", balance=Decimal("973.00")))
    february = touching(FEBRUARY, "973.00", line("01-31", "-7.00", "Fenwick", balance=Decimal("966.00")))
    ledger = year(*BOOKED[:2], entry("t4", "01-31", "-7.00", "Fenwick"), entry("t5", "01-31", "-7.00", "Fenwick"))

    assert said(*verify([ledger], [january, february])) == [("matched", ())] * 2


@pytest.mark.parametrize("opening", ["980.01", None])
def test_another_or_no_opening_balance_makes_them_overlap(opening: str | None) -> None:
    february = statement(*ROWS[FEBRUARY], opening=opening, closing="920.00", period=FEBRUARY)

    _, february_said = verify([year()], [touching(JANUARY, "1000.00"), february])

    assert "overlaps" in february_said.reasons


def test_two_shared_days_are_an_overlap() -> None:
    february = statement(*ROWS[FEBRUARY], opening="980.00", period=(day("01-30"), day("02-28")))

    _, february_said = verify([year()], [touching(JANUARY, "1000.00"), february])

    assert "overlaps" in february_said.reasons


def test_an_overlapping_statement_is_not_compared_with_entries_that_a_later_one_cleared() -> None:
    february = statement(*ROWS[FEBRUARY], opening="980.01", period=FEBRUARY)

    _, february_said, _ = verify([year()], [touching(JANUARY, "1000.00"), february, touching(MARCH, "920.00")])

    assert february_said.opening_balance.ledger == Decimal("980.00")
    assert "cut_off" not in february_said.reasons
