"""The matcher looks at few rows, and finds the same matches as a look at all of them."""

import datetime as dt
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.payees import same_payee
from reconciliation.matching import MatchRow, Support, make_row
from reconciliation.matching.agreement import ByPayee, ByReference, KnownPayees
from reconciliation.matching.evidence import components, edge
from reconciliation.matching.exact import admissible
from reconciliation.matching.rows import LATEST, Link

START = dt.date(2026, 1, 1)
AMOUNT = Decimal("-8.00")
WORDS = ("alder", "ald", "birch", "brch", "books", "shell 4411", "ref 731", "invoice 731", "chq 17", "H&M", "hm", "sq", "731")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)


@st.composite
def rows(draw: Any, *, amounts: tuple[Decimal, ...] = (AMOUNT,), most_days: int = 1) -> MatchRow:
    days = draw(st.lists(st.integers(0, 40), min_size=1, max_size=most_days))
    amount = draw(st.sampled_from(amounts))
    number = draw(st.sampled_from(("", "", "17", "0017", "18")))
    latest = draw(st.integers(0, LATEST))
    return make_row(
        key=None, days=[START + dt.timedelta(days=day) for day in days], amount=amount, text=draw(TEXTS), number=number, latest=latest
    )


@given(st.lists(rows(most_days=2), max_size=6), st.lists(rows(), max_size=6))
def test_every_admissible_pair_is_found_once(lines: list[MatchRow], entries: list[MatchRow]) -> None:
    found = [(line, entry) for line, entry, _, _ in admissible(lines, entries)]

    assert len(found) == len(set(found))
    assert set(found) == {(line, entry) for line, entry in product(lines, entries) if edge(line, entry)}


@given(st.lists(rows(), max_size=8), rows())
def test_no_entry_with_the_same_payee_or_reference_is_overlooked(others: list[MatchRow], row: MatchRow) -> None:
    near = list(ByPayee(others).near_to(row))

    assert len(near) == len(set(near))
    assert {other for other in others if same_payee(row.payee, other.payee) or _numbered_alike(row, other)} <= set(near)


def _numbered_alike(one: MatchRow, other: MatchRow) -> bool:
    first, second = ({row.number, *row.references, *row.figures} - {""} for row in (one, other))
    return bool(first & second)


@given(st.lists(rows(amounts=(AMOUNT, -AMOUNT, Decimal(9))), max_size=8), rows(amounts=(AMOUNT, -AMOUNT, Decimal(9))))
def test_a_payee_is_known_by_any_of_its_payments_that_cleared(cleared: list[MatchRow], row: MatchRow) -> None:
    known = KnownPayees(cleared)
    of_payee = [other for other in cleared if same_payee(row.payee, other.payee)]

    assert known.pays_again(row) is any(other.amount == row.amount for other in of_payee)
    assert known.has(row) is any(other.amount == row.amount or _beside(row, other) for other in of_payee)


def _beside(one: MatchRow, other: MatchRow) -> bool:
    near = any(abs(mine - theirs) <= LATEST for mine in one.days for theirs in other.days)
    return near and (one.amount < 0) == (other.amount < 0)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), unique=True, min_size=1, max_size=20))
def test_rows_are_of_one_part_if_links_lead_from_one_to_the_other(places: list[tuple[int, int]]) -> None:
    lines, entries = _nobody(8), _nobody(8)
    links: list[Link] = [(lines[one], entries[other], Support.SILENT, 0) for one, other in places]
    reach = {row: {row} for row in (*lines, *entries)}
    for _ in range(16):
        for line, entry, _, _ in links:
            reach[line] = reach[entry] = reach[line] | reach[entry]

    found = components(links)

    assert sorted(place for part in found for place in map(links.index, part.links)) == list(range(len(links)))
    assert all(part.rows == reach[part.lines[0]] for part in found)


def _nobody(count: int) -> list[MatchRow]:
    return [make_row(key=place, days=[START], amount=AMOUNT, text="") for place in range(count)]


@pytest.mark.parametrize("parts", [("4411", "731", "1708"), ("1708", "731", "4411")])
def test_rows_that_share_numbers_come_in_the_order_of_the_numbers(parts: tuple[str, ...]) -> None:
    whole, *others = (make_row(key=text, days=[START], amount=AMOUNT, text=f"ref {text}") for text in ("ref 1708 ref 731 ref 4411", *parts))

    assert [row.key for row in ByReference(others).near_to(whole)] == ["1708", "4411", "731"]
