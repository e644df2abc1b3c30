"""Lines against transactions: deciding evidence, other evidence, and questions left to a person."""

import datetime as dt
from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.payees import payee, payees_agree, payees_differ
from reconciliation.matching import MatchRow, contras_to_confirm, make_row, weigh
from reconciliation.matching.exact import assign
from tests.verdicts.weighing import START, doubts, keys, pairs, row


@pytest.mark.parametrize(
    ("one", "other", "agree", "differ"),
    [
        ("POS 4411 SHELL OIL #221", "Shell", True, False),
        ("AMZN MKTP", "Amazon", True, False),
        ("CAR INS", "Insurance for the car", True, False),
        ("PAYMENT THANK YOU", "Payment from checking", False, False),
        ("ALDI SUED", "Tesco Stores", False, True),
        ("CARD PURCHASE 0042", "Gym", False, False),
        ("Sainsbury's", "SAINSBURYS LONDON", True, False),
        ("BK", "BKOFAMERICA ATM", False, True),
        ("HP", "BP", False, True),
        ("ÉPICERIE DU COIN", "Épicerie", True, False),
        ("KARTENZAHLUNG BAECKER HOEFER", "Bäcker Höfer", True, False),
        ("GELDAUTOMAT NR 4411", "Bargeld", False, False),
        ("PRLV SEPA 197662482", "Papeterie Rivet", False, False),
    ],
)
def test_a_payee_is_compared_without_generic_words(one: str, other: str, agree: bool, differ: bool) -> None:
    assert payees_agree(payee(one), payee(other)) is agree
    assert payees_differ(payee(one), payee(other)) is differ


@pytest.mark.parametrize("text", ["Cheque 101 Rent", "CHQ 000101", "check no. 101", "CHECK #101", "Chk: 0101"])
def test_a_cheque_number_is_read_out_of_a_text(text: str) -> None:
    assert row("t", 0, "-1", text).number == "101"


@pytest.mark.parametrize(("lag", "near"), [(-3, False), (-2, True), (0, True), (7, True), (8, False)])
def test_the_bank_may_be_two_days_before_the_books_and_seven_after(lag: int, near: bool) -> None:
    assert bool(pairs(weigh([row("s", 20 + lag, "-5")], [row("t", 20, "-5")]))) is near


@pytest.mark.parametrize(("lag", "near"), [(180, True), (181, False), (-3, False)])
def test_a_cheque_whose_number_agrees_may_take_half_a_year(lag: int, near: bool) -> None:
    result = weigh([row("s", 200 + lag, "-5", "CHQ 000101")], [row("t", 200, "-5", number="101")])

    assert bool(pairs(result)) is near


def test_the_nearer_of_two_printed_dates_counts() -> None:
    days = (START + dt.timedelta(days=20), START + dt.timedelta(days=10))
    line = make_row(key="s", days=days, amount=Decimal(-5), text="")

    assert pairs(weigh([line], [row("t", 10, "-5")])) == {("s", "t")}


def test_days_never_decide_between_entries_of_equal_amount() -> None:
    result = weigh([row("s", 10, "-80", "OFFICE")], [row("t1", 10, "-80", "Office"), row("t2", 4, "-80", "Office")])

    assert doubts(result) == [("ambiguous_rows", ["s"], ["t2", "t1"])]


def test_an_agreeing_text_decides() -> None:
    result = weigh([row("s", 10, "-80", "OFFICE")], [row("t1", 10, "-80", "Gym"), row("t2", 4, "-80", "Office")])

    assert pairs(result) == {("s", "t2")}
    assert keys(result.entries) == ["t1"]


def test_a_reference_decides_over_a_text() -> None:
    result = weigh(
        [row("s", 10, "-80", "OFFICE", reference="AB-77")],
        [row("t1", 10, "-80", "Office"), row("t2", 4, "-80", "", reference="ab77")],
    )

    assert pairs(result) == {("s", "t2")}


def test_equal_rows_in_equal_number_are_a_set_in_which_any_pairing_is_right() -> None:
    lines = [row(f"s{place}", 7 + place, "-3.50", "CAFE") for place in range(3)]
    entries = [row(f"t{place}", 7 + place, "-3.50", "Cafe") for place in range(3)]

    result = weigh(lines, entries)

    assert pairs(result) == {("s0", "t0"), ("s1", "t1"), ("s2", "t2")}
    assert all(pair.bond is not None for pair in result.pairs)


