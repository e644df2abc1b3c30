"""The ledger in the admin: superusers see all organizations, and amounts as decimals."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.models import Account
from people.models import Membership, Organization
from tests.addresses import reverse
from tests.factories import UserFactory
from tests.world import booked

pytestmark = pytest.mark.django_db

MODELS = ["organization", "membership", "account", "transaction"]


@pytest.fixture
def admin(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def place(model: str, page: str, *arguments: Any) -> str:
    return reverse(f"admin:finance_{model}_{page}", args=arguments)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("query", ["", "?q=x"])
def test_a_superuser_lists_and_searches_everything(admin: Client, account: Account, their_account: Account, model: str, query: str) -> None:
    booked(account, 2, "1.00")

    assert admin.get(place(model, "changelist") + query).status_code == 200
    assert admin.get(place(model, "add")).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_staff_who_are_no_superusers_see_no_organization(client: Client, account: Account, model: str) -> None:
    client.force_login(UserFactory.create(username="staff", is_staff=True))

    assert client.get(place(model, "changelist")).status_code == 403


def test_rows_are_filtered_by_organization(admin: Client, account: Account, their_account: Account) -> None:
    ours = booked(account, 2, "1.00")
    booked(their_account, 2, "1.00")

    page = admin.get(place("transaction", "changelist"), {"organization": str(account.organization_id)})

    assert list(page.context["cl"].result_list) == [ours]


def test_an_amount_is_edited_as_a_decimal(admin: Client, account: Account) -> None:
    row = booked(account, 2, "-12.30")
    form = admin.get(place("transaction", "change", row.pk)).context["adminform"].form
    assert form["amount"].value() == Decimal("-12.30")
    said = {name: form[name].value() or "" for name in form.fields} | {
        "booked_on": "2026-01-02",
        "is_excluded": "",
        "is_brought_forward": "",
    }

    refused = admin.post(place("transaction", "change", row.pk), said | {"amount": "1.234"})
    assert "amount" in refused.context["adminform"].form.errors
    admin.post(place("transaction", "change", row.pk), said | {"amount": "-13.5"})

    row.refresh_from_db()
    assert row.amount == Decimal("-13.50")


def test_an_account_is_made_in_the_admin(admin: Client, organization: Organization) -> None:
    said = {
        "organization": str(organization.pk),
        "name": "Yen",
        "kind": "cash",
        "currency": "JPY",
        "opening_balance": "1200",
        "opening_date": "2026-01-01",
    }

    assert admin.post(place("account", "add"), said).status_code == 302
    assert organization.accounts.get().opening_balance == Decimal(1200)


def test_the_admin_refuses_an_opening_after_rows_and_money_that_is_none(admin: Client, account: Account) -> None:
    booked(account, 2, "1.00")
    said = {"name": "Checking", "kind": "checking", "opening_balance": "1", "opening_date": "2026-01-03"}
    changed = admin.post(place("account", "change", account.pk), said)
    added = admin.post(place("account", "add"), said | {"organization": str(account.organization_id), "name": "Gold", "currency": "XAU"})

    assert "opening_date" in changed.context["adminform"].form.errors
    assert "currency" in added.context["adminform"].form.errors


def test_a_client_is_given_no_account_of_another_organization(admin: Client, organization: Organization, their_account: Account) -> None:
    user = UserFactory.create(username="client")
    said = {"organization": str(organization.pk), "user": str(user.pk), "role": "client", "accounts": [str(their_account.pk)]}

    assert admin.post(place("membership", "add"), said).status_code == 200
    assert not Membership.objects.of(organization).filter(user=user).exists()


def test_a_related_row_is_looked_up_across_organizations(admin: Client, account: Account) -> None:
    query = {"app_label": "finance", "model_name": "transaction", "field_name": "account", "term": "Check"}

    found = admin.get(reverse("admin:autocomplete"), query).json()["results"]

    assert [result["id"] for result in found] == [str(account.pk)]
    assert admin.get(place("transaction", "change", booked(account, 2, "1.00").pk)).status_code == 200
