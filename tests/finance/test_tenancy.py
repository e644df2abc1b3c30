"""The guard: no query without its organization."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Count, Prefetch

from finance.models import Account, Membership, Organization, Transaction
from finance.tenancy import OrganizationNotNamed

pytestmark = pytest.mark.django_db

WAYS: dict[str, Callable[[Any], object]] = {
    "iteration": list,
    "get": lambda rows: rows.get(),
    "first": lambda rows: rows.first(),
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "aggregate": lambda rows: rows.aggregate(Count("pk")),
    "values": lambda rows: list(rows.values("pk")),
    "values_list": lambda rows: list(rows.values_list("pk", flat=True)),
    "iterator": lambda rows: list(rows.iterator()),
    "in_bulk": lambda rows: rows.in_bulk(),
    "contains": lambda rows: len(rows),
    "update": lambda rows: rows.update(),
    "delete": lambda rows: rows.delete(),
    "either": lambda rows: list(rows | rows),
    "slice": lambda rows: list(rows[:1]),
}


@pytest.fixture
def account() -> Account:
    organization = Organization.objects.create(name="Ours", slug="ours")
    return Account.objects.create(organization=organization, name="Checking", currency="EUR")


@pytest.mark.parametrize("model", [Account, Membership, Transaction])
@pytest.mark.parametrize("way", WAYS)
def test_a_query_that_names_no_organization_is_refused(model: Any, way: str, account: Account) -> None:
    with pytest.raises(OrganizationNotNamed):
        WAYS[way](model.objects.all())
