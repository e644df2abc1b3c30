"""Staff who are no superusers see the organizations in which their role is fitting, and nothing of any other."""

import pytest
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client

from finance.models import Account, Transaction
from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.admin.shown_rows import MODELS, House, a_house, listed, page_of, staff

pytestmark = pytest.mark.django_db
PAGES = ("change", "history", "delete")


@pytest.fixture
def ours() -> House:
    return a_house("Alder")


@pytest.fixture
def theirs() -> House:
    return a_house("Birch")


@pytest.mark.parametrize("model", MODELS)
def test_a_list_and_its_filters_hold_nothing_of_others(client: Client, ours: House, theirs: House, model: type[Model]) -> None:
    staff(ours, Role.AUDITOR, client)

    response = client.get(listed(model))

    shown = response.content.decode()
    assert list(response.context["cl"].result_list.values_list("pk", flat=True)).count(ours.rows[model].pk) == 1
    assert theirs.rows[model].pk not in [row.pk for row in response.context["cl"].result_list]
    assert "Birch" not in shown
    assert str(theirs.organization.pk) not in shown


@pytest.mark.parametrize("model", MODELS)
def test_a_page_of_another_organization_is_not_there(client: Client, ours: House, theirs: House, model: type[Model]) -> None:
    staff(ours, Role.OWNER, client)

    assert client.get(page_of(ours.rows[model])).status_code == 200
    assert {client.get(page_of(theirs.rows[model], page)).status_code for page in PAGES} <= {403, 404}
    assert client.post(page_of(theirs.rows[model]), {"name": "Mine"}).status_code in {403, 404}


@pytest.mark.parametrize("model", MODELS)
def test_a_member_of_staff_who_is_no_superuser_cannot_change_rows_by_hand(client: Client, ours: House, model: type[Model]) -> None:
    user = staff(ours, Role.OWNER, client)
    user.user_permissions.set(Permission.objects.all())

    assert client.post(page_of(ours.rows[model]), {"name": "Mine", "role": "owner"}).status_code == 403
    assert client.post(page_of(ours.rows[model], "delete"), {"post": "yes"}).status_code == 403
    assert client.get(listed(model) + "add/").status_code == 403


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("role", [Role.VIEWER, Role.CLIENT])
def test_a_role_that_takes_nothing_out_opens_no_list(client: Client, ours: House, role: Role, model: type[Model]) -> None:
    user = staff(ours, role, client)
    user.user_permissions.set(Permission.objects.all())

    assert client.get(listed(model)).status_code == 403


def test_a_membership_that_has_ended_opens_nothing(client: Client, ours: House) -> None:
    user = staff(ours, Role.OWNER, client)
    Membership.objects.of(ours.organization).filter(user=user).update(expires_at="2026-01-01T00:00Z")

    assert client.get(listed(StatementImport)).status_code == 403


def test_a_member_who_is_no_staff_is_sent_to_sign_in(client: Client, ours: House) -> None:
    client.force_login(ours.membership.user)

    assert client.get(listed(StatementImport)).status_code == 302


@pytest.mark.parametrize("model", MODELS)
def test_a_filter_by_another_organization_finds_nothing(client: Client, ours: House, theirs: House, model: type[Model]) -> None:
    staff(ours, Role.OWNER, client)

    for query in ({"organization": str(theirs.organization.pk)}, {"organization": "no-id"}):
        response = client.get(listed(model), query)
        assert response.status_code in {200, 302}
        assert response.status_code == 302 or theirs.rows[model] not in list(response.context["cl"].result_list)


def test_an_account_of_another_organization_is_no_choice_and_filters_everything_away(client: Client, ours: House, theirs: House) -> None:
    staff(ours, Role.OWNER, client)
    foreign = {"organization": str(theirs.organization.pk), "account": str(theirs.rows[Account].pk)}

    assert "Alder account" in client.get(listed(StatementImport)).content.decode()
    assert "Birch" not in client.get(listed(StatementImport), foreign).content.decode()
    assert not client.get(listed(StatementImport), {"account": foreign["account"]}).context["cl"].result_list


@pytest.mark.parametrize(("model", "field"), [(Transaction, "account"), (Membership, "accounts"), (Account, "organization")])
def test_autocomplete_offers_nothing_of_another_organization(
    client: Client, ours: House, theirs: House, model: type[Model], field: str
) -> None:
    staff(ours, Role.OWNER, client)
    query: dict[str, str] = {"app_label": "finance", "model_name": model.__name__.casefold(), "field_name": field}

    found = client.get(reverse("admin:autocomplete"), {**query, "term": ""}).json()["results"]

    assert [result["text"].split()[0] for result in found] == ["Alder"]


@pytest.mark.parametrize("action", ["process_again", "compare_again", "approve", "export_archive", "export_list"])
def test_no_action_reaches_another_organization(client: Client, ours: House, theirs: House, action: str) -> None:
    staff(ours, Role.OWNER, client)
    before = StatementImport.objects.of(theirs.organization).values().get()

    response = client.post(listed(StatementImport), {"action": action, "_selected_action": [str(theirs.statement_import.pk)]})

    assert b"Birch" not in response.content
    assert StatementImport.objects.of(theirs.organization).values().get() == before


def test_a_column_beyond_a_link_is_no_filter(client: Client, ours: House) -> None:
    staff(ours, Role.OWNER, client)

    assert client.get(listed(StatementImport), {"uploaded_by__password__startswith": "a"}).status_code == 400


@pytest.mark.parametrize("model", MODELS)
def test_a_superuser_sees_all_organizations(client: Client, ours: House, theirs: House, model: type[Model]) -> None:
    staff(ours, Role.VIEWER, client, is_superuser=True)

    found = list(client.get(listed(model)).context["cl"].result_list)

    assert ours.rows[model] in found
    assert theirs.rows[model] in found
    assert client.get(page_of(theirs.rows[model])).status_code == 200
