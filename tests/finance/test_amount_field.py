"""The amount field accepts every form of an amount that banks print."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django import forms

from finance.forms.account import amount_field
from people.formats import LANGUAGES_OWN, Formats, use_formats


@pytest.fixture(params=["en", "de", "de_CH", "fr"])
def numbers(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the number format of the reader."""
    use_formats(Formats(numbers=request.param))
    yield request.param
    use_formats(LANGUAGES_OWN)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("15,450.75", "15450.75"),
        ("15.450,75", "15450.75"),
        ("15 450,75", "15450.75"),
        ("15’450.75", "15450.75"),  # noqa: RUF001  as Switzerland prints it
        ("1,23,456.70", "123456.70"),
        ("-12,30", "-12.30"),
        ("\N{MINUS SIGN}12.30", "-12.30"),
        ("12.30-", "-12.30"),
        ("€ 12.30", "12.30"),
        ("1.50", "1.50"),
        ("1,50", "1.50"),
        ("0.125", "0.125"),
        ("7", "7"),
    ],
)
def test_an_unambiguous_amount_is_read_the_same_for_every_reader(numbers: str, typed: str, amount: str) -> None:
    assert amount_field().clean(typed) == Decimal(amount)


@pytest.mark.parametrize("numbers", ["en", "de_CH"], indirect=True)
def test_a_figure_that_can_be_read_two_ways_is_read_as_the_reader_writes(numbers: str) -> None:
    assert (amount_field().clean("1,234"), amount_field().clean("1.234")) == (Decimal(1234), Decimal("1.234"))


@pytest.mark.parametrize("numbers", ["de", "fr"], indirect=True)
def test_and_with_a_comma_before_the_cents_the_other_way(numbers: str) -> None:
    assert (amount_field().clean("1,234"), amount_field().clean("1.234")) == (Decimal("1.234"), Decimal(1234))


@pytest.mark.parametrize("typed", ["much", "1,2,3", "1.23.4", "12,34.5.6", "1 2", "1e5", "NaN", "Infinity", "--5", "."])
def test_an_invalid_amount_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(forms.ValidationError, match=r"1234\.56"):
        amount_field().clean(typed)


def test_nothing_is_nothing_and_not_zero() -> None:
    assert amount_field(required=False).clean("") is None