def test_equal_rows_in_unequal_number_are_for_a_person() -> None:
    result = weigh(
        [row(f"s{place}", 7, "-3.50", "CAFE") for place in range(3)], [row("t1", 7, "-3.50", "Cafe"), row("t2", 7, "-3.50", "Cafe")]
    )

    assert doubts(result) == [("ambiguous_rows", ["s0", "s1", "s2"], ["t1", "t2"])]


def test_names_that_contradict_each_other_make_a_weak_pair() -> None:
    assert doubts(weigh([row("s", 5, "-20", "ALDI SUED")], [row("t", 4, "-20", "Tesco Stores")])) == [("weak_pair", ["s"], ["t"])]


def test_cheque_numbers_that_contradict_each_other_make_a_weak_pair() -> None:
    assert doubts(weigh([row("s", 5, "-20", "CHQ 102")], [row("t", 4, "-20", "Cheque 101")])) == [("weak_pair", ["s"], ["t"])]


def test_a_cent_is_a_difference_and_no_tolerance() -> None:
    result = weigh([row("s", 5, "-9.99", "GYM")], [row("t", 5, "-10.00", "Gym")])

    assert [(pair.line.key, pair.entry.key, str(pair.kind)) for pair in result.differing] == [("s", "t", "amount")]


def test_two_possible_partners_of_another_amount_are_none() -> None:
    result = weigh([row("s", 5, "-9.99", "GYM")], [row("t1", 5, "-10.00", "Gym"), row("t2", 5, "-11.00", "Gym")])

    assert (result.differing, keys(result.lines), keys(result.entries)) == ([], ["s"], ["t1", "t2"])


@pytest.mark.parametrize(("days", "result"), [(62, 1), (63, 0)])
def test_a_far_day_of_an_agreeing_payee_is_a_date_that_differs(days: int, result: int) -> None:
    weighing = weigh([row("s", 5, "-412", "KOWALSKI ROOFING")], [row("t", 5 + days, "-412", "Kowalski Roofing")])

    assert [str(pair.kind) for pair in weighing.differing] == ["date"] * result


def test_one_reference_makes_a_sum_sure() -> None:
    entries = [row("t1", 14, "200", "Jones, slip 731"), row("t2", 14, "155", "Khan, slip 731"), row("t3", 14, "100", "Lee, slip 731")]

    result = weigh([row("s", 15, "455", "DEPOSIT 000731")], entries)

    assert [(keys(group.lines), keys(group.entries)) for group in result.groups] == [(["s"], ["t1", "t2", "t3"])]


def direct_debits(count: int) -> list[MatchRow]:
    return [row(f"t{place}", 12 + place % 3, f"{10 + place}.{place % 100:02}", f"Member {place}, batch 88731") for place in range(count)]


def test_a_batch_of_any_size_is_matched_by_its_reference() -> None:
    batch = direct_debits(400)
    others = [row("a", 13, "55", "Alder, batch 88732"), row("b", 1, "20", "Ash, batch 88731")]

    result = weigh([row("s", 15, str(sum(part.amount for part in batch)), "BACS CREDIT REF 88731")], [*batch, *others])

    assert [(keys(group.lines), set(keys(group.entries))) for group in result.groups] == [(["s"], set(keys(batch)))]
    assert keys(result.entries) == ["a", "b"]


@pytest.mark.parametrize(
    ("printed", "booked"),
    [
        ("LASTSCHRIFTEN SAMMLER NR. 88731", "Mitglied, Referenz 88731"),
        ("REMISE DE CHEQUES BORDEREAU N° 88731", "Client, réf. 88731"),
        ("ABONO REMESA 88731", "Socio, remesa nº 88731"),
        ("ACCREDITO DISTINTA N. 88731", "Socio, distinta 0088731"),
        ("INCASSO VERZAMELBATCH 88731", "Lid, kenmerk 88731"),
        ("CRÉDITO LOTE 88731", "Sócio, referência 88731"),
    ],
)
def test_a_batch_is_named_in_any_language_of_the_pages(printed: str, booked: str) -> None:
    batch = [row(f"t{place}", 12, f"{20 + place}.{place}0", booked) for place in range(9)]

    result = weigh([row("s", 14, str(sum(part.amount for part in batch)), printed)], batch)

    assert len(result.groups) == 1


