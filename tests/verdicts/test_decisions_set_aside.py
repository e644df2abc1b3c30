"""Decisions that contradict the rows or dismiss a difference are set aside."""

from decimal import Decimal

import pytest

from reconciliation.printed.statement import Integrity
from reconciliation.verification import verify
from reconciliation.verification.decisions import (
    AccountNamed,
    Excused,
    LineSnapshot,
    NamedLine,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    Reissued,
    UndoneEntries,
)
from reconciliation.verification.verdict import Verdict
from tests.verdicts.decided import apart, judged, paired, why_not
from tests.verdicts.papers import FEBRUARY, books, day, entry, line, statement


class TestNotThatItDoesNotMatter:
    def test_27_a_banks_error_stays_mismatched(self) -> None:
        paper = statement(line("01-27", "-90.00", "DD NOT OURS"))

        (verdict,) = judged(books(), paper, decisions=[Excused(id="d1", statement=0, lines=(NamedLine(line=0),))])

        assert (verdict.verdict, verdict.reasons, verdict.relied_on) == (Verdict.MISMATCHED, ("new_rows",), ())
        assert why_not(verdict) == {"d1": None}

    def test_27_februarys_correction_brings_bank_and_books_together_again(self) -> None:
        papers = [
            statement(line("01-27", "-90.00", "DD NOT OURS")),
            statement(line("02-05", "90.00", "CORRECTION DD NOT OURS"), opening="910.00", period=FEBRUARY),
        ]

        january, february = verify([books()], papers)

        assert january.closing_balance.statement != january.closing_balance.ledger
        assert february.closing_balance.statement == february.closing_balance.ledger == Decimal(1000)
        assert [(part.statement, part.kind, part.amount) for part in february.opening_parts] == [(0, "new_rows", Decimal(-90))]
        assert (february.verdict, february.reasons) == (Verdict.MISMATCHED, ("opening_differs", "new_rows"))

    def test_an_accepted_outstanding_item_stays_unproved(self) -> None:
        account = books(entry("t1", "01-28", "-250.00", "Cheque 101"))

        (verdict,) = judged(account, statement(), decisions=[Excused(id="d1", statement=0, entries=("t1",))])

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("outstanding_unproved",))

    def test_33_unequal_amounts_are_never_one_payment_by_decision(self) -> None:
        account = books(entry("t1", "01-12", "-88.00", "Hotel New York"), opening="600.00")
        paper = statement(line("01-14", "-91.37", "HOTEL USD 99.00 @0.9229"), opening="600.00")

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1"])])

        assert (verdict.verdict, why_not(verdict)) == (Verdict.MISMATCHED, {"d1": "sums_differ"})

    def test_33_with_the_exchange_difference_posted_both_entries_are_the_line(self) -> None:
        account = books(entry("t1", "01-12", "-88.00", "Hotel New York"), entry("t2", "01-14", "-3.37", "Exchange"), opening="600.00")
        paper = statement(line("01-14", "-91.37", "HOTEL USD 99.00 @0.9229"), opening="600.00")

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1", "t2"])])

        assert (verdict.verdict, verdict.relied_on) == (Verdict.MATCHED, ("d1",))

    def test_14_no_decision_moves_a_balance_brought_forward(self) -> None:
        account = books(entry("t1", "02-05", "-100.00", "Rent"))
        paper = statement(line("02-05", "-100.00", "Rent"), opening="1040.00", period=FEBRUARY)

        (verdict,) = judged(
            account, paper, decisions=[paired([0], ["t1"]), OpeningAdopted(id="d2", statement=0, amount=Decimal("1040.00"))]
        )

        assert (verdict.verdict, verdict.reasons) == (Verdict.MISMATCHED, ("opening_differs",))
        assert why_not(verdict) == {"d1": None, "d2": "opening_known"}

    def test_an_entry_dated_after_the_statement_stays_cut_off(self) -> None:
        account, paper = books(entry("t1", "02-20", "-35.00", "Insurance")), statement(line("01-31", "-35.00", "INSURANCE DD"))

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1"])])

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("cut_off",))

    def test_31_rows_that_are_all_decided_do_not_make_a_statement_add_up(self) -> None:
        account = books(entry("t1", "01-05", "-200.00", "Rent"), entry("t2", "01-06", "-50.00", "Food"))
        rows = (line("01-05", "-200.00", "Rent"), line("01-06", "-50.00", "Food"))
        paper = statement(*rows, closing="850.00", integrity=Integrity(holds=False, difference=Decimal("100.00")))

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1"], name="d1"), paired([1], ["t2"], name="d2")])

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("integrity_failed",))


