"""Neighbouring statements prove one another: before, after, with a gap, or overlapping."""

from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest

from reconciliation.printed.statement import Fact, Integrity
from reconciliation.verification import verify
from tests.verdicts.papers import FEBRUARY, MARCH, books, day, entry, line, statement

JAN_CLIENT = line("01-20", "600.00", "CLIENT A")
T_CLIENT = entry("t1", "01-20", "600.00", "Client A")


def test_a_later_statement_proves_an_outstanding_item_in_any_order_of_arrival() -> None:
    account = books(T_CLIENT, entry("t2", "01-28", "-250.00", "Cheque 101", number="101"))
    papers = (
        statement(JAN_CLIENT),
        statement(line("02-03", "-250.00", "CHQ 000101"), opening="1600.00", period=FEBRUARY),
    )

    for order in permutations(range(2)):
        result = verify([account], [papers[place] for place in order])
        january = result[order.index(0)]
        assert {verdict.verdict for verdict in result} == {"matched"}
        assert [(item.proof, item.cleared_by) for item in january.missing] == [("cleared_later", (order.index(1), 0))]


def test_a_statement_that_is_not_read_whole_proves_nothing_for_the_one_before() -> None:
    account = books(T_CLIENT, entry("t2", "01-28", "-250.00", "Rent"))
    february = statement(line("02-03", "-250.00", "RENT"), opening="1600.00", period=FEBRUARY, flags=("page_unread",))

    result = verify([account], [statement(JAN_CLIENT), february])

    assert [verdict.verdict for verdict in result] == ["partial", "partial"]
    assert [item.proof for item in result[0].missing] == [None]


@pytest.mark.parametrize(("date", "amount", "kind"), [("02-03", "-54.00", "outstanding"), ("02-25", "-45.00", "not_on_statement")])
def test_a_later_line_that_tells_an_item_otherwise_is_no_proof_of_it(date: str, amount: str, kind: str) -> None:
    account = books(entry("t1", "01-30" if kind == "outstanding" else "01-05", "-45.00", "Kowalski Roofing"))
    february = statement(line(date, amount, "KOWALSKI ROOFING"), period=FEBRUARY)

    january, later = verify([account], [statement(), february])

    assert (january.verdict == "matched", later.verdict) == (False, "mismatched")
    assert [(item.kind, item.proof) for item in january.missing] == [(kind, None)]
    assert len(later.differing) == 1


FOLLOWS = Integrity(holds=None, rows_follow=True, difference=Decimal("0.00"))
PHONE = entry("t1", "02-05", "-60.00", "Phone")
PHONE_LINE = line("02-05", "-60.00", "PHONE")


def three_months(*, march: str = "940.00", march_more: dict[str, Any] | None = None) -> list[Any]:
    """Return the verdicts of three statements; no end of February's is named in the document."""
    february = statement(PHONE_LINE, period=FEBRUARY, integrity=FOLLOWS)
    papers = [statement(), february, statement(opening=march, period=MARCH, **march_more or {})]
    return verify([books(PHONE)], papers)


def test_ends_that_no_words_name_are_confirmed_by_the_statements_before_and_after() -> None:
    assert [(result.verdict, result.reasons) for result in three_months()] == [("matched", ())] * 3


@pytest.mark.parametrize(
    "march_more",
    [{"flags": ("page_unread",)}, {"holds": None}, {"integrity": Integrity(holds=False)}, {"closing": "1.00"}, {"closing": None}],
)
def test_a_neighbour_whose_own_rows_are_not_sure_confirms_no_end(march_more: dict[str, Any]) -> None:
    assert three_months(march_more=march_more)[1].reasons == ("ends_unconfirmed",)


def test_a_neighbour_that_begins_with_another_balance_confirms_no_end() -> None:
    assert three_months(march="939.00")[1].reasons == ("ends_unconfirmed",)


def test_rows_that_follow_without_neighbours_are_compared_in_full() -> None:
    alone = verify([books(PHONE)], [statement(PHONE_LINE, period=FEBRUARY, integrity=FOLLOWS)])
    differs = verify([books()], [statement(PHONE_LINE, period=FEBRUARY, integrity=FOLLOWS)])

    assert [(result.verdict, result.reasons) for result in alone] == [("partial", ("ends_unconfirmed",))]
    assert [(result.verdict, result.reasons) for result in differs] == [("mismatched", ("new_rows", "ends_unconfirmed"))]


@pytest.mark.parametrize(("code", "neighbours"), [("opening_unnamed", (0, 1)), ("closing_unnamed", (1, 2))])
def test_only_the_end_that_no_words_name_needs_a_neighbour(code: str, neighbours: tuple[int, int]) -> None:
    half = replace(FOLLOWS, unconfirmed=(Fact(code=code),))
    papers = [statement(), statement(PHONE_LINE, period=FEBRUARY, integrity=half), statement(opening="940.00", period=MARCH)]

    result = verify([books(PHONE)], [papers[place] for place in neighbours])

    assert {verdict.verdict for verdict in result} == {"matched"}


