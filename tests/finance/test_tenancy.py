"""The guard: no query without its organization."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Count, Prefetch
from pytest_django import Settings

from finance.models import Account, Transaction
from people.models import Membership, Organization
from people.tenancy import OrganizationNotNamed, guard_lifted
from tests.world import booked

pytestmark = pytest.mark.django_db

WAYS: dict[str, Callable[[Any], object]] = {
    "iteration": list,
    "length": len,
    "truth": bool,
    "get": lambda rows: rows.get(),
    "first": lambda rows: rows.first(),
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "aggregate": lambda rows: rows.aggregate(Count("pk")),
    "values": lambda rows: list(rows.values("pk")),
    "values_list": lambda rows: list(rows.values_list("pk", flat=True)),
    "annotate": lambda rows: list(rows.values("pk").annotate(Count("pk"))),
    "iterator": lambda rows: list(rows.iterator()),
    "in_bulk": lambda rows: rows.in_bulk(),
    "update": lambda rows: rows.update(created_at=None),
    "delete": lambda rows: rows.delete(),
    "slice": lambda rows: list(rows[:1]),
    "either": lambda rows: list(rows | rows),
    "union": lambda rows: list(rows.union(rows)),
    "filter": lambda rows: list(rows.filter(pk__isnull=False)),
    "get_or_create": lambda rows: rows.get_or_create(pk="00000000-0000-0000-0000-000000000000"),
}


@pytest.mark.parametrize("model", [Account, Membership, Transaction])
@pytest.mark.parametrize("way", WAYS)
def test_a_query_that_names_no_organization_is_refused(model: Any, way: str, account: Account) -> None:
    with pytest.raises(OrganizationNotNamed):
        WAYS[way](model.objects.all())


def test_a_statement_of_the_organization_sees_its_rows_and_no_others(account: Account, their_account: Account) -> None:
    ours = booked(account, 2, "1.00")
    booked(their_account, 2, "1.00")

    assert list(Transaction.objects.of(account.organization)) == [ours]
    assert list(Account.objects.of(account.organization)) == [account]
    assert [membership.organization for membership in Membership.objects.of(account.organization)] == [account.organization]


def test_links_of_a_row_name_their_organization(account: Account, owner: User) -> None:
    row = booked(account, 2, "1.00")

    assert list(account.transactions.filter(amount_minor=100)) == [row]
    assert list(account.organization.accounts.all()) == [account]
    assert owner.memberships.count() == 1
    assert row.account.organization.name == "Household"


def test_rows_fetched_ahead_name_the_organization_of_their_parents(account: Account) -> None:
    row = booked(account, 2, "1.00")

    accounts = Account.objects.of(account.organization).prefetch_related(Prefetch("transactions", Transaction.objects.posted()))

    assert [list(found.transactions.all()) for found in accounts] == [[row]]


def test_the_escape_gives_its_reason(account: Account, their_account: Account) -> None:
    assert Account.objects.across_organizations("the test counts them all").count() == 2
    with pytest.raises(ValueError, match="say why"):
        Account.objects.across_organizations(" ")


def test_a_combination_names_an_organization_only_if_its_parts_do(account: Account) -> None:
    named, unnamed = Account.objects.of(account.organization).order_by(), Account.objects.filter(name="Theirs").order_by()

    assert list(named | named.filter(name="x")) == [account]
    assert list(named.union(named)) == [account]
    for combined in (named | unnamed, unnamed | named, named.union(unnamed)):
        with pytest.raises(OrganizationNotNamed):
            list(combined)


def test_the_guard_says_nothing_of_queries_that_ask_nothing(account: Account) -> None:
    assert list(Account.objects.none()) == []
    assert not Account.objects.none().exists()


def test_naming_one_query_names_no_other(account: Account) -> None:
    everything = Account.objects.all()
    list(everything.of(account.organization))

    with pytest.raises(OrganizationNotNamed):
        list(everything)


def test_a_row_is_validated_for_twins_without_naming(organization: Organization, account: Account) -> None:
    Account(organization=organization, name="Another", currency="EUR").full_clean()


def test_lifting_ends_with_its_block(account: Account) -> None:
    with guard_lifted("a look-up of Django's own"):
        assert Account.objects.count() == 1
    with pytest.raises(OrganizationNotNamed):
        Account.objects.count()


def test_without_the_guard_queries_run(account: Account, settings: Settings) -> None:
    settings.TENANT_GUARD = False

    assert Account.objects.count() == 1
