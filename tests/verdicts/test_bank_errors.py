"""An error of the bank and its correction are reported as such and never prove anything."""

from decimal import Decimal

import pytest

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.decisions import BankErred, NamedLine, PersonDecision
from reconciliation.verification.verdict import Opposite, StatementVerdict, Undoing, Verdict
from tests.verdicts.decided import judged, paired, why_not
from tests.verdicts.papers import FEBRUARY, MARCH, books, entry, line, statement


def erred(line: int, other: int, *, at: int = 1, other_at: int = 0, name: str = "d1") -> BankErred:
    return BankErred(id=name, statement=at, line=NamedLine(line=line), other_statement=other_at, other=NamedLine(line=other))


def january() -> PrintedStatement:
    return statement(line("01-27", "-90.00", "DD NOT OURS"))


def february() -> PrintedStatement:
    return statement(line("02-03", "90.00", "CORRECTION"), opening="910.00", period=FEBRUARY)


def march() -> PrintedStatement:
    return statement(line("03-09", "-25.00", "Stamps"), period=MARCH)


STAMPS = entry("t1", "03-09", "-25.00", "Stamps")


def test_27_the_two_rows_name_each_other_and_neither_month_is_proved() -> None:
    error, correction, after = judged(books(STAMPS), january(), february(), march(), decisions=[erred(0, 0)])

    assert (error.verdict, error.reasons, error.relied_on) == (Verdict.MISMATCHED, ("new_rows",), ("d1",))
    assert (correction.verdict, correction.relied_on) == (Verdict.MISMATCHED, ("d1",))
    assert error.new[0].undone_by == Undoing(statement=1, line=0, decision="d1")
    assert correction.new[0].undone_by == Undoing(statement=0, line=0, decision="d1")
    assert [(part.kind, part.amount) for part in correction.opening_parts] == [("bank_error", Decimal(-90))]
    assert (after.verdict, after.relied_on) == (Verdict.MATCHED, ())


def test_a_row_that_was_taken_for_the_banks_error_is_no_entry_of_the_books() -> None:
    """The row's true entry is left over: the wrong decision is shown, not hidden."""
    error, _ = judged(books(entry("t1", "01-26", "-90.00", "DD NOT OURS")), january(), february(), decisions=[erred(0, 0)])

    assert (error.matched, [item.transaction for item in error.missing]) == ((), ["t1"])


def test_an_error_put_right_on_the_same_statement_is_a_difference_of_nothing() -> None:
    paper = statement(line("01-27", "-90.00", "DD NOT OURS"), line("01-28", "90.00", "CORRECTION"))

    (verdict,) = judged(books(), paper, decisions=[erred(0, 1, at=0)])

    assert (verdict.verdict, verdict.reasons) == (Verdict.MISMATCHED, ("new_rows",))
    assert verdict.bridge is not None
    assert verdict.bridge.new == 0


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (erred(0, 1), "line_changed"),
        (erred(0, 0, other_at=7), "no_statement"),
        (erred(0, 0, at=0), "named_twice"),
        (BankErred(id="d1", statement=2, line=NamedLine(line=0), other_statement=0, other=NamedLine(line=0)), "not_opposite"),
        (BankErred(id="d1", statement=3, line=NamedLine(line=0), other_statement=0, other=NamedLine(line=0)), "stands_aside"),
    ],
)
def test_an_inapplicable_decision_is_set_aside_with_its_reason(decision: PersonDecision, why: str) -> None:
    savings = books(id="s", name="Savings", number="9876", kind="savings")
    papers = [january(), february(), march(), statement(line("01-05", "90.00", "INTEREST"), account_hint="9876", account_kind="savings")]

    verdicts = verify([books(STAMPS), savings], papers, decisions=[decision])

    assert why_not(verdicts[decision.statement]) == {"d1": why}
    assert not any(item.undone_by for verdict in verdicts for item in verdict.new)


def test_a_row_that_is_an_entry_by_another_decision_is_no_error_of_the_bank() -> None:
    """Contradictory decisions of two people are both set aside."""
    account = books(entry("t1", "01-20", "-90.00", "Club"))

    error, correction = judged(account, january(), february(), decisions=[erred(0, 0), paired([0], ["t1"], name="d2")])

    assert why_not(error) == {"d1": "contradicts", "d2": "contradicts"}
    assert why_not(correction) == {"d1": "contradicts"}


class TestOffered:
    def test_rows_of_opposite_amounts_that_the_books_lack_are_offered_as_such(self) -> None:
        error, correction = judged(books(), january(), february(), decisions=[])

        assert [item.opposites for item in error.new] == [
            (Opposite(statement=1, line=0, date=correction.new[0].date, description="CORRECTION"),)
        ]
        assert [(each.statement, each.line) for each in correction.new[0].opposites] == [(0, 0)]

    def test_rows_that_are_in_the_books_are_not(self) -> None:
        error, correction = judged(books(entry("t1", "01-26", "-90.00", "DD NOT OURS")), january(), february(), decisions=[])

        assert (error.verdict, correction.new[0].opposites) == (Verdict.MATCHED, ())

    def test_rows_of_other_accounts_are_not(self) -> None:
        savings = books(id="s", name="Savings", number="9876", kind="savings")
        other = statement(line("01-28", "90.00", "CORRECTION"), account_hint="9876", account_kind="savings")

        verdicts: list[StatementVerdict] = verify([books(), savings], [january(), other])

        assert [item.opposites for verdict in verdicts for item in verdict.new] == [(), ()]

    def test_a_decided_difference_is_not_offered_again(self) -> None:
        verdicts = judged(books(), january(), february(), decisions=[erred(0, 0)])

        assert [item.opposites for verdict in verdicts for item in verdict.new] == [(), ()]