class TestSetAside:
    account = books(
        entry("t1", "01-05", "-20.00", "Gym"),
        entry("t2", "01-05", "-20.00", "Gym", status="void"),
        entry("t3", "01-05", "-20.00", "Gym", excluded=True),
        entry("t4", "01-06", "-20.00", "Gym", status="pending"),
        entry("t5", "01-06", "20.00", "Gym"),
    )
    paper = statement(line("01-05", "-20.00", "Gym"), line("01-06", "-20.00", "Gym"), line("01-07", "-40.00", "Shop"))

    @pytest.mark.parametrize(
        ("decision", "why"),
        [
            (paired([0], ["x"]), "no_entry"),
            (paired([0], ["t2"]), "entry_does_not_count"),
            (paired([0], ["t3"]), "entry_does_not_count"),
            (paired([0], ["t4"]), "entry_does_not_count"),
            (paired([0], ["t5"]), "sums_differ"),
            (paired([7], ["t1"]), "line_changed"),
            (paired([-1], ["t1"]), "line_changed"),
            (paired([0, 0], ["t1"]), "named_twice"),
            (paired([0], ["t1", "t1"]), "named_twice"),
            (paired([0, 1], ["t1", "t5"]), "many_to_many"),
            (paired([], ["t1"]), "too_few_rows"),
            (paired([0], []), "too_few_rows"),
            (apart([], ["t1"]), "too_few_rows"),
            (UndoneEntries(id="d1", statement=0, entries=("t1", "t1")), "named_twice"),
            (UndoneEntries(id="d1", statement=0, entries=("t1",)), "not_opposite"),
            (UndoneEntries(id="d1", statement=0, entries=("t1", "t4")), "entry_does_not_count"),
            (Reissued(id="d1", statement=0, replaces=0), "another_account"),
            (Reissued(id="d1", statement=0, replaces=9), "another_account"),
            (AccountNamed(id="d1", statement=0, account="b"), "unknown_account"),
            (Excused(id="d1", statement=0, entries=("x",)), "no_entry"),
        ],
    )
    def test_a_decision_that_cannot_be_applied_gives_its_reason_and_changes_nothing(self, decision: PersonDecision, why: str) -> None:
        (without,) = judged(self.account, self.paper, decisions=[])
        (verdict,) = judged(self.account, self.paper, decisions=[decision])

        assert why_not(verdict) == {"d1": why}
        assert verdict.relied_on == ()
        if not isinstance(decision, AccountNamed):
            assert (verdict.verdict, verdict.matched, verdict.missing) == (without.verdict, without.matched, without.missing)

    def test_a_decision_is_set_aside_after_a_change_of_its_line(self) -> None:
        said = LineSnapshot(date=day("01-05"), amount=Decimal("-21.00"), description="Gym")
        decision = PairedRows(id="d1", statement=0, lines=(NamedLine(line=0, snapshot=said),), entries=("t1",))

        (verdict,) = judged(self.account, self.paper, decisions=[decision])

        assert why_not(verdict) == {"d1": "line_changed"}

    def test_two_decisions_that_contradict_each_other_are_both_set_aside(self) -> None:
        (verdict,) = judged(self.account, self.paper, decisions=[paired([0], ["t1"], name="d1"), paired([1], ["t1"], name="d2")])

        assert why_not(verdict) == {"d1": "contradicts", "d2": "contradicts"}

    def test_one_payment_and_not_one_payment_contradict_each_other(self) -> None:
        (verdict,) = judged(self.account, self.paper, decisions=[paired([0], ["t1"], name="d1"), apart([0], ["t1"], name="d2")])

        assert why_not(verdict) == {"d1": "contradicts", "d2": "contradicts"}

    def test_an_entry_of_another_account_is_not_there(self) -> None:
        other = books(entry("t9", "01-05", "-20.00", "Gym"), id="b", name="B", number="9999")

        (verdict,) = verify([self.account, other], [self.paper], decisions=[paired([0], ["t9"])])

        assert why_not(verdict) == {"d1": "no_entry"}

    def test_an_opening_is_adopted_only_from_the_first_statement(self) -> None:
        account = books(opening=None)
        papers = [statement(), statement(period=FEBRUARY)]

        verdicts = judged(account, *papers, decisions=[OpeningAdopted(id="d1", statement=1, amount=Decimal("1000.00"))])

        assert why_not(verdicts[1]) == {"d1": "earlier_statement"}
        assert [each.reasons for each in verdicts] == [("opening_unknown",)] * 2

    def test_an_opening_that_is_printed_otherwise_is_not_adopted(self) -> None:
        (verdict,) = judged(books(opening=None), statement(), decisions=[OpeningAdopted(id="d1", statement=0, amount=Decimal("999.00"))])

        assert (verdict.reasons, why_not(verdict)) == (("opening_unknown",), {"d1": "opening_changed"})

    def test_a_statement_that_leaves_days_uncovered_is_not_printed_in_place_of_another(self) -> None:
        shorter = statement(period=(day("01-02"), day("01-31")))

        verdicts = judged(books(), statement(), shorter, decisions=[Reissued(id="d1", statement=1, replaces=0)])

        assert why_not(verdicts[1]) == {"d1": "days_left_uncovered"}
        assert "overlaps" in verdicts[1].reasons

    def test_two_statements_are_not_each_printed_in_place_of_the_other(self) -> None:
        verdicts = judged(
            books(),
            statement(),
            statement(),
            decisions=[Reissued(id="d1", statement=1, replaces=0), Reissued(id="d2", statement=0, replaces=1)],
        )

        assert [why_not(each) for each in verdicts] == [{"d2": "contradicts"}, {"d1": "contradicts"}]
