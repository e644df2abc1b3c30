"""Rows and entries of 0.00 are listed, and are never a difference, a question, or something to record."""

import pytest

from reconciliation.reconcile.answers import extract
from reconciliation.verification import verify
from tests.verdicts.papers import books, entry, line, statement

GROCER = entry("t1", "01-10", "-40.00", "Grocer")
PRINTED = line("01-10", "-40.00", "Grocer")


@pytest.mark.parametrize("date", ["01-31", None])
@pytest.mark.parametrize("amount", ["0.00", "-0.00", "0"])
def test_a_printed_row_of_nothing_leaves_a_month_matched(date: str | None, amount: str) -> None:
    paper = statement(PRINTED, line(date, amount, "Monthly service fee waived"))

    (found,) = verify([books(GROCER)], [paper])

    assert (found.verdict, found.reasons, found.zero_lines, found.new) == ("matched", (), (1,), ())
    assert extract([found.as_json()], [paper])["count"] == 0


@pytest.mark.parametrize("date", ["01-15", "01-31", "2025-12-30", "02-02"])
@pytest.mark.parametrize("text", ["Void cheque 101", "Account fee"])
def test_an_entry_of_nothing_leaves_a_month_matched(date: str, text: str) -> None:
    (found,) = verify([books(GROCER, entry("t2", date, "0.00", text), since="2025-12-01")], [statement(PRINTED)])

    assert (found.verdict, found.reasons, found.missing) == ("matched", (), ())
    assert found.zero_entries == (("t2",) if date.startswith("01") else ())


def test_more_rows_of_nothing_than_entries_are_no_question() -> None:
    paper = statement(PRINTED, line("01-12", "0.00", "Notice"), line("01-12", "0.00", "Notice"))

    (found,) = verify([books(GROCER, entry("t2", "01-12", "0.00", "Notice"))], [paper])

    assert (found.verdict, found.ambiguous, found.zero_lines, found.zero_entries) == ("matched", (), (1, 2), ("t2",))


def test_a_row_of_nothing_hides_no_difference_beside_it() -> None:
    paper = statement(PRINTED, line("01-12", "0.00", "Notice"), line("01-12", "-5.00", "Notice"))

    (found,) = verify([books(GROCER, entry("t2", "01-12", "0.00", "Notice"))], [paper])

    assert (found.verdict, found.reasons, [item.line for item in found.new]) == ("mismatched", ("new_rows",), [2])


def test_an_entry_of_a_cent_is_not_of_nothing() -> None:
    (found,) = verify([books(GROCER, entry("t2", "01-12", "-0.01", "Account fee"))], [statement(PRINTED)])

    assert (found.verdict, found.zero_entries) == ("mismatched", ())
