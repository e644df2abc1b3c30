"""Successive files of the books: accounts count, gaps are filled, and a person's codes are final."""

import pytest
from django.contrib.auth.models import User

from finance.categories import codes_from_books, codes_of, give_codes, write_codes, write_codes_of_books
from finance.models import Account
from finance.models.coding import NONE, Codes, Coding
from tests.world import booked

OFFICE = Codes(nominal="6100", tax_code="S", party="F01")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (Codes(nominal="6100"), OFFICE),
        (Codes(nominal="6100", payee="Fenwick"), Codes(nominal="6100", tax_code="S", payee="Fenwick", party="F01")),
        (Codes(nominal="6100", tax_code="Z"), Codes(nominal="6100", tax_code="Z", party="F01")),
        (Codes(nominal="6200"), Codes(nominal="6200")),
        (Codes(payee="Fenwick", party="other"), Codes(nominal="6100", tax_code="S", payee="Fenwick", party="F01")),
    ],
)
def test_a_later_file_takes_away_only_with_another_account(account: Account, said: Codes, found: Codes) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")
    write_codes_of_books(account.organization, {entry: OFFICE})

    write_codes_of_books(account.organization, {entry: said})

    assert codes_of(account.transactions.get()) == found
    assert codes_from_books(account.organization, {entry: said}) == {}


def test_codes_that_a_person_gave_stay(account: Account, keeper: User) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")
    give_codes(account=account, by=keeper, codes={entry: Codes(nominal="7000")})

    write_codes_of_books(account.organization, {entry: OFFICE})

    assert codes_of(account.transactions.get()) == Codes(nominal="7000")


@pytest.mark.parametrize(("said", "found"), [(OFFICE, OFFICE), (Codes(payee="Fenwick"), Codes(nominal="guess"))])
def test_a_guess_gives_way_to_an_account(account: Account, said: Codes, found: Codes) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")
    write_codes(account.organization, {entry: Codes(nominal="guess")}, given_by=Coding.GivenBy.LEARNED)

    write_codes_of_books(account.organization, {entry: said})

    assert codes_of(account.transactions.get()) == found


def test_nothing_is_written_of_nothing(account: Account) -> None:
    entry = booked(account, 3, "-9.00", "Fenwick")

    write_codes_of_books(account.organization, {entry: NONE})

    assert Coding.objects.of(account.organization).count() == 0


def test_codes_of_forty_thousand_entries_are_written_and_read_at_once(account: Account) -> None:
    """Databases take no question about any number of keys."""
    entries = account.transactions.model.objects.bulk_create(
        [account.transactions.model(account=account, booked_on="2026-01-03", amount_minor=-1, description="x") for _ in range(40_000)]
    )

    write_codes_of_books(account.organization, dict.fromkeys(entries, OFFICE))

    assert codes_from_books(account.organization, dict.fromkeys(entries, OFFICE)) == {}
