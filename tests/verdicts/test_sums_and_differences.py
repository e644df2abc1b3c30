"""Items left after the exact pairs: sums that are no chance, payments with other text, and separate items."""

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.payees import payee, same_payee
from reconciliation.matching import weigh
from reconciliation.matching.groups import MOST_BY_CHANCE, SubsetSums, only_choice
from tests.verdicts.weighing import doubts, keys, pairs, row

AMOUNTS = st.lists(st.integers(-99_99, 99_99).filter(bool), min_size=2, max_size=9)


@given(AMOUNTS, st.integers(2, 7))
def test_a_sum_is_found_if_and_only_if_one_choice_makes_it(cents: list[int], most: int) -> None:
    rows = [row(str(place), 0, f"{amount / 100:.2f}") for place, amount in enumerate(cents)]
    choices = [chosen for size in range(2, most + 1) for chosen in combinations(range(len(cents)), size)]
    total = sum(cents[place] for place in choices[len(choices) // 2])
    found = SubsetSums(tuple(rows), most).only(Decimal(total) / 100)

    fitting = [chosen for chosen in choices if sum(cents[place] for place in chosen) == total]
    assert (found is not None) == (len(fitting) == 1)
    assert found is None or [int(str(one.key)) for one in found.rows] == list(fitting[0])


@pytest.mark.parametrize(("total", "fits"), [("112", True), ("112.00", True), ("112.50", False)])
def test_a_total_finer_than_its_parts_is_never_cut_to_fit(total: str, *, fits: bool) -> None:
    whole = [row(f"t{place}", 19, amount) for place, amount in enumerate(("71", "41", "9"))]

    assert (SubsetSums(whole, 6).only(Decimal(total)) is not None) is fits


def test_among_many_round_amounts_a_sum_that_fits_is_chance() -> None:
    round_sums = [row(f"t{place}", 19, f"{amount}.00") for place, amount in enumerate((10, 30, 70, 150, 310, 630))]

    assert SubsetSums(tuple(round_sums), 6).only(Decimal("490.00")) is not None
    assert doubts(weigh([row("s", 20, "490.00", "PAYOUT")], round_sums)) == []


def test_among_a_few_odd_amounts_it_is_none() -> None:
    receipts = [row(f"t{place}", 19, amount) for place, amount in enumerate(("112.37", "80.01", "64.20", "9.99"))]

    assert doubts(weigh([row("s", 20, "192.38", "DEPOSIT 004411")], receipts)) == [("group_to_confirm", ["s"], ["t0", "t1"])]


@pytest.mark.parametrize(("days", "proposed"), [((19, 19, 19), True), ((13, 16, 19), False)])
def test_a_sum_of_one_days_rows_need_only_be_none_of_the_few_that_these_make(days: tuple[int, int, int], *, proposed: bool) -> None:
    amounts = ("141.66", "108.47", "188.97")
    sales = [row(f"t{place}", day, amount) for place, (day, amount) in enumerate(zip(days, amounts, strict=True))]
    others = [row(f"o{place}", 13 + place % 6, f"{17 + 31 * place}.{13 * place % 100:02d}") for place in range(14)]

    assert bool(doubts(weigh([row("s", 20, "439.10", "PAYOUT")], [*others, *sales]))) is proposed


def test_items_taken_by_one_sum_make_another_sum_unique() -> None:
    receipts = [row("t1", 10, "112.37"), row("t2", 10, "80.01"), row("t3", 13, "112.37"), row("t4", 13, "64.20")]
    deposits = [row("s1", 10, "192.38", "DEPOSIT 1"), row("s2", 14, "176.57", "DEPOSIT 2")]

    assert doubts(weigh(deposits, receipts)) == [("group_to_confirm", ["s1"], ["t1", "t2"]), ("group_to_confirm", ["s2"], ["t3", "t4"])]


@pytest.mark.parametrize(
    ("amount", "day", "proposed"),
    [
        ("-12.00", 20, False),  # one of this amount cleared alone
        ("-7.70", 4, False),  # another did, in these days
        ("-7.70", 20, True),  # another did, weeks ago
        ("7.70", 4, True),  # a refund is no such payment
    ],
)
def test_a_payee_that_clears_alone_is_no_part_of_a_sum(amount: str, day: int, *, proposed: bool) -> None:
    total = Decimal(amount) + Decimal("-18.31")
    lines = [row("s1", day, str(total), "TRAVEL"), row("s2", 3, "-12.00", "NETFLIX")]
    entries = [row("t1", day, amount, "Netflix"), row("t2", day, "-18.31", "Taxi"), row("t3", 3, "-12.00", "Netflix")]

    assert bool(doubts(weigh(lines, entries))) is proposed


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("POS 4411 SHELL OIL #221", "Shell", True),
        ("CITY WATER COMPANY", "Water", True),
        ("ALDER BOOKS", "Birch Books", False),
        ("ALDER LYON", "Alder Market", True),
        ("CHECK 1234", "Alder Market", False),
    ],
)
def test_a_generic_word_for_a_shop_makes_no_payee(one: str, other: str, *, same: bool) -> None:
    assert same_payee(payee(one), payee(other)) is same


