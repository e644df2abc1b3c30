"""Answers about the document: the proofs of the print after them, the readings that stay unproved until a person confirms them, and the
limits of every answer."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow
from reconciliation.verification.answering import as_corrected
from reconciliation.verification.decisions import (
    Corrected,
    MarkAnswered,
    NamedLine,
    PersonDecision,
    ReadingConfirmed,
    RowAdded,
    StatementCorrected,
)
from reconciliation.verification.verdict import StatementVerdict, Verdict
from tests.verdicts.decided import judged, why_not
from tests.verdicts.papers import FEBRUARY, books, entry, line, statement

BOX = (40.0, 100.0, 500.0, 110.0)
GYM, BAKERY, KIOSK = ("01-03", "-50.00", "Gym"), ("01-04", "-12.50", "Bakery"), ("01-05", "-7.50", "Kiosk")
ACCOUNT = books(entry("t1", *GYM), entry("t2", *BAKERY), entry("t3", *KIOSK))
MARK = UnreadRow(page=1, box=BOX, text="04/01 Bakery 12.50 937.50")
UNREAD = Fact(code="ink_unread", page=1, box=BOX)


def with_balances(*, gym: str = "-50.00", bakery: str = "-12.50", **more: Any) -> PrintedStatement:
    """Return three rows with the balance after each; the balances are as printed, with any read amounts."""
    rows = (
        line("01-03", gym, "Gym", balance=Decimal("950.00"), page=1, box=(40.0, 80.0, 500.0, 90.0)),
        line("01-04", bakery, "Bakery", balance=Decimal("937.50"), page=1, box=BOX),
        line("01-05", "-7.50", "Kiosk", balance=Decimal("930.00"), page=1, box=(40.0, 120.0, 500.0, 130.0)),
    )
    return statement(*rows, closing="930.00", **more)


def without_the_bakery(*, text: str = MARK.text, balances: bool = True, **more: Any) -> PrintedStatement:
    """The second row was not read."""
    whole = with_balances()
    rows = [each if balances else replace(each, balance=None) for each in (whole.lines[0], whole.lines[2])]
    integrity = Integrity(holds=None, difference=Decimal("-12.50"), unconfirmed=(UNREAD, Fact(code="rows_differ", figures=("12.50",))))
    return replace(whole, lines=tuple(rows), unread=(replace(MARK, text=text),), integrity=integrity, **more)


def bakery(amount: str = "-12.50", balance: str | None = "937.50", **more: Any) -> PrintedLine:
    return line("01-04", amount, "Bakery", balance=None if balance is None else Decimal(balance), page=1, box=BOX, before=1, **more)


def added(row: PrintedLine, mark: UnreadRow | None = MARK, name: str = "a1") -> RowAdded:
    return RowAdded(id=name, statement=0, row=row, mark=mark)


def fix(place: int, amount: str, name: str = "d1") -> Corrected:
    return Corrected(id=name, statement=0, line=NamedLine(line=place), amount=Decimal(amount))


def confirmed(paper: PrintedStatement, *others: PersonDecision, name: str = "c1", place: int = 0) -> ReadingConfirmed:
    """The confirmation of the rows and balances of a statement as these answers leave it."""
    (decided,) = as_corrected([paper], others)
    return ReadingConfirmed(id=name, statement=place, digest=digest_of_statement(decided))


def alone(paper: PrintedStatement, *decisions: PersonDecision) -> StatementVerdict:
    (verdict,) = judged(ACCOUNT, paper, decisions=list(decisions))
    return verdict


class TestAddedRows:
    def test_a_row_whose_figures_were_read_at_its_mark_completes_the_proof(self) -> None:
        before, after = alone(without_the_bakery()), alone(without_the_bakery(), added(bakery()))

        assert (before.verdict, "figures_unaccounted" in before.reasons) == (Verdict.PARTIAL, True)
        assert (after.verdict, after.relied_on, why_not(after)) == (Verdict.MATCHED, ("a1",), {"a1": None})

    def test_a_row_that_no_word_of_the_page_shows_stays_unproved(self) -> None:
        verdict = alone(without_the_bakery(text=""), added(bakery(), replace(MARK, text="")))

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("integrity_unproved",))

    def test_a_typed_balance_that_is_not_at_the_mark_is_no_witness(self) -> None:
        paper = without_the_bakery(text="04/01 Bakery 12.50")

        verdict = alone(paper, added(bakery(), paper.unread[0]))

        assert verdict.reasons == ("integrity_unproved",)

    def test_one_figure_at_the_mark_does_not_count_twice(self) -> None:
        paper = without_the_bakery(text="04/01 Bakery 12.50")

        verdict = alone(replace(paper, opening_balance=Decimal("75.00")), added(bakery("-12.50", "12.50"), paper.unread[0]))

        assert verdict.verdict is Verdict.PARTIAL

    def test_a_row_with_another_amount_than_is_printed_does_not_add_up(self) -> None:
        verdict = alone(without_the_bakery(), added(bakery("-12.00")))

        assert "integrity_failed" in verdict.reasons

    def test_without_running_balances_or_totals_an_added_row_proves_nothing(self) -> None:
        verdict = alone(without_the_bakery(balances=False), added(bakery(balance=None)))

        assert verdict.reasons == ("integrity_unproved",)

    def test_an_added_row_keeps_the_numbers_of_the_others(self) -> None:
        (decided,) = as_corrected([without_the_bakery()], [added(bakery())])

        assert [each.description for each in decided.lines] == ["Gym", "Kiosk", "Bakery"]
        assert decided.unread == ()

    def test_a_mark_that_is_no_longer_there_sets_the_row_aside(self) -> None:
        verdict = alone(with_balances(), added(bakery()))

        assert (verdict.verdict, why_not(verdict)) == (Verdict.MATCHED, {"a1": "mark_changed"})

    def test_the_row_of_another_document_is_set_aside(self) -> None:
        verdict = alone(without_the_bakery(source="f" * 64), replace(added(bakery()), document="0" * 64))

        assert why_not(verdict) == {"a1": "document_changed"}


class TestMarks:
    def marked(self, paper: PrintedStatement) -> PrintedStatement:
        doubts = Integrity(holds=None, difference=Decimal(0), unconfirmed=(UNREAD,))
        return replace(paper, unread=(MARK,), flags=("figures_unaccounted",), integrity=doubts)

    def test_a_mark_that_is_nothing_forbids_nothing_beside_a_certificate(self) -> None:
        paper = self.marked(with_balances())

        assert alone(paper).reasons == ("figures_unaccounted", "integrity_unproved")
        assert alone(paper, MarkAnswered(id="m1", statement=0, mark=MARK)).verdict is Verdict.MATCHED

    def test_without_a_certificate_the_answer_is_a_person_s_word(self) -> None:
        bare = with_balances()
        paper = self.marked(replace(bare, lines=tuple(replace(each, balance=None) for each in bare.lines)))

        verdict = alone(paper, MarkAnswered(id="m1", statement=0, mark=MARK))

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("integrity_unproved",))

    def test_every_mark_must_be_answered(self) -> None:
        paper, other = self.marked(with_balances()), replace(MARK, page=2)

        verdict = alone(replace(paper, unread=(MARK, other)), MarkAnswered(id="m1", statement=0, mark=MARK))

        assert "figures_unaccounted" in verdict.reasons

    def test_two_marks_between_two_rows_may_be_rows_that_cancel(self) -> None:
        paper, below = self.marked(with_balances()), replace(MARK, box=(40.0, 112.0, 500.0, 118.0))
        both = [MarkAnswered(id="m1", statement=0, mark=MARK), MarkAnswered(id="m2", statement=0, mark=below)]
        above = replace(MARK, box=(40.0, 105.0, 500.0, 110.0))
        crowded = [both[1], MarkAnswered(id="m3", statement=0, mark=above)]

        assert alone(replace(paper, unread=(MARK, below)), *both).verdict is Verdict.MATCHED
        assert alone(replace(paper, unread=(above, below)), *crowded).reasons == ("integrity_unproved",)

    def test_other_doubts_outlive_the_answer(self) -> None:
        paper = self.marked(with_balances())
        doubts = replace(paper.integrity, unconfirmed=(UNREAD, Fact(code="dates_uncertain")))

        assert alone(replace(paper, integrity=doubts), MarkAnswered(id="m1", statement=0, mark=MARK)).reasons == ("integrity_unproved",)

    def test_a_reading_whose_doubts_are_not_known_is_not_proved_by_an_answer(self) -> None:
        paper = replace(self.marked(with_balances()), integrity=Integrity(holds=None, difference=Decimal(0)))

        assert alone(paper, MarkAnswered(id="m1", statement=0, mark=MARK)).reasons == ("integrity_unproved",)


class TestBalancesAndDays:
    def misread(self, **more: Any) -> PrintedStatement:
        failed = Integrity(holds=False, difference=Decimal("-2000.00"), unconfirmed=(Fact(code="rows_differ", figures=("2,000.00",)),))
        return with_balances(integrity=failed, opening="3000.00", **more)

    right = StatementCorrected(id="s1", statement=0, opening=Decimal("1000.00"))

    def test_a_typed_opening_follows_and_waits_for_the_statement_before(self) -> None:
        before, after = alone(self.misread()), alone(self.misread(), self.right)

        assert "integrity_failed" in before.reasons
        assert (after.verdict, after.reasons) == (Verdict.PARTIAL, ("ends_unconfirmed",))

    def test_the_closing_of_the_statement_before_confirms_a_typed_opening(self) -> None:
        account = books(*ACCOUNT.entries, entry("t0", "2025-12-10", "-10.00", "Tax"), opening="1010.00", since="2025-12-01")
        december = statement(line("2025-12-10", "-10.00", "Tax"), opening="1010.00", period=(dt.date(2025, 12, 1), dt.date(2025, 12, 31)))

        verdicts = judged(account, self.misread(), december, decisions=[self.right])

        assert [each.verdict for each in verdicts] == [Verdict.MATCHED] * 2

    def test_two_typed_ends_do_not_confirm_each_other(self) -> None:
        later = statement(
            line("02-03", "-50.00", "Gym", balance=Decimal("880.00")),
            opening="1930.00",
            closing="880.00",
            period=FEBRUARY,
            integrity=Integrity(holds=False, difference=Decimal(-1000)),
        )
        account = books(*ACCOUNT.entries, entry("t4", "02-03", "-50.00", "Gym"))
        closing = replace(with_balances(), closing_balance=Decimal("1930.00"), integrity=Integrity(holds=False, difference=Decimal(1000)))
        typed: list[PersonDecision] = [
            StatementCorrected(id="s1", statement=0, closing=Decimal("930.00")),
            StatementCorrected(id="s2", statement=1, opening=Decimal("930.00")),
        ]

        verdicts = judged(account, closing, later, decisions=typed)

        assert [each.reasons for each in verdicts] == [("ends_unconfirmed",)] * 2

    def test_a_typed_opening_without_running_balances_is_unproved(self) -> None:
        paper = self.misread()
        bare = replace(paper, lines=tuple(replace(each, balance=None) for each in paper.lines))

        assert alone(bare, self.right).reasons == ("integrity_unproved",)

    def test_printed_sums_of_both_sides_confirm_a_balance_that_was_not_read(self) -> None:
        """Either of two balances that were read and disagree may be the wrong one."""
        paper = self.misread()
        totals = Fact(code="totals_agree", figures=("0", "70.00"))
        bare = replace(
            paper,
            lines=tuple(replace(each, balance=None) for each in paper.lines),
            integrity=replace(paper.integrity, confirmed=(totals,)),
        )

        assert alone(replace(bare, opening_balance=None), self.right).verdict is Verdict.MATCHED
        assert alone(bare, self.right).reasons == ("ends_unconfirmed",)

    def test_typed_days_wait_for_the_adjoining_statements(self) -> None:
        longer = StatementCorrected(id="s1", statement=0, last=FEBRUARY[1])

        verdict = alone(with_balances(), longer)

        assert (verdict.reasons, verdict.period_end) == (("ends_unconfirmed",), FEBRUARY[1])

    def test_a_balance_that_is_not_printed_is_unknown(self) -> None:
        verdict = alone(with_balances(), StatementCorrected(id="s1", statement=0, not_printed=frozenset({"opening"})))

        assert "no_opening" in verdict.reasons
        assert verdict.opening_balance.statement is None

    def test_turned_signs_follow_and_prove_nothing(self) -> None:
        turned = StatementCorrected(id="s1", statement=0, turned=True)
        mirror = books(
            *(entry(each.id, each.date.isoformat()[5:], str(-each.amount), each.description) for each in ACCOUNT.entries),
            opening="-1000.00",
        )

        (verdict,) = judged(mirror, with_balances(), decisions=[turned])

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("integrity_unproved",))

    def test_a_currency_and_a_number_choose_the_account(self) -> None:
        paper = replace(with_balances(), currency="USD", account_hint="9999")
        right = StatementCorrected(id="s1", statement=0, currency="EUR", number="1234")

        assert alone(paper).verdict is Verdict.UNVERIFIABLE
        assert alone(paper, right).verdict is Verdict.MATCHED

    def test_two_contradictory_corrections_of_a_statement_are_both_set_aside(self) -> None:
        verdict = alone(self.misread(), self.right, replace(self.right, id="s2"))

        assert why_not(verdict) == {"s1": "contradicts", "s2": "contradicts"}


class TestTypedAmounts:
    def test_two_typed_amounts_around_a_misread_balance_prove_nothing(self) -> None:
        """The balance after the first row is 950.00 and was read as 955.00: amounts that follow from it are wrong, and every sum agrees."""
        paper = with_balances()
        misread = replace(
            paper,
            lines=(replace(paper.lines[0], balance=Decimal("955.00")), *paper.lines[1:]),
            integrity=Integrity(holds=False, difference=Decimal(0), first_break=0),
        )

        verdict = alone(misread, fix(0, "-45.00"), fix(1, "-17.50", "d2"))

        assert "integrity_unproved" in verdict.reasons

    def test_a_typed_first_row_and_the_opening_confirm_only_each_other(self) -> None:
        paper = with_balances(gym="-50.50", integrity=Integrity(holds=False, difference=Decimal("0.50"), first_break=0))

        assert alone(paper, fix(0, "-50.00")).reasons == ("ends_unconfirmed",)

    def test_a_balance_beside_a_row_is_corrected(self) -> None:
        paper = with_balances()
        misread = replace(
            paper,
            lines=(replace(paper.lines[0], balance=Decimal("955.00")), *paper.lines[1:]),
            integrity=Integrity(holds=False, difference=Decimal(0), first_break=0),
        )
        right = Corrected(id="d1", statement=0, line=NamedLine(line=0), balance=Decimal("950.00"))

        assert "integrity_failed" in alone(misread).reasons
        assert "integrity_failed" not in alone(misread, right).reasons

    def test_a_mark_against_the_side_ends_with_the_amount_that_it_was_about(self) -> None:
        against = Fact(code="against_marks", page=1, box=BOX)
        paper = with_balances(
            bakery="12.50", integrity=Integrity(holds=False, difference=Decimal(-25), first_break=1, unconfirmed=(against,))
        )

        assert alone(paper, fix(1, "-12.50")).verdict is Verdict.MATCHED

    def test_a_doubt_about_the_days_outlives_a_corrected_amount(self) -> None:
        doubt = Fact(code="dates_uncertain")
        paper = with_balances(
            bakery="-12.80", integrity=Integrity(holds=False, difference=Decimal("0.30"), first_break=1, unconfirmed=(doubt,))
        )

        assert alone(paper, fix(1, "-12.50")).reasons == ("integrity_unproved",)

    def test_beside_a_mark_that_was_called_nothing_no_typed_amount_proves(self) -> None:
        paper = with_balances(bakery="-12.80", unread=(replace(MARK, page=2),))
        doubts = Integrity(holds=None, difference=Decimal("0.30"), unconfirmed=(replace(UNREAD, page=2),))

        verdict = alone(replace(paper, integrity=doubts), fix(1, "-12.50"), MarkAnswered(id="m1", statement=0, mark=paper.unread[0]))

        assert verdict.reasons == ("integrity_unproved",)


class TestConfirmedReadings:
    def bare(self, **more: Any) -> PrintedStatement:
        """No balances are printed."""
        rows = (line(*GYM), line(*BAKERY), line(*KIOSK))
        doubts = Integrity(holds=None, unconfirmed=(Fact(code="no_opening"), Fact(code="no_closing")))
        return statement(*rows, opening=None, closing=None, **{"integrity": doubts} | more)

    def test_a_confirmed_reading_is_compared_in_full_and_never_matched(self) -> None:
        paper = self.bare()

        before, after = alone(paper), alone(paper, confirmed(paper))

        assert before.reasons == ("no_balance", "integrity_unproved")
        assert (after.verdict, after.reasons, after.confirmed_by) == (Verdict.PARTIAL, ("reading_confirmed",), "c1")

    def test_differences_of_a_confirmed_reading_are_definite(self) -> None:
        paper = self.bare()
        account = books(entry("t1", *GYM), entry("t2", *BAKERY))

        (verdict,) = judged(account, paper, decisions=[confirmed(paper)])

        assert (verdict.verdict, verdict.reasons) == (Verdict.MISMATCHED, ("new_rows", "reading_confirmed"))

    def test_a_confirmation_of_other_rows_applies_no_longer(self) -> None:
        paper = self.bare()

        verdict = alone(paper, confirmed(paper), fix(1, "-12.00"))

        assert why_not(verdict)["c1"] == "reading_changed"
        assert "reading_confirmed" not in verdict.reasons

    def test_a_confirmation_counts_for_the_rows_as_corrected(self) -> None:
        paper, right = self.bare(), fix(1, "-12.50")
        misread = replace(paper, lines=(paper.lines[0], replace(paper.lines[1], amount=Decimal("-12.80")), paper.lines[2]))

        assert alone(misread, right, confirmed(misread, right)).reasons == ("reading_confirmed",)

    def test_rows_that_do_not_lead_to_the_closing_are_not_confirmed(self) -> None:
        paper = with_balances(bakery="-12.80", integrity=Integrity(holds=False, difference=Decimal("0.30")))

        verdict = alone(paper, confirmed(paper))

        assert (why_not(verdict), "integrity_failed" in verdict.reasons) == ({"c1": "does_not_add_up"}, True)

    def test_facts_proved_by_print_need_no_confirmation(self) -> None:
        paper = with_balances()

        assert alone(paper, confirmed(paper)).verdict is Verdict.MATCHED

    def test_a_confirmed_statement_proves_no_entry_of_another_to_be_outstanding(self) -> None:
        cheque = entry("c", "01-30", "-75.00", "Cheque 101", number="101")
        account = books(*ACCOUNT.entries, cheque)
        february = statement(
            line("02-03", "-75.00", "Cheque 101"), opening="930.00", period=FEBRUARY, integrity=Integrity(holds=None, unconfirmed=(UNREAD,))
        )

        verdicts = judged(account, with_balances(), february, decisions=[confirmed(february, place=1)])

        assert [each.reasons for each in verdicts] == [("outstanding_unproved",), ("reading_confirmed",)]

    def test_no_days_no_confirmation(self) -> None:
        paper = statement(line(None, "-50.00", "Gym"), period=(None, None), integrity=Integrity(holds=None, unconfirmed=(UNREAD,)))

        assert why_not(alone(paper, confirmed(paper))) == {"c1": "nothing_compared"}
