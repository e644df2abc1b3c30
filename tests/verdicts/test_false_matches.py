"""Statements that resemble a proof or a fault and are neither; every case was once judged wrongly."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from reconciliation.printed.statement import Integrity
from reconciliation.verification import judge, verify
from reconciliation.verification.guards import guarded
from reconciliation.verification.standing import Clearing, Weighed
from reconciliation.verification.verdict import StatementVerdict
from tests.verdicts.papers import FEBRUARY, books, day, entry, line, statement


def verdicts(result: list[StatementVerdict]) -> list[str]:
    return [str(statement.verdict) for statement in result]


def test_one_reference_on_the_lines_of_two_statements_is_no_group() -> None:
    account = books(entry("t1", "01-31", "40.00", "Receipts, slip 731"), opening="100.00")
    january = statement(line("01-31", "20.00", "DEPOSIT 731"), line("01-05", "20.00", "TESCO REFUND"), opening="100.00")
    february = statement(line("02-10", "10.00", "GYM"), line("02-01", "20.00", "DEPOSIT 731"), opening="140.00", period=FEBRUARY)

    result = verify([account], [january, february])

    assert "matched" not in verdicts(result)
    assert [item.line for item in result[0].new] == [0, 1]


def test_an_entry_that_a_later_row_may_be_is_not_cleared_before_the_first_statement() -> None:
    account = books(entry("t1", "01-02", "-20.00", "Fenwick"), entry("t2", "01-02", "20.00", "Kowalski"), opening="100.00")
    account = replace(account, entries=(*account.entries, entry("t3", "02-16", "20.00", "Fenwick")))
    february = statement(opening="100.00", period=(day("02-01"), day("02-14")))
    later = statement(line("02-16", "20.00", "KOWALSKI"), opening="100.00", period=(day("02-15"), day("02-28")))

    alone, beside = verify([account], [february]), verify([account], [february, later])

    assert (verdicts(alone), verdicts(beside)) == (["matched"], ["partial", "partial"])


def _with_a_wrong_clearing(clearing: Clearing) -> Any:
    def weighed(*args: Any) -> Weighed:
        result = guarded(*args)
        others = [other for other in result.clearings if other.statement != clearing.statement]
        return replace(result, clearings=(*others, clearing), questions=())

    return weighed


@pytest.mark.parametrize(
    "clearing",
    [
        Clearing(0, (0,), ("t2",)),
        Clearing(0, (0, 0), ("t1",)),
        Clearing(0, (0,), ("t1", "t1")),
        Clearing(0, (0,), ("t3",)),
        Clearing(0, (0,), ("t4",)),
        Clearing(0, (), ("t1",)),
    ],
)
def test_a_weighing_that_contradicts_itself_is_partial_and_takes_no_other_statement_down(
    clearing: Clearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = books(
        entry("t1", "01-05", "-20.00", "Shell"),
        entry("t2", "01-05", "-20.01", "Shell"),
        entry("t3", "01-06", "-20.00", "Tesco"),
        entry("t4", "02-25", "-20.00", "Shell"),
    )
    other = books(id="b", name="Savings", number="5678")
    papers = [statement(line("01-05", "-20.00", "SHELL")), statement(account_hint="5678")]
    monkeypatch.setattr(judge, "guarded", _with_a_wrong_clearing(clearing))

    result = verify([account, other], papers)

    assert result[0].verdict != "matched"
    assert result[1].verdict == "matched"


def test_a_proof_that_fails_says_that_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    account = books(entry("t1", "01-05", "-20.00", "Tesco"))
    monkeypatch.setattr(judge, "guarded", _with_a_wrong_clearing(Clearing(0, (0,), ("t1",))))

    (result,) = verify([account], [statement(line("01-05", "-20.00", "ALDI"))])

    assert (result.verdict, result.reasons) == ("partial", ("integrity_unproved",))


@pytest.mark.parametrize("integrity", [Integrity(holds=True, first_break=0), Integrity(holds=True, difference=Decimal("5.00"))])
def test_a_broken_running_balance_outweighs_a_reading_marked_as_holding(integrity: Integrity) -> None:
    paper = statement(line("01-20", "-10.00", "Gym"), integrity=integrity)

    (result,) = verify([books(entry("t1", "01-20", "-10.00", "Gym"))], [paper])

    assert (result.verdict, result.reasons) == ("partial", ("integrity_failed",))


def test_entries_before_the_first_row_of_an_unprinted_period_are_tied_in_total_only() -> None:
    account = books(entry("a", "02-10", "50.00", "Foo"), entry("b", "02-12", "-50.00", "Bar"), entry("c", "02-20", "-10.00", "Gym"))
    february = statement(line("02-20", "-10.00", "GYM"), period=(None, day("02-28")))

    result = verify([account], [statement(), february])

    assert verdicts(result) == ["matched", "partial"]
    assert "totals_only" in result[1].reasons


def test_a_set_is_asked_about_as_a_whole_when_one_of_its_pairs_is() -> None:
    days = (("t1", "01-14", "Shell"), ("t4", "01-19", "Shell"), ("t5", "01-21", ""), ("t2", "01-25", "Shell"))
    account = books(*(entry(name, date, "-20.00", text) for name, date, text in days), opening="100.00")
    early = statement(line("01-17", "-20.00", "SHELL"), opening="100.00", period=(day("01-11"), day("01-20")))
    two = (line("01-26", "-20.00", "SHELL"), line("01-26", "-20.00", "SHELL"))
    late = statement(*two, opening="80.00", period=(day("01-26"), day("02-04")))

    result = verify([account], [early, late])

    assert verdicts(result) == ["partial", "partial"]
    assert [sorted(item.transactions) for verdict in result for item in verdict.ambiguous] == [["t1", "t2", "t4", "t5"]] * 2


def test_every_pair_that_might_be_the_unpaired_entry_is_asked_about() -> None:
    account = books(
        *(
            entry(name, date, "-20.00", text)
            for name, date, text in (("a", "01-29", "Shell"), ("b", "01-30", "Tesco"), ("c", "01-30", "Aldi"))
        )
    )
    february = statement(line("02-02", "-20.00", "SHELL"), line("02-03", "-20.00", "TESCO"), period=FEBRUARY)

    result = verify([account], [statement(), february])

    assert verdicts(result) == ["partial", "partial"]
    assert [sorted(item.transactions) for item in result[1].ambiguous] == [["a", "b", "c"]]


@pytest.mark.parametrize(
    ("booked", "printed"),
    [
        ("La Boulangerie", "LAUNDRY EXPRESS"),
        ("BP", "BPOST"),
        ("Go Ape", "GOOGLE"),
        ("H&M", "TESCO STORES"),
        ("H & M", "TESCO STORES"),
        ("AT&T", "TESCO STORES"),
        ("C&A", "ALDI SUED"),
        ("T-Mobile", "TESCO STORES"),
        ("PayPal", "TESCO STORES"),
        ("H M", "TESCO STORES"),
    ],
)
def test_names_that_share_no_word_are_a_weak_pair(booked: str, printed: str) -> None:
    account = books(entry("t1", "01-04", "-20.00", booked))

    (result,) = verify([account], [statement(line("01-05", "-20.00", printed))])

    assert (result.verdict, result.reasons) == ("partial", ("weak_pair",))


@pytest.mark.parametrize(
    ("booked", "printed"), [("H&M", "H & M 0123 BERLIN"), ("T-Mobile", "T-MOBILE INV 12"), ("Card C", "SHELL"), ("BP", "BP 4411")]
)
def test_short_names_that_agree_or_say_nothing_are_no_weak_pair(booked: str, printed: str) -> None:
    account = books(entry("t1", "01-04", "-20.00", booked))

    (result,) = verify([account], [statement(line("01-05", "-20.00", printed))])

    assert result.verdict == "matched"


@pytest.mark.parametrize(
    ("booked", "printed"),
    [
        ("Tesco Stores Invoice 2026-014", "ALDI SUED 05.01.2026"),
        ("Invoice Jones 200", "DEPOSIT 200 SMITH"),
        ("Invoice 200.00 Jones", "DEPOSIT 200.00 SMITH"),
        ("Jones invoice 2026", "SMITH INVOICE 2026"),
        ("Jones invoice 4711", "SMITH 4711"),
        ("2026 cheque Jones", "13 JAN 2026 CHECK SMITH"),
        ("Cheque 13 Jan Jones", "CHECK 13 JAN SMITH"),
        ("Jones ref 12 May 2026", "SMITH REF 12 MAY 2026"),
    ],
)
def test_a_year_a_day_or_the_amount_is_no_common_reference(booked: str, printed: str) -> None:
    account = books(entry("t1", "01-04", "200.00", booked))

    (result,) = verify([account], [statement(line("01-05", "200.00", printed))])

    assert (result.verdict, result.reasons) == ("partial", ("weak_pair",))


@pytest.mark.parametrize("reference", ["NOTPROVIDED", "2026", "200"])
def test_a_reference_that_names_no_payment_decides_nothing(reference: str) -> None:
    account = books(entry("t1", "01-04", "200.00", "Jones", reference=reference))

    (result,) = verify([account], [statement(line("01-05", "200.00", "SMITH", reference=reference))])

    assert result.reasons == ("weak_pair",)


@pytest.mark.parametrize(("booked", "printed"), [("Jones invoice 4711", "4711"), ("Jones inv 2026-014", "SMITH INVOICE 2026-014")])
def test_a_reference_that_both_sides_give_decides(booked: str, printed: str) -> None:
    account = books(entry("t1", "01-04", "200.00", booked), entry("t2", "01-04", "200.00", "Smith"))

    (result,) = verify([account], [statement(line("01-05", "200.00", printed))])

    assert [item.transactions for item in result.matched] == [("t1",)]


def test_a_year_makes_no_group_sure() -> None:
    account = books(entry("t1", "01-15", "200.00", "Jones invoice 2026"), entry("t2", "01-15", "155.00", "Khan invoice 2026"))

    (result,) = verify([account], [statement(line("01-16", "355.00", "Smith 16.01.2026"))])

    assert (result.verdict, result.reasons) == ("partial", ("group_to_confirm",))


@pytest.mark.parametrize(
    ("text", "booked", "printed", "early"),
    [
        ("Transfer", "01-27", "02-03", "mismatched"),
        ("Transfer", "01-30", "02-03", "matched"),
        ("Transfer", "01-30", "02-05", "mismatched"),
        ("Direct debit Gym", "01-27", "02-03", "mismatched"),
        ("Gym", "01-27", "02-03", "matched"),
        ("Account fee", "01-30", "02-02", "mismatched"),
    ],
)
def test_an_item_is_in_transit_no_longer_than_its_way_of_paying_takes(text: str, booked: str, printed: str, early: str) -> None:
    account = books(entry("t1", booked, "-20.00", text))
    february = statement(line(printed, "-20.00", text.upper()), period=FEBRUARY)

    with_the_next, _ = verify([account], [statement(), february])

    assert with_the_next.verdict == early


def test_a_fee_booked_a_day_early_is_still_the_fee() -> None:
    account = books(entry("t1", "01-29", "-20.00", "Account fee"))

    (result,) = verify([account], [statement(line("01-30", "-20.00", "ACCOUNT FEE"))])

    assert result.verdict == "matched"


def test_a_text_that_says_nothing_does_not_decide_against_one_that_contradicts() -> None:
    account = books(entry("t1", "01-05", "-20.00", "Tesco"), entry("t2", "01-05", "-20.00", ""))

    (result,) = verify([account], [statement(line("01-05", "-20.00", "ALDI"))])

    assert (result.verdict, result.reasons) == ("partial", ("ambiguous_rows",))
    assert [item.transactions for item in result.ambiguous] == [("t1", "t2")]


def test_half_of_a_reversal_may_explain_the_first_opening() -> None:
    account = books(entry("t1", "01-10", "-20.00", "Shell"), entry("t3", "02-12", "20.00", "Shell", reversal_of="t1"))

    (result,) = verify([account], [statement(opening="980.00", period=FEBRUARY)])

    assert (result.verdict, result.reasons, result.opening_set) == ("partial", ("opening_undecided", "chain_gap"), ("t1",))
