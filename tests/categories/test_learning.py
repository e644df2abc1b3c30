"""Suggested codes follow the majority of a payee's latest entries in the same organization."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from finance.categories import Suggestion, key_of, may_be_one, suggestions, write_codes
from finance.models import Account
from finance.models.coding import LONGEST, Codes, Coding
from finance.payees import payee, same_payee
from tests.categories.conftest import MINUS, coded
from tests.factories import AccountFactory
from tests.world import booked


def one(account: Account, text: str, amount: Decimal = MINUS) -> Suggestion | None:
    return suggestions(account.organization, [(text, amount)])[0]


def test_a_payee_is_booked_as_its_last_entry(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick Stationery", "6100", tax_code="S", payee="Fenwick", party="F01")

    assert one(account, "CARD PURCHASE FENWICK STATIONERY 4411") == Suggestion(
        codes=Codes(nominal="6100", tax_code="S", payee="Fenwick", party="F01"), agreeing=1, asked=1, latest=dt.date(2026, 1, 3)
    )


def test_most_of_the_last_five_decide_and_the_others_are_named(account: Account, keeper: User) -> None:
    for day, nominal in [(1, "old"), (2, "old"), (3, "old"), (4, "6100"), (5, "6200"), (6, "6100"), (7, "6100"), (8, "6300")]:
        coded(account, keeper, day, "Fenwick", nominal)

    result = one(account, "Fenwick")

    assert result
    assert (result.codes.nominal, result.agreeing, result.asked, result.latest) == ("6100", 3, 5, dt.date(2026, 1, 7))
    assert result.others == ("6300", "6200")


def test_the_latest_code_counts_where_codes_are_equally_frequent(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick", "6100")
    coded(account, keeper, 9, "Fenwick", "6200")

    result = one(account, "Fenwick")

    assert result
    assert result.codes.nominal == "6200"


@pytest.mark.parametrize("bank", ["AMZN Mktp DE 4312", "Amazon", "amazon.de marketplace", "LUXEMBOURG AMAZON"])
def test_a_payee_is_known_as_banks_spell_it(account: Account, keeper: User, bank: str) -> None:
    coded(account, keeper, 3, "Amazon", "6800")

    assert one(account, bank) is not None


@pytest.mark.parametrize("bank", ["Amber Taxi", "Fenwick", "", "4312"])
def test_others_are_not_taken_for_it(account: Account, keeper: User, bank: str) -> None:
    coded(account, keeper, 3, "Amazon", "6800")

    assert one(account, bank) is None


def test_codes_of_receipts_are_not_proposed_for_payments(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick", "4000", amount="50.00")

    assert one(account, "Fenwick") is None
    assert one(account, "Fenwick", Decimal("1.00")) is not None


def test_texts_without_a_payee_are_known_by_themselves(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Account 4312", "7900")

    assert one(account, "ACCOUNT 0001") is not None
    assert one(account, "Account payment") is None


def test_learned_codes_teach_nothing(account: Account, keeper: User) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")
    write_codes(account.organization, {entry: Codes(nominal="6100")}, given_by=Coding.GivenBy.LEARNED)

    assert one(account, "Fenwick") is None


def test_a_payee_alone_teaches_nothing_and_hides_nothing(account: Account, keeper: User) -> None:
    """Files of banks name payees: however many came since, the books are still what counts."""
    coded(account, keeper, 1, "Fenwick", "6100")
    named = [booked(account, 2, "-1.00", f"Fenwick {number}") for number in range(80)]
    write_codes(account.organization, dict.fromkeys(named, Codes(payee="Fenwick Ltd")), given_by=Coding.GivenBy.FILE)

    result = one(account, "Fenwick")

    assert result
    assert (result.codes, result.agreeing, result.asked) == (Codes(nominal="6100"), 1, 1)


def test_another_organization_teaches_nothing(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick", "6100")

    assert one(AccountFactory.create(), "Fenwick") is None


def test_all_accounts_of_an_organization_teach(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Fenwick", "6100")

    assert one(AccountFactory.create(organization=account.organization, name="Card"), "Fenwick") is not None


def test_a_payee_that_the_text_does_not_name_is_known_by_its_name(account: Account, keeper: User) -> None:
    coded(account, keeper, 3, "Payment 4431", "6100", payee="Fenwick")

    assert one(account, "FENWICK LTD") is not None


def test_many_rows_are_one_query(account: Account, keeper: User) -> None:
    for day in range(1, 29):
        coded(account, keeper, day, f"Fenwick {day}", "6100")

    with CaptureQueriesContext(
        connection,
    ) as asked:
        result = suggestions(account.organization, [(f"Fenwick {number}", MINUS) for number in range(200)])

    assert len(asked) == 1
    assert all(result)


def test_hundreds_of_one_key_hide_no_other_payee(account: Account, keeper: User) -> None:
    """Keys are looked at each by itself: a payee of every day does not push a rare one out."""
    coded(account, keeper, 1, "Zephyr Insurance", "7100")
    busy = [booked(account, 2, "-1.00", f"Fenwick {number}") for number in range(300)]
    write_codes(account.organization, dict.fromkeys(busy, Codes(nominal="6100")), given_by=Coding.GivenBy.PERSON)

    result = suggestions(account.organization, [("Fenwick", MINUS), ("ZEPHYR INSURANCE", MINUS)])

    assert [each.codes.nominal if each else None for each in result] == ["6100", "7100"]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40)


@given(WORDS, WORDS)
def test_texts_of_one_payee_have_one_key_by_their_first_word(one: str, other: str) -> None:
    """Payees found by a key are then compared: none is taken that matching would not call the same."""
    assert may_be_one(one, one)
    assert len(key_of(one)) <= 80
    if key_of(one) == key_of(other) and may_be_one(one, other) and payee(one):
        assert same_payee(payee(one), payee(other))


@given(st.dictionaries(st.sampled_from(sorted(LONGEST)), st.text(max_size=500)))
def test_codes_fit_one_line_and_the_stored_length(said: dict[str, str]) -> None:
    codes = Codes.read(said).as_json()

    assert all(len(text.splitlines()) <= 1 and len(text) <= LONGEST[name] for name, text in codes.items())
    assert Codes.read(codes).as_json() == {name: text.strip() for name, text in codes.items()}