def test_two_statements_of_unnamed_ends_confirm_the_balance_between_them() -> None:
    january = statement(integrity=replace(FOLLOWS, unconfirmed=(Fact(code="closing_unnamed"),)))
    february = statement(PHONE_LINE, period=FEBRUARY, integrity=replace(FOLLOWS, unconfirmed=(Fact(code="opening_unnamed"),)))

    assert {result.verdict for result in verify([books(PHONE)], [january, february])} == {"matched"}


def test_an_item_that_the_next_statement_lacks_is_missing_in_both() -> None:
    account = books(entry("t1", "01-30", "-45.00", "Shell"))

    result = verify([account], [statement(), statement(period=FEBRUARY)])

    assert [verdict.verdict for verdict in result] == ["mismatched", "mismatched"]
    assert [item.kind for verdict in result for item in verdict.missing] == ["not_on_statement", "not_on_statement"]


def test_a_next_statement_that_is_not_whole_shows_no_absence() -> None:
    account = books(entry("t1", "01-30", "-45.00", "Shell"))

    result = verify([account], [statement(), statement(period=FEBRUARY, holds=None)])

    assert [item.kind for item in result[0].missing] == ["outstanding"]


def test_an_opening_that_is_not_printed_is_the_adjoining_closing() -> None:
    account = books(entry("t1", "02-05", "-60.00", "Phone"))
    february = statement(line("02-05", "-60.00", "PHONE"), opening=None, closing="940.00", period=FEBRUARY, holds=None)

    january, result = verify([account], [statement(), february])
    (alone,) = verify([account], [february])

    assert (january.verdict, result.verdict, result.opening_source) == ("matched", "matched", "previous_statement")
    assert result.opening_balance.statement is None
    assert (alone.verdict, alone.reasons) == ("partial", ("no_opening", "integrity_unproved"))


def test_an_opening_is_not_taken_from_a_statement_that_is_not_whole() -> None:
    february = statement(opening=None, closing="1000.00", period=FEBRUARY, holds=None)

    assert verify([books()], [statement(flags=("page_unread",)), february])[1].verdict == "partial"


def test_an_opening_taken_over_must_lead_to_the_printed_closing() -> None:
    february = statement(line("02-05", "-60.00", "PHONE"), opening=None, closing="930.00", period=FEBRUARY, holds=None)

    assert "integrity_failed" in verify([books(entry("t1", "02-05", "-60.00", "Phone"))], [statement(), february])[1].reasons


def test_papers_that_contradict_each_other_are_not_proof() -> None:
    result = verify([books()], [statement(line("01-20", "-50.00", "GAS")), statement(period=FEBRUARY)])

    assert [verdict.reasons for verdict in result] == [("new_rows",), ("chain_breaks",)]


def test_a_difference_brought_forward_is_not_blamed_on_this_months_rows() -> None:
    account = books(entry("t", "02-09", "-20.00", "Phone"))
    papers = [statement(line("01-31", "-12.00", "FEE")), statement(line("02-09", "-20.00", "PHONE"), opening="988.00", period=FEBRUARY)]

    result = verify([account], papers)[1]

    assert (result.verdict, result.reasons, result.movement_ties) == ("mismatched", ("opening_differs",), True)


def test_a_difference_brought_forward_says_where_it_comes_from() -> None:
    account = books(entry("t1", "02-09", "-20.00", "Phone"), entry("t2", "03-09", "-50.00", "Rent"))
    papers = [
        statement(line("01-31", "-12.00", "FEE"), opening="972.00"),
        statement(line("02-09", "-20.00", "PHONE"), opening="960.00", period=FEBRUARY),
        statement(line("03-09", "-53.00", "RENT"), opening="940.00", period=MARCH),
    ]

    result = verify([account], papers)

    assert [[(part.statement, part.kind, part.amount) for part in verdict.opening_parts] for verdict in result] == [
        [(None, "not_known", Decimal("-28.00"))],
        [(0, "new_rows", Decimal("-12.00")), (0, "not_known", Decimal("-28.00"))],
        [(0, "new_rows", Decimal("-12.00")), (0, "not_known", Decimal("-28.00"))],
    ]


def test_undecided_items_of_an_earlier_statement_are_carried_over() -> None:
    twins = (entry("t1", "01-10", "-80.00", "Office"), entry("t2", "01-10", "-80.00", "Office"))
    papers = [
        statement(line("01-10", "-80.00", "OFFICE")),
        statement(opening="920.00", period=FEBRUARY),
        statement(opening="920.00", period=MARCH),
    ]

    result = verify([books(*twins)], papers)

    assert [verdict.verdict for verdict in result] == ["partial", "partial", "partial"]
    assert ["carried_over" in verdict.reasons for verdict in result] == [False, True, True]


