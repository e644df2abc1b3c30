"""Pages of the ledger as a member, and others, meet them."""

import datetime as dt
import re
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.models import Account
from people.members import found_organization
from people.models import Organization
from people.roles import Role
from tests.addresses import reverse
from tests.factories import MembershipFactory, UserFactory
from tests.world import booked

pytestmark = pytest.mark.django_db

NEW = {"name": "Card", "kind": "credit_card", "currency": "eur", "institution": "", "number": "", "opening_balance": "", "opening_date": ""}


def csv_of(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("rows.csv", text.encode())


def test_accounts_are_listed_by_currency_with_the_sum_of_each(signed_in: Client, organization: Organization, account: Account) -> None:
    organization.accounts.create(name="Savings", currency="EUR", opening_balance_minor=50_00, opening_date=dt.date(2026, 1, 1))
    organization.accounts.create(name="Dollars", currency="USD", opening_balance_minor=7_00, opening_date=dt.date(2026, 1, 1))

    page = signed_in.get(reverse("accounts")).content.decode()

    assert "€150.00" in page
    assert "$7.00" in page
    assert "157.00" not in page


def test_an_unknown_opening_balance_is_shown_as_unknown_and_not_zero(signed_in: Client, organization: Organization) -> None:
    unknown = organization.accounts.create(name="Cash", currency="EUR")
    booked(unknown, 3, "5.00")

    assert "not known" in signed_in.get(reverse("accounts")).content.decode()
    assert "€5.00" in signed_in.get(reverse("account", args=[unknown.pk])).content.decode()
    assert "is not known, so there is no balance" in signed_in.get(reverse("account", args=[unknown.pk])).content.decode()


def test_a_card_shows_its_debt(signed_in: Client, organization: Organization) -> None:
    organization.accounts.create(
        name="Card", kind="credit_card", currency="EUR", opening_balance_minor=-84_50, opening_date=dt.date(2026, 1, 1)
    )

    assert "You owe €84.50" in signed_in.get(reverse("accounts")).content.decode()


def test_the_page_of_a_bank_account_without_statements_says_what_to_do_next(
    signed_in: Client, organization: Organization, account: Account
) -> None:
    till = organization.accounts.create(name="Till", currency="EUR", kind="cash")

    assert "There are no statements of this account yet" in signed_in.get(reverse("account", args=[account.pk])).content.decode()
    assert "There are no statements of this account" not in signed_in.get(reverse("account", args=[till.pk])).content.decode()


def test_after_a_refusal_the_first_field_that_wants_something_has_the_focus(signed_in: Client) -> None:
    shown = signed_in.post(reverse("account_new"), NEW | {"name": "", "opening_balance": "much"}).content.decode()

    assert re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', shown) == ["name"]
    assert "autofocus" not in signed_in.get(reverse("account_new")).content.decode()


def test_an_account_shows_its_rows_newest_first_page_by_page(signed_in: Client, account: Account) -> None:
    for number in range(60):
        booked(account, 1 + number % 28, "1.00", description=f"entry {number:02}")

    first = signed_in.get(reverse("account", args=[account.pk]))
    rows = first.context["page"].rows
    second = signed_in.get(reverse("account", args=[account.pk]), {"after": str(first.context["page"].next_key)})

    assert [len(rows), len(second.context["page"].rows)] == [50, 10]
    assert not {row.pk for row in rows} & {row.pk for row in second.context["page"].rows}
    assert rows[0].booked_on >= rows[-1].booked_on >= second.context["page"].rows[0].booked_on


@pytest.mark.parametrize("name", ["account", "account_edit"])
def test_another_organizations_account_does_not_exist(signed_in: Client, their_account: Account, name: str) -> None:
    assert signed_in.get(reverse(name, args=[their_account.pk])).status_code == 404


def test_rows_cannot_be_imported_into_another_organizations_account(signed_in: Client, their_account: Account) -> None:
    answer = signed_in.post(reverse("account_import", args=[their_account.pk]), {"file": csv_of("date,amount\n2026-01-02,-1.00\n")})

    assert answer.status_code == 404
    assert not their_account.transactions.exists()


@pytest.mark.parametrize("name", ["accounts", "account_new"])
def test_a_stranger_is_sent_to_sign_in(client: Client, organization: Organization, name: str) -> None:
    answer = client.get(reverse(name))

    assert answer.headers["Location"] == f"{reverse('sign_in')}?next={reverse(name)}"


def test_a_user_of_no_organization_sees_nothing(client: Client, organization: Organization) -> None:
    client.force_login(UserFactory.create())

    assert client.get(reverse("accounts", organization=organization)).status_code == 404
    assert client.get(reverse("start")).status_code == 403
    assert client.get(reverse("clients")).status_code == client.get(reverse("preferences")).status_code == 200


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT, Role.PREPARER, Role.REVIEWER])
def test_accounts_are_the_administrators_work(client: Client, organization: Organization, role: Role) -> None:
    client.force_login(MembershipFactory.create(organization=organization, role=role).user)

    assert client.get(reverse("account_new")).status_code == 403


