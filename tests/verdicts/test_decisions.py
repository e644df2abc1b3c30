"""Permitted effects of a decision: it selects a match, code checks it, and no difference is dismissed."""

import datetime as dt
from decimal import Decimal
from typing import Any

from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.decisions import AccountNamed, Corrected, NamedLine, OpeningAdopted, Reissued, UndoneEntries
from reconciliation.verification.verdict import Verdict
from tests.verdicts.decided import apart, judged, paired, why_not
from tests.verdicts.papers import FEBRUARY, books, entry, line, statement


class TestWhich:
    def test_13_names_that_contradict_are_one_payment_if_a_person_says_so(self) -> None:
        account, paper = books(entry("t1", "01-04", "-20.00", "Tesco Stores")), statement(line("01-05", "-20.00", "ALDI SUED"))

        (undecided,) = judged(account, paper, decisions=[])
        (decided,) = judged(account, paper, decisions=[paired([0], ["t1"])])

        assert (undecided.verdict, undecided.reasons, undecided.relied_on) == (Verdict.PARTIAL, ("weak_pair",), ())
        assert (decided.verdict, decided.relied_on, decided.matched[0].why) == (Verdict.MATCHED, ("d1",), ("decided",))

    def test_13_names_that_contradict_are_two_payments_if_a_person_says_so(self) -> None:
        account, paper = books(entry("t1", "01-04", "-20.00", "Tesco Stores")), statement(line("01-05", "-20.00", "ALDI SUED"))

        (verdict,) = judged(account, paper, decisions=[apart([0], ["t1"])])

        assert (verdict.verdict, verdict.reasons) == (Verdict.MISMATCHED, ("new_rows", "missing_rows"))
        assert verdict.relied_on == ("d1",)

    def test_7_which_of_two_equal_entries_it_is_leaves_the_other_as_surplus(self) -> None:
        twins = [entry(name, "01-10", "-80.00", "Office World") for name in ("t1", "t2")]

        (verdict,) = judged(books(*twins), statement(line("01-10", "-80.00", "OFFICE WORLD")), decisions=[paired([0], ["t2"])])

        assert (verdict.verdict, verdict.reasons) == (Verdict.MISMATCHED, ("missing_rows",))
        assert [(item.transaction, item.kind) for item in verdict.missing] == [("t1", "possible_duplicate")]

    def test_24_three_receipts_are_one_deposit_if_a_person_says_so(self) -> None:
        receipts = [
            entry(f"t{n}", "01-15", amount, name)
            for n, (amount, name) in enumerate([("200.00", "Jones"), ("155.00", "Khan"), ("100.00", "Lee")])
        ]
        paper = statement(line("01-16", "455.00", "DEPOSIT"), opening="1000.00")

        (asked,) = judged(books(*receipts), paper, decisions=[])
        (confirmed,) = judged(books(*receipts), paper, decisions=[paired([0], ["t0", "t1", "t2"])])

        assert (asked.verdict, asked.reasons) == (Verdict.PARTIAL, ("group_to_confirm",))
        assert (confirmed.verdict, confirmed.relied_on) == (Verdict.MATCHED, ("d1",))

    def test_25_a_payout_is_its_sales_less_the_fee_if_a_person_says_so(self) -> None:
        account = books(entry("t1", "01-19", "1000.00", "Sales 19 Jan"), entry("t2", "01-19", "-30.00", "Stripe fee"), opening="0.00")
        paper = statement(line("01-20", "970.00", "STRIPE PAYOUT"), opening="0.00")

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1", "t2"])])

        assert verdict.verdict is Verdict.MATCHED

    def test_25_two_lines_are_one_entry_if_a_person_says_so(self) -> None:
        account = books(entry("t1", "01-19", "460.00", "Loan"))
        paper = statement(line("01-19", "500.00", "PAYMENT"), line("01-20", "-40.00", "INTEREST PART"))

        (verdict,) = judged(account, paper, decisions=[paired([0, 1], ["t1"])])

        assert verdict.verdict is Verdict.MATCHED

    def test_28_a_void_cheque_and_its_unlinked_reversal(self) -> None:
        account = books(
            entry("t1", "01-05", "-300.00", "Cheque 110"),
            entry("t2", "01-12", "300.00", "Void cheque 110"),
            entry("t3", "01-20", "-10.00", "Post office"),
        )
        paper = statement(line("01-20", "-10.00", "Post office"))

        (asked,) = judged(account, paper, decisions=[])
        (confirmed,) = judged(account, paper, decisions=[UndoneEntries(id="d1", statement=0, entries=("t1", "t2"))])
        (denied,) = judged(account, paper, decisions=[apart([], ["t1", "t2"])])

        assert asked.reasons == ("contra_to_confirm",)
        assert (confirmed.verdict, {item.proof for item in confirmed.missing}) == (Verdict.MATCHED, {"reversal"})
        assert denied.verdict is Verdict.MISMATCHED

    def test_15_the_printed_opening_is_the_books_opening_if_a_person_says_so(self) -> None:
        account = books(entry("t1", "01-03", "-50.00", "Gym"), opening=None)
        paper = statement(line("01-03", "-50.00", "Gym"), opening="750.00")

        (unknown,) = judged(account, paper, decisions=[])
        (adopted,) = judged(account, paper, decisions=[OpeningAdopted(id="d1", statement=0, amount=Decimal("750.00"))])

        assert (unknown.reasons, unknown.opening_balance.ledger) == (("opening_unknown",), None)
        assert (adopted.verdict, adopted.relied_on, adopted.opening_balance.ledger) == (Verdict.MATCHED, ("d1",), Decimal("750.00"))

    def test_a_later_month_relies_on_the_opening_that_was_adopted_for_the_first(self) -> None:
        account = books(entry("t1", "01-03", "-50.00", "Gym"), entry("t2", "02-03", "-50.00", "Gym"), opening=None)
        papers = [statement(line("01-03", "-50.00", "Gym"), opening="750.00")]
        papers += [statement(line("02-03", "-50.00", "Gym"), opening="700.00", period=FEBRUARY)]

        verdicts = judged(account, *papers, decisions=[OpeningAdopted(id="d1", statement=0, amount=Decimal("750.00"))])

        assert [(each.verdict, each.relied_on) for each in verdicts] == [(Verdict.MATCHED, ("d1",))] * 2

    def test_an_account_that_a_person_named_is_relied_on(self) -> None:
        account = books(entry("t1", "01-03", "-50.00", "Gym"), number="", institution="")
        other = books(number="", institution="", id="b", name="B")
        paper = statement(line("01-03", "-50.00", "Gym"))

        (verdict,) = verify([account, other], [paper], decisions=[AccountNamed(id="d1", statement=0, account="a")])

        assert (verdict.verdict, verdict.relied_on) == (Verdict.MATCHED, ("d1",))

    def test_a_reissued_statement_gives_its_evidence_for_the_other(self) -> None:
        account = books(entry("t1", "01-03", "-50.00", "Gym"))
        first = statement(line("01-03", "-55.00", "Gym"))
        anew = statement(line("01-03", "-50.00", "Gym"))

        undecided = judged(account, first, anew, decisions=[])
        decided = judged(account, first, anew, decisions=[Reissued(id="d1", statement=1, replaces=0)])

        assert [each.verdict for each in undecided] == [Verdict.MISMATCHED, Verdict.PARTIAL]
        assert [(each.verdict, each.relied_on) for each in decided] == [(Verdict.PARTIAL, ("d1",)), (Verdict.MATCHED, ("d1",))]
        assert "overlaps" in decided[0].reasons

    def test_a_match_of_code_relies_on_no_person(self) -> None:
        account, paper = books(entry("t1", "01-03", "-50.00", "Gym")), statement(line("01-03", "-50.00", "Gym"))

        (verdict,) = judged(account, paper, decisions=[paired([0], ["t1"])])

        assert (verdict.verdict, verdict.relied_on, why_not(verdict)) == (Verdict.MATCHED, (), {"d1": None})