def test_a_batch_with_one_entry_too_many_or_too_few_is_not_matched() -> None:
    batch = direct_debits(40)
    line = row("s", 15, str(sum(part.amount for part in batch)), "BACS CREDIT REF 88731")

    for entries in (batch[1:], [*batch, row("again", 14, "10", "Member 0, batch 88731")]):
        result = weigh([line], entries)
        assert (result.groups, result.undecided, keys(result.lines)) == ([], [], ["s"])


def test_one_invoice_is_paid_by_any_number_of_lines() -> None:
    lines = [row(f"s{place}", 10 + place % 4, f"{100 + place}.50", f"PART PAYMENT INVOICE 4711 NO {place}") for place in range(12)]

    result = weigh(lines, [row("t", 11, str(sum(line.amount for line in lines)), "Invoice 4711")])

    assert [(set(keys(group.lines)), keys(group.entries)) for group in result.groups] == [(set(keys(lines)), ["t"])]


def test_a_slip_is_more_certain_than_an_equal_amount_without_evidence() -> None:
    entries = [row("t1", 26, "-20", "ref 731"), row("t2", 25, "-30", "ref 731"), row("t4", 25, "-50", "Foo")]

    result = weigh([row("s", 27, "-50", "REF 731")], entries)

    assert [(keys(group.lines), keys(group.entries)) for group in result.groups] == [(["s"], ["t1", "t2"])]
    assert keys(result.entries) == ["t4"]


def test_a_slip_takes_no_row_that_a_name_speaks_for() -> None:
    entries = [row("t1", 26, "-20", "ref 731"), row("t2", 25, "-30", "ref 731"), row("t4", 25, "-50", "Foo")]

    result = weigh([row("s", 27, "-50", "FOO REF 731")], entries)

    assert pairs(result) == {("s", "t4")}


def test_a_sum_without_a_reference_is_only_proposed() -> None:
    result = weigh([row("s", 20, "970", "PAYOUT")], [row("t1", 19, "1000", "Sales"), row("t2", 19, "-30", "Processor fee")])

    assert doubts(result) == [("group_to_confirm", ["s"], ["t1", "t2"])]


def test_a_sum_that_can_be_made_in_two_ways_is_not_proposed() -> None:
    result = weigh([row("s", 20, "30", "PAYOUT")], [row("t1", 19, "10"), row("t2", 19, "20"), row("t3", 19, "25"), row("t4", 19, "5")])

    assert (result.undecided, keys(result.lines)) == ([], ["s"])


def test_lines_of_two_statements_are_never_one_entry() -> None:
    lines = [
        make_row(key=key, days=[START], amount=Decimal(amount), text="", page=page) for key, amount, page in (("a", "5", 0), ("b", "6", 1))
    ]

    assert doubts(weigh(lines, [row("t", 0, "11")])) == []


def test_a_sum_that_swallows_a_payee_with_an_exact_partner_is_chance() -> None:
    lines = [row("s1", 20, "-30", "TRAVEL"), row("s2", 3, "-12", "NETFLIX")]
    entries = [row("t1", 20, "-12", "Netflix"), row("t2", 20, "-18", "Taxi"), row("t3", 3, "-12", "Netflix")]

    result = weigh(lines, entries)

    assert (pairs(result), result.undecided) == ({("s2", "t3")}, [])


def test_a_payment_and_its_undoing_are_asked_about() -> None:
    result = contras_to_confirm(
        [row("t1", 5, "-300", "Cheque 110"), row("t2", 12, "300", "Void cheque 110"), row("t3", 12, "-300", "Other")]
    )

    assert [keys(group.entries) for group in result] == [["t1", "t2"]]


@given(st.lists(st.dictionaries(st.integers(0, 4), st.integers(1, 9), max_size=4), max_size=5))
def test_the_assignment_is_the_best_there_is(table: list[dict[int, int]]) -> None:
    seats = assign([{column: float(worth) for column, worth in places.items()} for places in table], 5)

    taken = [column for column in seats if column is not None]
    assert len(set(taken)) == len(taken)
    assert sum(table[place][column] for place, column in enumerate(seats) if column is not None) == _most(table)


def _most(table: list[dict[int, int]]) -> int:
    columns = [*range(5), *(None for _ in table)]
    return max(
        (sum(places.get(column, 0) for places, column in zip(table, order, strict=False)) for order in permutations(columns, len(table))),
        default=0,
    )
