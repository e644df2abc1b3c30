"""A household sees no words of a practice until it uses them."""

import pytest
from django.test import Client

from finance.categories import give_codes
from finance.models.coding import Codes
from people.roles import Role
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import paper, read_in
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db


def menu_of(client: Client) -> str:
    return client.get(reverse("accounts")).content.decode().split('class="menu-panel"')[1].split("</details>")[0]


def test_the_menu_of_a_household_has_no_words_of_a_practice() -> None:
    household = MembershipFactory.create(role=Role.OWNER)
    client = browser_of(household)

    assert not any(word in menu_of(client) for word in ("Client", "Models", "API", "Audit trail"))
    assert reverse("practice_clients") in client.get(reverse("organization_settings")).content.decode()


@pytest.mark.parametrize("sign", ["a second client", "a firm"])
def test_the_menu_of_a_practice_leads_to_clients_and_staff(sign: str) -> None:
    first = MembershipFactory.create(role=Role.OWNER)
    if sign == "a firm":
        first.organization.firm = "Harper & Lowe LLP"
        first.organization.save()
    else:
        MembershipFactory.create(user=first.user, role=Role.OWNER)
    shown = browser_of(first).get(reverse("accounts", organization=first.organization)).content.decode()

    assert "Clients and staff" in shown.split('class="menu-panel"')[1].split("</details>")[0]


@pytest.mark.parametrize(("coded", "label", "folded"), [(False, "Category", True), (True, "Nominal account", False)])
def test_an_entry_has_a_category_until_the_books_have_a_tax_code(coded: bool, label: str, folded: bool) -> None:
    ours = MembershipFactory.create(role=Role.OWNER)
    account = AccountFactory.create(organization=ours.organization)
    if coded:
        give_codes(account=account, by=ours.user, codes={booked(account, 3, "-1.00", "Tea"): Codes(tax_code="20%")})

    form = browser_of(ours).get(reverse("entry_new", args=[account.pk])).content.decode()

    assert f">{label}</label>" in form
    assert ("<summary>More</summary>" in form) is folded
    assert 'name="tax_code"' in form


@pytest.mark.parametrize(("coded", "asked"), [(False, ["Category", "Payee"]), (True, ["Nominal account", "Tax code", "Payee"])])
def test_a_row_of_a_statement_is_added_in_the_words_of_the_organization(coded: bool, asked: list[str]) -> None:
    ours = MembershipFactory.create(role=Role.OWNER)
    account = AccountFactory.create(organization=ours.organization, number="DE00 1234", opening="1000.00")
    tea = booked(account, 3, "-1.00", "Tea")
    if coded:
        give_codes(account=account, by=ours.user, codes={tea: Codes(tax_code="20%")})
    done = read_in(ours.organization, paper([(3, "-1.00", "Tea"), (9, "-6.50", "Kiosk")], opening="1000.00"))

    page = browser_of(ours).get(reverse("import_detail", args=[done.pk])).content.decode()

    fields = page.split('class="code-fields"')[1].split("</div>")[0]
    assert [label for label in ("Category", "Nominal account", "Tax code", "Payee") if f"<label>{label} " in fields] == asked
    assert ("Add a code" if coded else "Add a category") in page