@pytest.mark.parametrize("role", Role)
def test_files_are_imported_by_those_who_prepare(client: Client, organization: Organization, account: Account, role: Role) -> None:
    client.force_login(MembershipFactory.create(organization=organization, role=role, accounts=[account]).user)

    answer = client.post(reverse("account_import", args=[account.pk]), {"file": csv_of("date,amount\n2026-01-02,-1.00\n")})

    assert (answer.status_code == 403) == (role in {Role.VIEWER, Role.AUDITOR, Role.CLIENT})


def test_a_client_opens_no_account(client: Client, organization: Organization, account: Account) -> None:
    """The accounts given to clients determine the questions that they see."""
    user = MembershipFactory.create(organization=organization, role=Role.CLIENT).user
    organization.memberships.get(user=user).accounts.add(account)
    client.force_login(user)

    assert client.get(reverse("accounts")).status_code == 403
    assert client.get(reverse("account", args=[account.pk])).status_code == 403


def test_an_account_is_made_with_an_unknown_opening(signed_in: Client, organization: Organization) -> None:
    answer = signed_in.post(reverse("account_new"), NEW)

    made = organization.accounts.get(name="Card")
    assert answer.headers["Location"] == reverse("account", args=[made.pk])
    assert (made.currency, made.opening_balance, made.opening_date) == ("EUR", None, None)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"opening_balance": "12.00"}, "opening_date"),
        ({"opening_balance": "12.001", "opening_date": "2026-01-01"}, "opening_balance"),
        ({"currency": "XQX"}, "currency"),
        ({"name": "Checking"}, "name"),
    ],
)
def test_an_invalid_value_of_an_account_is_reported_at_its_field(
    signed_in: Client, account: Account, said: dict[str, str], field: str
) -> None:
    answer = signed_in.post(reverse("account_new"), NEW | said)

    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]


def test_an_accounts_opening_is_corrected_and_its_currency_stays(signed_in: Client, account: Account) -> None:
    account.opening_origin = "statement:abc"
    account.save()

    signed_in.post(
        reverse("account_edit", args=[account.pk]),
        NEW | {"name": "Main", "kind": "checking", "currency": "USD", "opening_balance": "99.10", "opening_date": "2026-01-01"},
    )

    account.refresh_from_db()
    assert (account.name, account.currency, account.opening_balance, account.opening_origin) == ("Main", "EUR", Decimal("99.10"), "")


def test_an_opening_date_after_rows_of_the_account_is_refused(signed_in: Client, account: Account) -> None:
    booked(account, 5, "1.00")

    answer = signed_in.post(
        reverse("account_edit", args=[account.pk]), NEW | {"name": "Checking", "opening_balance": "1", "opening_date": "2026-01-06"}
    )

    assert list(answer.context["form"].errors) == ["opening_date"]


def test_a_user_works_in_the_organization_of_the_address(
    signed_in: Client, owner: User, organization: Organization, account: Account, their_account: Account
) -> None:
    second = found_organization(name="Second", owner=owner)

    assert "Second" in signed_in.get(reverse("accounts", organization=second)).content.decode()
    assert signed_in.get(reverse("start"))["Location"] == reverse("imports", organization=second)
    assert signed_in.get(reverse("account", args=[account.pk], organization=second)).status_code == 404
    assert signed_in.get(reverse("account", args=[account.pk], organization=organization)).status_code == 200
    assert signed_in.get(reverse("accounts", organization=their_account.organization)).status_code == 404
