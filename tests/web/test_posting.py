"""Add to books and take out again, on the page."""

import pytest
from django.test import Client

from finance import entries
from finance.models import Account
from people.roles import Role
from reconciliation.models import Decision, StatementImport
from reconciliation.reconcile.names import is_about_names
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, standing
from tests.world import incomplete_books, incomplete_statement

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(db: None) -> Account:
    return incomplete_books()


@pytest.fixture
def january(account: Account) -> StatementImport:
    return incomplete_statement(account)


def browser(account: Account, role: Role = Role.PREPARER) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=role, organization=account.organization).user)
    return client


def add(client: Client, january: StatementImport, **fields: object) -> str:
    address = reverse("add_to_books", args=[january.pk, only(january).pk])
    return client.post(address, fields, follow=True).content.decode()


@pytest.mark.path
def test_a_person_adds_the_chosen_rows_and_takes_them_out_again(account: Account, january: StatementImport) -> None:
    client = browser(account)
    assert "Add to books" in client.get(reverse("import_detail", args=[january.pk])).content.decode()

    page = add(client, january, lines=["1", "2"])

    assert "2 rows were added to the books." in page
    assert "2 rows added to your books" in page
    assert account.transactions.count() == 3

    page = client.post(reverse("take_out", args=[january.pk]), follow=True).content.decode()

    assert "2 rows were removed from the books." in page
    assert account.transactions.count() == 1


def test_the_second_person_gets_a_message(account: Account, january: StatementImport) -> None:
    add(browser(account), january, lines=["1"])

    assert "Row 2 is already in the books." in add(browser(account), january, lines=["1"])
    assert account.transactions.count() == 2


def test_later_work_is_named(account: Account, january: StatementImport) -> None:
    add(browser(account), january, lines=["1"])
    colleague = MembershipFactory.create(role=Role.PREPARER, organization=account.organization).user
    [posting] = standing(january)
    assert posting.transaction is not None
    entries.edit(entry=posting.transaction, by=colleague, description="Fee of January")

    page = browser(account).post(reverse("take_out", args=[january.pk]), follow=True).content.decode()

    assert f"Nothing was removed. ACCOUNT FEE was edited since by {colleague}." in page


@pytest.mark.parametrize("lines", [[], ["x"], ["99999999999999999999"], ["-1"]])
def test_nonsense_adds_nothing(account: Account, january: StatementImport, lines: list[str]) -> None:
    assert "Choose at least one row." in add(browser(account), january, lines=lines)
    assert account.transactions.count() == 1


def test_a_viewer_neither_adds_nor_takes_out(account: Account, january: StatementImport) -> None:
    client = browser(account, Role.VIEWER)

    assert "Add to books" not in client.get(reverse("import_detail", args=[january.pk])).content.decode()
    assert client.post(reverse("add_to_books", args=[january.pk, only(january).pk]), {"lines": ["1"]}).status_code == 403
    assert client.post(reverse("take_out", args=[january.pk])).status_code == 403


def test_another_organizations_statement_is_not_there(january: StatementImport) -> None:
    client = browser(AccountFactory.create())

    assert client.post(reverse("add_to_books", args=[january.pk, only(january).pk]), {"lines": ["1"]}).status_code == 404
    assert client.post(reverse("take_out", args=[january.pk])).status_code == 404


def test_a_row_is_added_with_the_category_name_and_description_that_a_person_typed(account: Account, january: StatementImport) -> None:
    fields = {"lines": ["1"], "text-1": "  Fee of   January ", "nominal-1": "Charges", "payee-1": "The bank"}
    page = add(browser(account), january, **fields)

    assert "1 row was added to the books." in page
    added = account.transactions.get(description="Fee of January")
    assert (added.coding.nominal, added.coding.payee) == ("Charges", "The bank")


def test_a_row_stays_matched_with_its_entry_under_any_description(account: Account, january: StatementImport) -> None:
    client = browser(account)

    add(client, january, **{"lines": ["1"], "text-1": "Gift for Wilhelmina"})

    january.refresh_from_db()
    assert january.reconciliation
    [answer] = january.reconciliation["statements"]
    assert answer["ambiguous"] == []
    assert 1 in [item["line"] for item in answer["matched"]]


def test_a_description_is_taken_out_with_its_entry_and_teaches_no_names(account: Account, january: StatementImport) -> None:
    client = browser(account)
    add(client, january, **{"lines": ["1"], "text-1": "Gift for Wilhelmina"})
    decisions = Decision.objects.of(account.organization)
    assert [is_about_names(decision) for decision in decisions] == [False]

    client.post(reverse("take_out", args=[january.pk]))

    assert account.transactions.count() == 1
    assert list(decisions.standing()) == []


def test_the_printed_description_is_no_decision(account: Account, january: StatementImport) -> None:
    add(browser(account), january, **{"lines": ["1"], "text-1": "ACCOUNT FEE"})

    assert account.transactions.filter(description="ACCOUNT FEE").count() == 1
    assert not Decision.objects.of(account.organization).exists()
