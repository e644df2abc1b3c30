"""Payouts of payment processors explain lines, are matched through their payments, and never with the entries of another payment."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal

import pytest

from reconciliation.matching import Payout, PayoutPart, Weighing, make_row, weigh
from reconciliation.matching.rows import MatchRow
from tests.verdicts.payout_months import shop_month

DAY = dt.date(2026, 1, 5)
MONTHS = 200


def entry(key: str, amount: str, text: str = "Sale", day: int = 5) -> MatchRow:
    return make_row(key=key, days=(dt.date(2026, 1, day),), amount=Decimal(amount), text=text)


def line(amount: str, text: str = "STRIPE PAYOUT", day: int = 7, place: int = 0) -> MatchRow:
    return make_row(key=(0, place), days=(dt.date(2026, 1, day),), amount=Decimal(amount), text=text, page=0)


def payout(*amounts: tuple[str, str], key: str = "p", reference: str = "") -> Payout:
    parts = tuple(PayoutPart(gross=Decimal(gross), fee=Decimal(fee), day=DAY) for gross, fee in amounts)
    return Payout(id=key, day=dt.date(2026, 1, 6), net=sum((part.net for part in parts), Decimal(0)), reference=reference, parts=parts)


TWO = payout(("20.00", "0.90"), ("30.00", "1.00"))


def result(entries: Iterable[MatchRow], lines: Iterable[MatchRow] = (), payouts: Iterable[Payout] = (TWO,)) -> tuple[str, set[object], str]:
    """Return the state of the first explanation, the keys of its entries that were matched, and the fee that it proposes."""
    weighing = weigh([line("48.10"), *lines], entries, payouts=list(payouts))
    groups = {row.key for group in weighing.groups if group.is_payout for row in group.entries}
    first = weighing.explanations[0] if weighing.explanations else None
    return (first.state, groups, str(first.fee)) if first else ("", groups, "None")


def test_a_payout_clears_its_payments_and_the_entry_of_its_fees() -> None:
    assert result([entry("a", "20.00"), entry("b", "30.00"), entry("f", "-1.90")]) == ("complete", {"a", "b", "f"}, "None")


def test_the_fee_of_each_payment_may_be_an_entry() -> None:
    entries = [entry("a", "20.00"), entry("b", "30.00"), entry("f", "-0.90"), entry("g", "-1.00")]

    assert result(entries) == ("complete", {"a", "b", "f", "g"}, "None")


def test_payments_may_be_booked_less_their_fees() -> None:
    assert result([entry("a", "19.10"), entry("b", "29.00")]) == ("complete", {"a", "b"}, "None")


def test_the_fee_that_the_books_lack_is_proposed_and_nothing_is_matched() -> None:
    assert result([entry("a", "20.00"), entry("b", "30.00")]) == ("fee_missing", set(), "-1.90")


@pytest.mark.parametrize(
    ("entries", "state"),
    [
        ([entry("a", "20.00"), entry("f", "-1.90")], "payments_missing"),
        ([entry("a", "20.00"), entry("x", "20.00"), entry("b", "30.00"), entry("f", "-1.90")], "not_unique"),
        ([entry("a", "20.00"), entry("b", "30.00"), entry("f", "-1.90"), entry("x", "-1.90")], "not_unique"),
        ([entry("a", "20.00"), entry("b", "30.00"), entry("f", "-1.90"), entry("g", "-0.90"), entry("h", "-1.00")], "not_unique"),
        ([entry("whole", "48.10", "Stripe", day=6)], "whole_booked"),
        ([entry("a", "20.00", day=28), entry("b", "30.00"), entry("f", "-1.90")], "payments_missing"),
    ],
)
def test_nothing_is_matched_where_entries_are_missing_or_not_unique(entries: list[MatchRow], state: str) -> None:
    assert result(entries)[:2] == (state, set())


def test_an_entry_that_a_line_of_its_own_clears_is_no_part() -> None:
    own = line("20.00", "SMITH INVOICE 4711", place=1)
    entries = [entry("a", "20.00", "Smith invoice 4711"), entry("b", "30.00"), entry("f", "-1.90")]

    assert result(entries, [own])[:2] == ("payments_missing", set())


def test_two_lines_of_the_amount_are_explained_only_by_the_id_in_their_text() -> None:
    entries = [entry("a", "20.00"), entry("b", "30.00"), entry("f", "-1.90")]
    other = line("48.10", "STRIPE PAYOUT PO2", place=1)

    assert result(entries, [other]) == ("", set(), "None")
    named = payout(("20.00", "0.90"), ("30.00", "1.00"), reference="PO2")
    assert result(entries, [other], [named])[:2] == ("complete", {"a", "b", "f"})


def test_payments_of_two_payouts_with_one_amount_and_day_are_left_open() -> None:
    second = payout(("20.00", "0.90"), ("40.00", "1.00"), key="q")
    entries = [entry(key, amount) for key, amount in (("a", "20.00"), ("b", "30.00"), ("c", "20.00"), ("d", "40.00"))]

    state, matched, _fee = result(entries, [line("58.10", "PAYPAL", place=1)], [TWO, second])

    assert (state, matched) == ("not_unique", set())


def test_a_pair_that_a_person_separated_is_not_matched() -> None:
    separated = make_row(key=(0, 0), days=(dt.date(2026, 1, 7),), amount=Decimal("48.10"), text="STRIPE", page=0, never=frozenset({"a"}))
    weighing = weigh([separated], [entry("a", "20.00"), entry("b", "30.00"), entry("f", "-1.90")], payouts=[TWO])

    assert (weighing.explanations[0].state, weighing.groups) == ("not_unique", [])


def test_where_a_processors_payments_are_booked_by_name_another_name_is_no_payment() -> None:
    named = Payout(
        id="named", day=DAY - dt.timedelta(days=1), net=Decimal("9.50"),
        parts=(PayoutPart(gross=Decimal(10), fee=Decimal("0.50"), day=DAY - dt.timedelta(days=2), text="Emil Novak"),),
    )  # fmt: skip
    other = Payout(
        id="other", day=DAY, net=Decimal("11.58"), parts=(PayoutPart(gross=Decimal(12), fee=Decimal("0.42"), day=DAY, text="Fatima Khan"),)
    )
    entries = [entry("n", "10.00", "Emil Novak"), entry("d", "12.00", "D. Meyer invoice 1000256")]
    weighing = weigh([line("9.50"), line("11.58", place=1)], entries, payouts=[named, other])

    assert [(one.payout.id, one.state) for one in weighing.explanations] == [("named", "fee_missing"), ("other", "payments_missing")]


@pytest.mark.slow
def test_two_hundred_months_of_a_shop_with_three_processors() -> None:
    unexplained, false, fees, complete = [], [], [], 0
    for seed in range(MONTHS):
        month = shop_month(seed)
        weighing = weigh(month.lines, month.entries, payouts=month.payouts)
        by_payout = {explanation.payout.id: explanation for explanation in weighing.explanations}
        for paid in month.payouts:
            explanation = by_payout.get(paid.id)
            if explanation is None or explanation.line.key != month.line_of[paid.id]:
                unexplained.append((seed, paid.id))
                continue
            complete += explanation.state == "complete"
            if explanation.fee is not None and explanation.fee != month.fee_of.get(paid.id):
                fees.append((seed, paid.id))
        false += [(seed, *group) for group in _false_groups(month.belongs, weighing)]

    assert (unexplained, false, fees) == ([], [], [])
    assert complete > 3000


def _false_groups(belongs: dict[str, set[object]], weighing: Weighing) -> list[tuple[object, ...]]:
    """Return the payouts that were matched, or whose fee is proposed, with other entries than their own."""
    decided = [explanation for explanation in weighing.explanations if explanation.state in {"complete", "fee_missing"}]
    return [
        (explanation.payout.id, explanation.state)
        for explanation in decided
        if {row.key for row in explanation.rows} != belongs[explanation.payout.id]
    ]
