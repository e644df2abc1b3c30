"""An organization with one row of each model that the admin shows, and staff who look at them."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client

from finance.models import Account, Transaction
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import Decision, ProviderConsent, Run, Spending, Statement, StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import booked


@dataclass(frozen=True, slots=True)
class House:
    """An organization and a row of each model that the admin shows, by the model."""

    organization: Organization
    membership: Membership
    rows: dict[type[Model], Model]

    @property
    def statement_import(self) -> StatementImport:
        found = self.rows[StatementImport]
        assert isinstance(found, StatementImport)
        return found


def a_house(name: str) -> House:
    """Every text in it holds the name."""
    organization = OrganizationFactory.create(name=name, slug=name.casefold())
    membership = MembershipFactory.create(role=Role.OWNER, organization=organization)
    account = AccountFactory.create(organization=organization, name=f"{name} account", opening="1000.00")
    entry = booked(account, 4, "-250.00", f"{name} rent", external_id="t1")
    imported = stored_import(membership, filename=f"{name}.pdf")
    statement = printed_statement(imported, account, (5, "-250.00", f"{name} rent"))
    rows = [
        organization, membership, account, entry, imported, statement,
        Run.objects.create(statement_import=imported, number=1, provider=f"{name} provider"),
        Decision.objects.create(organization=organization, statement_import=imported, kind="account", account=account),
        Spending.objects.create(organization=organization, day=dt.date(2026, 1, 5), nanodollars=1_500_000),
        ProviderConsent.objects.create(organization=organization, provider=f"{name} provider", allowed_by=membership.user),
    ]  # fmt: skip
    return House(organization, membership, {type(row): row for row in rows})


def staff(house: House, role: Role, client: Client, *, is_superuser: bool = False) -> User:
    """Signed in; a member of the one house."""
    user = UserFactory.create(username=f"{role}-{house.organization.slug}", is_staff=True, is_superuser=is_superuser)
    MembershipFactory.create(organization=house.organization, user=user, role=role)
    client.force_login(user)
    return user


def listed(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(row: Model, page: str = "change") -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}", args=[row.pk])


MODELS: list[type[Model]] = [
    Organization, Membership, Account, Transaction, StatementImport, Statement, Run, Decision, Spending, ProviderConsent,
]  # fmt: skip
