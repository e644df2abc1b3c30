"""The provable facts of a generated document follow from its drawing."""

from dataclasses import replace

import pytest

from reconciliation.printed.statement import Integrity
from tests.reading.making.around import PLAIN
from tests.reading.making.chance import seeded
from tests.reading.making.judging import beyond_print, false_claims, settled
from tests.reading.making.maker import Document, draw, make
from tests.reading.making.truth import Made, Telling
from tests.reading.readings import ACCOUNT, reading_of


def drawn(**habits: str) -> Document:
    return draw(seeded(4), fixed={**PLAIN, **habits})


def telling(**habits: str) -> Telling:
    return drawn(**habits).made.accounts[0].telling


@pytest.mark.parametrize(
    ("habits", "certificates"),
    [
        ({}, {"coverage"}),
        ({"figures_in_text": "yes"}, set()),
        ({"balances": "every", "box": "yes"}, {"chain"}),
        ({"balances": "daily"}, {"chain", "coverage"}),
        ({"daily_table": "yes"}, {"chain", "coverage"}),
        ({"summary_totals": "sums"}, {"totals", "coverage"}),
        ({"summary_totals": "counts"}, {"totals", "counts", "coverage"}),
        ({"summary_totals": "counts", "ends": "closing"}, set()),
        ({"totals": "total"}, {"totals", "coverage"}),
        ({"totals": "total", "way": "signed"}, {"coverage"}),
        ({"totals": "items", "way": "sections"}, {"totals", "counts", "coverage"}),
        ({"activity": "none"}, {"nothing"}),
        ({"activity": "none", "ends": "closing"}, set()),
    ],
)
def test_certificates(habits: dict[str, str], certificates: set[str]) -> None:
    assert telling(**habits).certificates == certificates


@pytest.mark.parametrize(
    ("habits", "ends"),
    [
        ({}, "named"),
        ({"ends": "dated", "balances": "every"}, "named"),
        ({"ends": "closing"}, "derived"),
        ({"ends": "neither", "balances": "every"}, "derived"),
        ({"ends": "table", "balances": "every", "opening_word": "brought"}, "named"),
        ({"ends": "table", "balances": "every", "opening_word": "brought", "period": "none"}, "brought"),
        ({"country": "es", "ends": "table", "balances": "every", "opening_word": "brought", "period": "none"}, "named"),
    ],
)
def test_ends(habits: dict[str, str], ends: str) -> None:
    assert telling(**habits).ends == ends


@pytest.mark.parametrize(
    ("habits", "is_known"),
    [
        ({"way": "signed"}, True),
        ({"way": "signed", "brand": "yes"}, False),
        ({"way": "signed", "brand": "yes", "terms_before": "yes"}, True),
        ({"way": "signed", "brand": "yes", "summary_totals": "sums"}, True),
        ({"way": "signed", "brand": "yes", "overdrawn": "marks"}, True),
        ({"brand": "yes"}, True),
        ({"brand": "yes", "activity": "none"}, False),
    ],
)
def test_side(habits: dict[str, str], *, is_known: bool) -> None:
    assert telling(**habits).side is is_known


def test_a_day_above_twelve_tells_the_order_of_days() -> None:
    assert telling().days


def test_rows_follow_where_balances_do_and_ends_are_not_named() -> None:
    unnamed = telling(ends="neither", balances="every", page_number="none")

    assert not unnamed.provable
    assert unnamed.follows
    assert not unnamed.allows_proof
    assert telling(ends="neither", balances="every").allows_proof


def test_the_rows_of_the_first_day_need_balances_of_their_own_where_no_opening_is_printed() -> None:
    assert not telling(ends="neither", daily_table="yes").follows
    assert telling(ends="neither", balances="every", daily_table="yes").follows


def test_a_proof_of_ends_that_nothing_names_is_beyond_print() -> None:
    unnamed = replace(ACCOUNT, telling=Telling(certificates=frozenset({"chain"}), ends="derived"))

    assert len(beyond_print(reading_of(unnamed), Made(accounts=[unnamed]))) == 1
    assert beyond_print(reading_of(ACCOUNT), Made(accounts=[ACCOUNT])) == []


def test_rows_that_follow_are_settled_and_false_where_a_row_is_missing() -> None:
    follow, made = Integrity(holds=None, rows_follow=True), Made(accounts=[ACCOUNT])
    short = replace(ACCOUNT, movements=ACCOUNT.movements[1:])

    assert settled(reading_of(ACCOUNT, follow), made)
    assert not settled(reading_of(ACCOUNT, Integrity(holds=None)), made)
    assert not settled(reading_of(short, follow), made)
    assert len(false_claims(reading_of(short, follow), made)) == 1


def test_rows_beside_a_page_that_was_taken_follow_and_are_not_proved() -> None:
    short, made = replace(ACCOUNT, movements=ACCOUNT.movements[1:]), Made(accounts=[ACCOUNT], fault="page_taken")

    assert false_claims(reading_of(short, Integrity(holds=None, rows_follow=True)), made) == []
    assert len(false_claims(reading_of(short), made)) == 1


def test_most_documents_print_enough_for_a_proof() -> None:
    accounts = [account for seed in range(60) for account in make(seed).made.accounts]

    assert sum(account.telling.provable for account in accounts) > 0.6 * len(accounts)