@pytest.mark.parametrize(
    ("printed", "booked", "differs"),
    [
        ("-36.00", "-30.00", True),  # a tip
        ("-91.37", "-88.00", True),  # a rate
        ("-54.00", "-45.00", True),  # digits in another order
        ("-190.00", "-19.00", True),  # the point elsewhere
        ("-8.51", "-109.70", False),
        ("-30.00", "-50.00", False),
    ],
)
def test_amounts_differ_only_where_one_could_be_meant_for_the_other(printed: str, booked: str, *, differs: bool) -> None:
    found = weigh([row("s", 5, printed, "ALDER MARKET")], [row("t", 5, booked, "Alder Market")])

    assert [str(pair.kind) for pair in found.differing] == ["amount"] * differs


def test_one_month_of_a_payment_that_recurs_is_not_another_months_on_a_wrong_day() -> None:
    lines = [row("s1", 1, "-9.99", "ALDER ONLINE"), row("s3", 61, "-9.99", "ALDER ONLINE")]
    entries = [row("t1", 1, "-9.99", "Alder Online"), row("t2", 31, "-9.99", "Alder Online")]

    found = weigh(lines, entries)

    assert pairs(found) == {("s1", "t1")}
    assert (found.differing, keys(found.lines), keys(found.entries)) == ([], ["s3"], ["t2"])


def test_an_entry_of_the_rows_own_payee_on_a_far_off_day_waits_with_a_weak_pair() -> None:
    entries = [row("near", 40, "20", "Fenwick"), row("far", 5, "20", "Kowalski"), row("other", 5, "20", "Alder")]

    found = weigh([row("s", 40, "20", "KOWALSKI")], entries)

    assert doubts(found) == [("weak_pair", ["s"], ["near", "far"])]
    assert keys(found.entries) == ["other"]


@pytest.mark.parametrize(("booked", "guessed"), [("Alder", True), ("Aldar", False), ("Alder Market", False), ("Fiorfi Fuel", False)])
def test_a_weak_pair_would_be_taken_only_if_the_names_are_spelt_alike(booked: str, *, guessed: bool) -> None:
    (group,) = weigh([row("s", 5, "-20", "ILDER STORE")], [row("t", 4, "-20", booked)]).undecided

    assert (str(group.doubt), bool(group.guess)) == ("weak_pair", guessed)


def test_sums_are_expected_by_those_that_lie_about_them() -> None:
    few = SubsetSums(tuple(row(str(place), 0, amount) for place, amount in enumerate(("112.37", "80.01", "64.20"))), 6)

    found = few.only(Decimal("192.38"))

    assert found is not None
    assert found.by_chance <= MOST_BY_CHANCE


def test_no_line_is_guessed_where_one_left_alone_speaks_as_loudly() -> None:
    lines = [row("s1", 5, "-20", "ALDER"), row("s2", 6, "-20", "CARD"), row("s3", 6, "-20", "CARD")]

    (equal,) = weigh(lines[1:], [row("t", 5, "-20", "Alder")]).undecided
    (louder,) = weigh(lines, [row("t1", 5, "-20", "Alder"), row("t2", 5, "-20", "Alder")]).undecided

    assert equal.guess == ()
    assert [edge.line.key for edge in louder.guess] == ["s1"]


@given(AMOUNTS, st.integers(0, 500))
def test_the_only_choice_among_many_rows_is_found_if_and_only_if_it_is_the_only_one(cents: list[int], place: int) -> None:
    rows = [row(str(number), 0, f"{amount / 100:.2f}") for number, amount in enumerate(cents)]
    choices = [chosen for size in range(1, len(cents) + 1) for chosen in combinations(range(len(cents)), size)]
    total = sum(cents[number] for number in choices[place % len(choices)])
    fitting = [chosen for chosen in choices if sum(cents[number] for number in chosen) == total]
    is_only = total != 0 and len(fitting) == 1 and len(fitting[0]) > 1

    found = only_choice(rows, Decimal(total) / 100) if total else None

    assert (found is not None) is is_only
    assert found is None or [int(str(one.key)) for one in found.rows] == list(fitting[0])


def test_sixty_rows_of_one_payee_are_proposed_as_their_sum() -> None:
    invoices = [row(f"t{place}", 15 + place % 4, f"{5 + place * 0.37:.2f}", "Acme Ltd invoice") for place in range(60)]
    others = [row(f"o{place}", 17, f"{3 + place * 0.11:.2f}", f"{name} Ltd") for place, name in enumerate(("Baker", "Cook", "Dyer"))]
    total = f"{sum(one.amount for one in invoices)}"

    ((doubt, lines, entries),) = doubts(weigh([row("s", 20, total, "ACME LTD")], [*invoices, *others]))

    assert (doubt, lines, set(entries)) == ("group_to_confirm", ["s"], {f"t{place}" for place in range(60)})


def test_a_sum_that_several_choices_of_many_rows_make_is_not_proposed() -> None:
    invoices = [row(f"t{place}", 15 + place % 4, f"{5 + place}.00", "Acme Ltd invoice") for place in range(40)]

    assert doubts(weigh([row("s", 20, "321.00", "ACME LTD")], invoices)) == []
