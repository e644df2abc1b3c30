"""The verdict on one statement, rule by rule."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from reconciliation.printed.statement import PrintedStatement, UnreadRow
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.verdict import StatementVerdict
from tests.verdicts.papers import JANUARY, books, day, entry, ids, line, statement

RENT = entry("t1", "01-04", "-250.00", "Rent")
RENT_LINE = line("01-05", "-250.00", "RENT")


def only(account: AccountBooks, paper: PrintedStatement) -> StatementVerdict:
    return verify([account], [paper])[0]


def test_a_statement_whose_rows_and_balances_are_all_in_the_books_is_matched() -> None:
    result = only(books(RENT), statement(RENT_LINE))

    assert (result.verdict, result.reasons) == ("matched", ())
    assert result.movement_ties is True
    assert result.bridge is not None
    assert result.bridge.closes


@pytest.mark.parametrize("flag", ["page_unread", "page_missing", "figures_unaccounted", "something_new"])
def test_a_flag_that_is_known_or_not_forbids_a_proof(flag: str) -> None:
    assert only(books(RENT), statement(RENT_LINE, flags=(flag,))).verdict == "partial"


def test_a_row_that_could_not_be_read_forbids_a_proof() -> None:
    unread = (UnreadRow(page=1, box=(0.0, 0.0, 1.0, 1.0), text="?? 12.00"),)

    result = only(books(RENT), statement(RENT_LINE, unread=unread))

    assert (result.verdict, result.reasons) == ("partial", ("figures_unaccounted",))


def test_a_reading_that_calls_itself_whole_but_does_not_add_up_is_not_believed() -> None:
    result = only(books(RENT), statement(RENT_LINE, closing="760.00", holds=True))

    assert (result.verdict, result.reasons) == ("partial", ("integrity_failed",))
    assert result.bridge is not None
    assert result.bridge.unexplained == Decimal("10.00")


def test_an_unproved_reading_is_never_matched() -> None:
    assert only(books(RENT), statement(RENT_LINE, holds=None)).reasons == ("integrity_unproved",)


def test_a_real_difference_is_not_hidden_behind_an_outstanding_cheque() -> None:
    cheque = entry("t2", "01-29", "-75.00", "Cheque 102", number="102")

    result = only(books(RENT, cheque), statement(RENT_LINE, line("01-31", "-12.00", "ACCOUNT FEE")))

    assert (result.verdict, result.reasons) == ("mismatched", ("new_rows", "outstanding_unproved"))
    assert [item.cause for item in result.new] == ["fee"]


def test_an_incomplete_reading_is_partial_whatever_else_differs() -> None:
    assert only(books(RENT), statement(line("01-09", "-1.00", "X"), holds=None)).verdict == "partial"


def test_pending_void_and_excluded_entries_are_in_no_balance_and_never_missing() -> None:
    others = (
        entry("p", "01-10", "-5.00", "Later", status="pending"),
        entry("v", "01-10", "-6.00", "Void", status="void"),
        entry("x", "01-10", "-7.00", "Left out", excluded=True),
    )

    result = only(books(RENT, *others), statement(RENT_LINE))

    assert (result.verdict, result.pending, result.missing) == ("matched", ("p",), ())
    assert result.closing_balance.books == Decimal("750.00")


def test_a_new_line_names_the_pending_entry_that_it_would_replace() -> None:
    pending = entry("p", "01-17", "-30.00", "Shell Oil", status="pending")

    result = only(books(pending), statement(line("01-18", "-42.10", "SHELL OIL")))

    assert result.verdict == "mismatched"
    assert [item.candidate for item in result.new] == ["p"]


def test_swapped_digits_are_hinted_at() -> None:
    result = only(books(entry("t", "01-06", "-45.00", "Water Co")), statement(line("01-06", "-54.00", "WATER CO")))

    assert [(item.kind, item.by, item.hint) for item in result.differing] == [("amount", Decimal("-9.00"), "digits_transposed")]


def test_a_foreign_purchase_booked_at_an_estimate_is_hinted_at() -> None:
    result = only(books(entry("t", "01-12", "-88.00", "Hotel New York")), statement(line("01-14", "-91.37", "HOTEL USD 99.00 @0.9229")))

    assert [item.hint for item in result.differing] == ["fx"]


def test_an_outstanding_item_that_repeats_a_cleared_one_says_so() -> None:
    result = only(
        books(entry("t1", "01-11", "-45.00", "Shell"), entry("t2", "01-29", "-45.00", "Shell")),
        statement(line("01-12", "-45.00", "SHELL 221")),
    )

    assert [(item.transaction, item.kind, item.hint, item.age) for item in result.missing] == [
        ("t2", "outstanding", "possible_duplicate", 2)
    ]


def test_books_started_from_a_statement_prove_nothing_about_it() -> None:
    own = entry("t1", "01-04", "-250.00", "Rent", origin="statement:abc")

    result = only(books(own), statement(RENT_LINE, source="abc"))
    other = only(books(own), statement(RENT_LINE, source="def"))

    assert (result.verdict, result.reasons) == ("partial", ("ledger_from_this_statement",))
    assert len(result.matched) == 1
    assert other.verdict == "matched"


def test_an_opening_balance_taken_from_a_statement_proves_nothing_about_it() -> None:
    assert only(books(RENT, opening_origin="statement:abc"), statement(RENT_LINE, source="abc")).verdict == "partial"


def test_an_unknown_opening_is_never_taken_as_nothing() -> None:
    result = only(books(RENT, opening=None), statement(RENT_LINE, opening="0.00"))

    assert (result.verdict, result.reasons) == ("partial", ("opening_unknown",))
    assert (result.opening_balance.ledger, result.opening_balance.books, result.bridge) == (None, None, None)


def test_a_period_before_the_ledger_begins_cannot_be_compared() -> None:
    assert only(books(since="02-01"), statement(RENT_LINE)).verdict == "unverifiable"


def test_an_unconfirmed_account_is_not_blamed_for_its_days() -> None:
    strange: dict[str, Any] = {"institution": "Other House", "account_hint": None}
    ledgers = [books(since="02-01"), books(since="02-01", id="b", currency="USD")]

    assert verify(ledgers, [statement(RENT_LINE, **strange)])[0].reasons == ("account_unconfirmed",)


def test_a_period_that_begins_before_the_ledger_is_partial() -> None:
    assert only(books(since="01-03"), statement(RENT_LINE)).reasons[0] == "opening_unknown"


def test_a_statement_without_rows_and_balances_is_unreadable() -> None:
    assert only(books(), statement(opening=None, closing=None)).reasons == ("unreadable",)


def test_investment_values_are_not_compared() -> None:
    assert only(books(kind="investment"), statement(account_kind="investment")).reasons == ("not_a_statement",)


def test_without_a_printed_period_an_entry_after_the_last_row_withholds_the_proof() -> None:
    later = entry("t2", "01-09", "-9.00", "Gym")

    assert only(books(RENT), statement(RENT_LINE, period=(None, None))).verdict == "matched"
    result = only(books(RENT, later), statement(RENT_LINE, period=(None, None)))
    assert (result.verdict, result.reasons) == ("partial", ("cut_off",))


def test_a_row_without_a_date_is_a_question_not_a_guess() -> None:
    result = only(books(RENT), statement(line(None, "-250.00", "RENT")))

    assert (result.verdict, [item.lines for item in result.ambiguous]) == ("partial", [(0,)])


def test_a_pair_that_reaches_back_past_an_equal_unpaired_entry_is_a_question() -> None:
    before = (entry("t1", "2025-12-30", "-50.00", "Fenwick", brought_forward=True), entry("t2", "2025-12-29", "-50.00"))

    result = only(books(*before, since="2025-12-01", opening="1050.00"), statement(line("01-02", "-50.00", "FENWICK")))

    assert (result.verdict, result.reasons) == ("partial", ("ambiguous_rows", "opening_undecided", "chain_gap"))


def test_an_entry_before_the_opening_that_is_not_brought_forward_counts_nowhere() -> None:
    early = entry("t0", "2025-12-20", "-99.00", "Counted in the opening already")

    result = only(books(early, RENT), statement(RENT_LINE))

    assert (result.verdict, result.closing_balance.books) == ("matched", Decimal("750.00"))


@pytest.mark.parametrize(
    ("description", "number", "amount", "booked", "kind"),
    [
        ("Cheque 9", "9", "-10.00", "2025-08-05", "outstanding"),  # 179 days on 31 January
        ("Cheque 9", "9", "-10.00", "2025-08-04", "stale"),
        ("Card purchase", "", "-10.00", "01-25", "outstanding"),
        ("Card purchase", "", "-10.00", "01-24", "not_on_statement"),
        ("Transfer to savings", "", "-10.00", "01-28", "outstanding"),  # a Wednesday: three banking days end on Monday
        ("Transfer to savings", "", "-10.00", "01-27", "not_on_statement"),
        ("Cash banked", "", "10.00", "01-26", "outstanding"),
        ("Cash banked", "", "10.00", "01-23", "not_on_statement"),
        ("Account fee", "", "-10.00", "01-31", "not_on_statement"),
        ("Whatever", "", "-10.00", "01-25", "outstanding"),
    ],
)
def test_how_long_an_item_may_stay_away_depends_on_how_it_was_paid(
    description: str, number: str, amount: str, booked: str, kind: str
) -> None:
    item = entry("t", booked, amount, description, number=number, brought_forward=day(booked) < JANUARY[0])

    result = only(books(item), statement())

    assert [row.kind for row in result.missing] == [kind]


def test_a_reversal_that_is_linked_proves_both_halves() -> None:
    halves = (entry("t1", "01-05", "-300.00", "Cheque 110", number="110"), entry("t2", "01-12", "300.00", "Void", reversal_of="t1"))

    result = only(books(*halves), statement())

    assert result.verdict == "matched"
    assert ids(result.missing) == ["t1", "t2"]
    assert {item.proof for item in result.missing} == {"reversal"}


def test_a_reversal_of_another_amount_proves_nothing() -> None:
    halves = (entry("t1", "01-05", "-300.00", "Smith"), entry("t2", "01-12", "299.00", "Smith", reversal_of="t1"))

    assert only(books(*halves), statement()).verdict == "mismatched"


def test_the_verdict_as_json_has_the_shape_that_is_measured() -> None:
    result = only(books(RENT), statement(RENT_LINE)).as_json()

    assert result["matched"] == [{"line": 0, "transactions": ["t1"], "interchangeable": False, "why": ["payee", "days:1"]}]
    assert result["bridge"]["timing"] == "0.00"
    assert result["closing_balance"] == {"statement": "750.00", "ledger": "750.00", "books": "750.00"}
    assert result["period_start"] == dt.date(2026, 1, 1).isoformat()


def test_a_statement_without_days_is_laid_beside_the_books_and_proves_nothing() -> None:
    ledger = books(entry("t1", "01-12", "-20.00", "Shell"))
    paper = statement(line(None, "-20.00", "SHELL"), line(None, "-7.00", "GYM"), period=(None, None))

    result = only(ledger, paper)

    assert (result.verdict, result.reasons) == ("partial", ("integrity_unproved", "ambiguous_rows", "new_rows"))
    assert [(item.lines, item.transactions) for item in result.ambiguous] == [((0,), ("t1",))]
    assert [item.line for item in result.new] == [1]