class TestMisreadLines:
    def misread(self, **more: Any) -> PrintedStatement:
        """The second row is printed as -12.50 and was read as -12.80: its running balances say so."""
        rows = (
            line("01-03", "-50.00", "Gym", balance=Decimal("950.00")),
            line("01-04", "-12.80", "Bakery", balance=Decimal("937.50")),
            line("01-05", "-7.50", "Kiosk", balance=Decimal("930.00")),
        )
        failed = Integrity(holds=False, difference=Decimal("0.30"), first_break=1)
        return statement(*rows, closing="930.00", **{"integrity": failed} | more)

    account = books(entry("t1", "01-03", "-50.00", "Gym"), entry("t2", "01-04", "-12.50", "Bakery"), entry("t3", "01-05", "-7.50", "Kiosk"))

    def fix(self, place: int, amount: str, name: str = "d1") -> Corrected:
        return Corrected(id=name, statement=0, line=NamedLine(line=place), amount=Decimal(amount))

    def test_an_amount_that_the_printed_balances_confirm_makes_the_reading_whole(self) -> None:
        (before,) = judged(self.account, self.misread(), decisions=[])
        (after,) = judged(self.account, self.misread(), decisions=[self.fix(1, "-12.50")])

        assert "integrity_failed" in before.reasons
        assert (after.verdict, after.relied_on) == (Verdict.MATCHED, ("d1",))

    def test_a_correction_that_leaves_the_balances_apart_leaves_the_reading_unproved(self) -> None:
        (verdict,) = judged(self.account, self.misread(), decisions=[self.fix(1, "-12.40")])

        assert "integrity_failed" in verdict.reasons

    def test_a_correction_of_another_row_that_closes_the_sum_proves_nothing(self) -> None:
        (verdict,) = judged(self.account, self.misread(), decisions=[self.fix(2, "-7.20")])

        assert verdict.verdict is Verdict.PARTIAL
        assert "integrity_failed" in verdict.reasons

    def test_without_running_balances_any_amount_closes_the_gap_so_none_proves_it(self) -> None:
        bare = statement(
            line("01-03", "-50.00", "Gym"),
            line("01-04", "-12.80", "Bakery"),
            line("01-05", "-7.50", "Kiosk"),
            closing="930.00",
            integrity=Integrity(holds=False, difference=Decimal("0.30")),
        )

        (verdict,) = judged(self.account, bare, decisions=[self.fix(1, "-12.50")])

        assert (verdict.verdict, verdict.reasons) == (Verdict.PARTIAL, ("integrity_unproved",))

    def test_a_reading_that_a_person_contradicts_is_no_longer_proved(self) -> None:
        whole = statement(line("01-03", "-50.00", "Gym"), line("01-04", "-12.50", "Bakery"), line("01-05", "-7.50", "Kiosk"))

        (swapped,) = judged(self.account, whole, decisions=[self.fix(0, "-12.50", "d1"), self.fix(1, "-50.00", "d2")])

        assert "integrity_unproved" in swapped.reasons

    def test_a_flag_of_the_reader_outlives_a_correction(self) -> None:
        (verdict,) = judged(self.account, self.misread(flags=("page_unread",)), decisions=[self.fix(1, "-12.50")])

        assert verdict.reasons == ("page_unread",)

    def test_a_misread_text_is_compared_as_corrected(self) -> None:
        account, paper = books(entry("t1", "01-04", "-20.00", "Tesco Stores")), statement(line("01-05", "-20.00", "Alpi"))
        fix = Corrected(id="d1", statement=0, line=NamedLine(line=0), description="Tesco Stores")

        (verdict,) = judged(account, paper, decisions=[fix])

        assert (verdict.verdict, verdict.relied_on) == (Verdict.MATCHED, ("d1",))

    def test_a_misread_day_is_compared_as_corrected(self) -> None:
        account, paper = books(entry("t1", "01-04", "-20.00", "Tesco")), statement(line("01-25", "-20.00", "Tesco"))
        fix = Corrected(id="d1", statement=0, line=NamedLine(line=0), date=dt.date(2026, 1, 5))

        assert [each.reasons for each in judged(account, paper, decisions=[])] == [("date_differs",)]
        assert [each.verdict for each in judged(account, paper, decisions=[fix])] == [Verdict.MATCHED]