def test_a_gap_is_noted_and_need_not_hinder() -> None:
    account = books(entry("t", "02-09", "20.00", "Client"))

    result = verify([account], [statement(), statement(opening="1020.00", period=MARCH)])

    assert [(verdict.verdict, verdict.reasons) for verdict in result] == [("matched", ()), ("matched", ("chain_gap",))]


def test_a_difference_that_the_days_between_can_explain_is_not_definite() -> None:
    account = books(entry("t", "01-29", "-250.00", "Cheque 9", number="9"))

    result = verify([account], [statement(), statement(opening="750.00", period=MARCH)])[1]

    assert (result.verdict, "chain_gap" in result.reasons, result.opening_set) == ("partial", True, ("t",))
    assert result.bridge is not None
    assert (result.bridge.opening, result.bridge.timing) == (Decimal("-250.00"), Decimal("250.00"))


def test_a_difference_that_nothing_between_explains_is_definite() -> None:
    result = verify([books()], [statement(), statement(opening="750.00", period=MARCH)])[1]

    assert (result.verdict, result.reasons) == ("mismatched", ("opening_differs", "chain_gap"))


def test_entries_before_the_first_statement_may_explain_its_opening() -> None:
    cheque = entry("t", "2025-12-29", "-75.00", "Cheque 102", number="102")

    result = verify([books(cheque, since="2025-12-01")], [statement()])[0]

    assert (result.verdict, result.opening_set) == ("partial", ("t",))


def test_the_first_to_arrive_keeps_its_evidence() -> None:
    rows = (entry("t1", "01-09", "50.00", "Client A"), entry("t2", "01-20", "60.00", "Client B"))
    january = statement(line("01-09", "50.00", "CLIENT A"), line("01-20", "60.00", "CLIENT B"))
    across = statement(line("01-20", "60.00", "CLIENT B"), opening="1050.00", period=(day("01-15"), day("02-15")))

    first, later = verify([books(*rows)], [january, across])

    assert first.verdict == "matched"
    assert (later.verdict, later.reasons[0]) == ("partial", "overlaps")
    assert [item.repeats for item in later.new] == [(0, 1)]
    assert later.bridge is not None


def test_the_same_statement_twice_is_evidence_once() -> None:
    paper = statement(JAN_CLIENT)

    assert [verdict.verdict for verdict in verify([books(T_CLIENT)], [paper, paper])] == ["matched", "partial"]


def test_an_entry_dated_after_the_statement_that_shows_it_is_a_cut_off_until_its_month_comes() -> None:
    account = books(entry("t", "02-02", "-35.00", "Insurance"))
    january = statement(line("01-31", "-35.00", "INSURANCE DD"))

    result = verify([account], [january, statement(opening="965.00", period=FEBRUARY)])

    assert [(verdict.verdict, verdict.reasons) for verdict in result] == [("partial", ("cut_off",)), ("matched", ())]


def test_lines_of_all_statements_are_weighed_together() -> None:
    account = books(entry("t1", "01-25", "-50.00", "Fenwick"), entry("t2", "01-31", "-50.00", "Marigold"))
    papers = [
        statement(line("01-29", "-50.00", "PAYMENT")),
        statement(line("02-03", "-50.00", "MARIGOLD"), opening="950.00", period=FEBRUARY),
    ]

    result = verify([account], papers)

    assert [verdict.verdict for verdict in result] == ["matched", "matched"]
    assert result[0].matched[0].transactions == ("t1",)


def test_twelve_months_of_overlapping_lags_are_matched_together() -> None:
    booked = [entry(f"t{month}", f"2025-{month:02d}-28", f"-{100 + month}.00", "Rent") for month in range(1, 12)]
    papers, balance = [], Decimal(10_000)
    for month in range(1, 13):
        period = (day(f"2025-{month:02d}-01"), day(f"2025-{month + 1:02d}-01") if month < 12 else day("2026-01-01"))
        rows = [line(f"2025-{month:02d}-02", f"-{100 + month - 1}.00", "RENT")] if month > 1 else []
        last = period[1].fromordinal(period[1].toordinal() - 1)
        papers.append(statement(*rows, opening=str(balance), period=(period[0], last)))
        balance += sum((row.amount for row in rows), Decimal(0))

    result = verify([books(*booked, opening="10000.00", since="2025-01-01")], papers)

    assert {verdict.verdict for verdict in result} == {"matched"}


def test_in_a_set_over_the_month_end_one_pairing_with_nothing_late_is_enough() -> None:
    rows = (("t0", "01-27", ""), ("t1", "01-30", "Fenwick"), ("t2", "02-02", ""))
    account = books(*(entry(name, date, "-20.00", text) for name, date, text in rows))
    january = statement(line("01-28", "-20.00", "FENWICK"), line("01-31", "-20.00"))
    february = statement(line("02-02", "-20.00", "FENWICK"), opening="960.00", period=FEBRUARY)

    result = verify([account], [january, february])

    assert [verdict.verdict for verdict in result] == ["matched", "matched"]
    assert [item.transactions for item in result[0].matched] == [("t0",), ("t1",)]
