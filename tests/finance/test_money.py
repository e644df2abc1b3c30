"""Money is exact: in the code, in the database, and where it is shown."""

import datetime as dt
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Sum
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from finance.models import Account, Transaction
from finance.money import LARGEST, TooLarge, TooPrecise, UnknownCurrency, exponent, from_minor, to_minor
from finance.templatetags.money import balance, money
from tests.world import booked

CURRENCIES = st.sampled_from(["EUR", "USD", "JPY", "KWD", "CLF"])
UNITS = st.integers(-LARGEST, LARGEST)


@pytest.mark.parametrize(("currency", "decimals"), [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)])
def test_a_currency_has_the_decimals_of_iso_4217(currency: str, decimals: int) -> None:
    assert exponent(currency) == decimals


@pytest.mark.parametrize("code", ["", "eur", "EURO", "XXX", "XAU", "Q12"])
def test_other_units_are_no_currency(code: str) -> None:
    with pytest.raises(UnknownCurrency):
        exponent(code)


@given(UNITS, CURRENCIES)
def test_minor_units_survive_the_way_there_and_back(units: int, currency: str) -> None:
    amount = from_minor(units, currency)

    assert to_minor(amount, currency) == units
    assert amount.as_tuple().exponent == -exponent(currency)


@given(st.decimals(allow_nan=False, allow_infinity=False), CURRENCIES)
def test_an_amount_is_stored_exactly_or_refused(amount: Decimal, currency: str) -> None:
    try:
        units = to_minor(amount, currency)
    except (TooPrecise, TooLarge):
        return
    assert from_minor(units, currency) == amount


@given(st.lists(st.integers(-(10**15), 10**15)), CURRENCIES)
def test_a_sum_of_amounts_is_the_amount_of_the_sum(units: list[int], currency: str) -> None:
    assert sum((from_minor(unit, currency) for unit in units), Decimal(0)) == from_minor(sum(units), currency)


@pytest.mark.parametrize(
    ("amount", "currency", "error"),
    [
        ("0.001", "EUR", TooPrecise),
        ("1.5", "JPY", TooPrecise),
        ("1.000000000000000000000000000000000001", "EUR", TooPrecise),
        ("1E-9999999", "EUR", TooPrecise),
        ("92233720368547758.08", "EUR", TooLarge),
        ("1E+9999999", "EUR", TooLarge),
        ("NaN", "EUR", TooLarge),
        ("-Infinity", "EUR", TooLarge),
    ],
)
def test_no_amount_is_rounded_to_fit(amount: str, currency: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        to_minor(Decimal(amount), currency)


def test_zeros_behind_the_cents_say_nothing() -> None:
    assert to_minor(Decimal("12.5000000"), "EUR") == 1250


def test_a_quadrillion_units_and_one_are_added_exactly(account: Account) -> None:
    booked(account, 2, "10000000000000.00")
    booked(account, 3, "0.01")

    assert account.transactions.aggregate(units=Sum("amount_minor"))["units"] == 10**15 + 1


def test_a_row_gives_decimals_of_its_accounts_currency(account: Account) -> None:
    row = booked(account, 2, "-12.3")

    assert str(row.amount) == "-12.30"
    row.amount = Decimal(7)
    row.save()
    assert account.transactions.get().amount_minor == 700


def test_an_unknown_amount_is_none_and_never_zero(account: Account) -> None:
    account.opening_balance = None
    account.save()

    account.refresh_from_db()
    assert account.opening_balance is None


@pytest.mark.parametrize(
    ("amount", "currency", "language", "shown"),
    [
        ("-1234.5", "EUR", "en", "\N{MINUS SIGN}€1,234.50"),
        ("-1234.5", "EUR", "de", "\N{MINUS SIGN}1.234,50\N{NO-BREAK SPACE}€"),
        ("1234", "JPY", "en", "¥1,234"),
        ("1.5", "KWD", "en", "KWD\N{NO-BREAK SPACE}1.500"),
        ("0", "USD", "en", "$0.00"),
        ("10000000000000.01", "USD", "en", "$10,000,000,000,000.01"),
    ],
)
def test_money_is_written_as_the_reader_writes_it(amount: str, currency: str, language: str, shown: str) -> None:
    with translation.override(language):
        assert money(Decimal(amount), currency) == shown


def test_unknown_money_is_shown_in_words() -> None:
    assert money(None, "EUR") == "not known"


@pytest.mark.parametrize(
    ("kind", "amount", "said"),
    [
        ("credit_card", "-84.50", "You owe €84.50"),
        ("loan", "-1000", "You owe €1,000.00"),
        ("credit_card", "84.50", "€84.50 in your favor"),
        ("credit_card", "0", "€0.00"),
        ("checking", "-84.50", "\N{MINUS SIGN}€84.50"),
    ],
)
def test_a_debt_is_shown_as_a_debt(kind: str, amount: str, said: str) -> None:
    assert balance(Decimal(amount), Account(kind=kind, currency="EUR")) == said


def test_an_entry_that_the_opening_counts_already_is_not_valid(account: Account) -> None:
    early = Transaction(account=account, booked_on=dt.date(2025, 12, 31), amount_minor=1)

    with pytest.raises(ValidationError, match="opening date"):
        early.full_clean()
    early.is_brought_forward = True
    early.full_clean()
