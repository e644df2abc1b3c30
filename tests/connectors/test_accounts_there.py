"""Accounts of the books elsewhere: found by their names, or said on the connection's page to be one of ours, or none."""

import pytest
from django.test import Client
from django.utils import timezone

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.ledgers.exchange import RemoteAccount, placed
from connectors.models import Connection
from connectors.running import EVERY
from finance.models import Account
from people.models import Membership
from tests.addresses import reverse
from tests.connectors.adding import ACTUAL, added, page_of, signed_in
from tests.factories import AccountFactory, OrganizationFactory

pytestmark = pytest.mark.django_db


def in_dollars(member: Membership) -> Account:
    return Account.objects.create(organization=member.organization, name="Dollars", currency="USD")


def with_accounts(browser: Client, member: Membership, *names: str) -> tuple[Connection, dict[str, str]]:
    """A connection to books with these accounts in euros, and the names of the fields in which each is chosen."""
    connection = added(browser, member, "actual", ACTUAL)
    counts = Counts()
    placed(connection, [RemoteAccount(key=name.casefold(), name=name, currency="EUR") for name in names], counts)
    Connection.objects.of(member.organization).update(due_at=timezone.now() + EVERY, held_until=None)
    return connection, {row.name: f"account-{row.pk}" for row in connection.accounts_there.all()}


def test_an_account_there_is_said_to_be_one_here_or_none() -> None:
    browser, member = signed_in()
    giro, dollars = AccountFactory.create(organization=member.organization, name="Giro"), in_dollars(member)
    connection, fields = with_accounts(browser, member, "Checking", "Old", "Cash")
    page = page_of(browser, connection)
    assert f'value="{giro.pk}"' in page
    assert f'value="{dollars.pk}"' not in page, "it is of another currency"
    assert "?name=Checking&amp;currency=EUR" in page

    browser.post(reverse("connection_accounts", args=[connection.pk]), {fields["Checking"]: str(giro.pk), fields["Old"]: "-"})

    chosen = connection.accounts_there.order_by("name").values_list("name", "account__name", "left_out")
    assert list(chosen) == [("Cash", None, False), ("Checking", "Giro", False), ("Old", None, True)]
    browser.post(reverse("connection_accounts", args=[connection.pk]), {fields["Cash"]: str(giro.pk)})
    assert [row.name for row in connection.accounts_there.exclude(account=None)] == ["Cash"]


@pytest.mark.parametrize("ours", ["twice", "dollars", "foreign", "made up"])
def test_no_account_is_chosen_twice_or_of_another_currency_or_house(ours: str) -> None:
    browser, member = signed_in()
    giro = AccountFactory.create(organization=member.organization, name="Giro")
    wrong = {
        "twice": giro.pk,
        "dollars": in_dollars(member).pk,
        "foreign": AccountFactory.create(organization=OrganizationFactory.create(name="Theirs"), name="Giro").pk,
        "made up": "nothing",
    }[ours]
    connection, fields = with_accounts(browser, member, "Checking", "Old")

    said = {fields["Checking"]: str(giro.pk), fields["Old"]: str(wrong)}
    answer = browser.post(reverse("connection_accounts", args=[connection.pk]), said)

    assert answer.status_code == 200
    assert "hx-get" not in answer.content.decode().partition('id="told"')[2], "what is to be read is not swapped away"
    assert not connection.accounts_there.exclude(account=None).exists()


def test_remote_accounts_of_one_name_stay_unplaced_until_one_of_them_is_gone() -> None:
    browser, member = signed_in()
    AccountFactory.create(organization=member.organization, name="Giro")
    connection = added(browser, member, "actual", ACTUAL)
    twins = [RemoteAccount(key="1", name="Giro"), RemoteAccount(key="2", name="Giro")]
    counts = Counts()

    assert placed(connection, twins, counts) == {}
    assert counts.as_json()["unplaced"] == 2
    assert [account.name for account in placed(connection, twins[1:], Counts()).values()] == ["Giro"]


def test_accounts_of_one_name_can_be_distinguished_when_one_is_chosen() -> None:
    browser, member = signed_in()
    connection = added(browser, member, "actual", ACTUAL)

    placed(
        connection, [RemoteAccount(key="1a", name="Giro"), RemoteAccount(key="2b", name="Giro"), RemoteAccount(key="3c", name="")], Counts()
    )

    page = page_of(browser, connection)
    assert all(label in page for label in ("Giro · 1a", "Giro · 2b", ">3c<"))


def test_an_account_whose_currency_changed_is_no_longer_assigned() -> None:
    browser, member = signed_in()
    AccountFactory.create(organization=member.organization, name="Giro")
    connection = added(browser, member, "actual", ACTUAL)
    assert placed(connection, [RemoteAccount(key="1", name="Giro", currency="EUR")], Counts())
    counts = Counts()

    assert placed(connection, [RemoteAccount(key="1", name="Giro", currency="USD")], counts) == {}

    assert counts.as_json()["unplaced"] == 1
    assert (
        placed(
            connection,
            [RemoteAccount(key="1", name="Giro", currency="USD"), RemoteAccount(key="2", name="Giro EUR", currency="EUR")],
            counts,
        )
        == {}
    )
    assert placed(connection, [RemoteAccount(key="1", name="Old"), RemoteAccount(key="2", name="Giro", currency="EUR")], counts).keys() == {
        "2"
    }


@pytest.mark.parametrize(
    "many", [[RemoteAccount(key="k" * 101, name="Giro")], [RemoteAccount(key=str(key), name="x") for key in range(1_001)]]
)
def test_implausible_lists_of_remote_accounts_are_refused_and_not_stored(many: list[RemoteAccount]) -> None:
    browser, member = signed_in()
    connection = added(browser, member, "actual", ACTUAL)

    with pytest.raises(ConnectionEnded):
        placed(connection, many, Counts())

    assert not connection.accounts_there.exists()


def test_an_account_of_that_name_is_added_from_there() -> None:
    browser, _member = signed_in()

    page = browser.get(reverse("account_new"), {"name": "Cash box", "currency": "EUR"}).content.decode()

    assert 'value="Cash box"' in page
    assert 'value="EUR"' in page
