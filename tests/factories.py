"""Factories of the rows that tests start from."""

import datetime as dt
import hashlib
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import slugify
from factory.declarations import LazyAttribute, LazyFunction, RelatedFactory, Sequence, SubFactory
from factory.django import DjangoModelFactory

from finance.models import Account, Transaction
from finance.money import to_minor
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import Doorbell, Statement, StatementImport, StatementLine


class OrganizationFactory(DjangoModelFactory[Organization]):
    class Meta:
        model = Organization

    name = Sequence(lambda number: f"Household {number}")
    slug = LazyAttribute(lambda row: slugify(row.name))


class UserFactory(DjangoModelFactory[User]):
    """A user with a password, made by `create_user` or, with `is_superuser`, by the same manager."""

    class Meta:
        model = User

    username = Sequence(lambda number: f"person-{number}")
    password = "a-long-password"

    @classmethod
    def _create(cls, model_class: type[User], *_: Any, **columns: Any) -> User:
        return model_class.objects.create_user(**columns)


class MembershipFactory(DjangoModelFactory[Membership]):
    """An owner's membership; `accounts` are those given to a client."""

    class Meta:
        model = Membership

    organization = SubFactory(OrganizationFactory)
    user = SubFactory(UserFactory)
    role = Role.OWNER

    @classmethod
    def _create(cls, model_class: type[Membership], *_: Any, accounts: Any = (), **columns: Any) -> Membership:
        membership = model_class.objects.create(**columns)
        membership.accounts.set(accounts)
        return membership


class AccountFactory(DjangoModelFactory[Account]):
    """An account in euros since the first of January 2026; `opening` is its opening balance as text, or None."""

    class Meta:
        model = Account

    class Params:
        opening = "2000.00"

    organization = SubFactory(OrganizationFactory)
    name = "Checking"
    currency = "EUR"
    number = "DE00 1234"
    opening_date = dt.date(2026, 1, 1)
    opening_balance_minor = LazyAttribute(lambda row: row.opening and to_minor(Decimal(row.opening), row.currency))


class TransactionFactory(DjangoModelFactory[Transaction]):
    """A posted entry of January; `amount` is text."""

    class Meta:
        model = Transaction

    class Params:
        amount = "-10.00"

    account = SubFactory(AccountFactory)
    booked_on = dt.date(2026, 1, 4)
    amount_minor = LazyAttribute(lambda row: to_minor(Decimal(row.amount), row.account.currency))


class StatementImportFactory(DjangoModelFactory[StatementImport]):
    """An import whose file is not stored."""

    class Meta:
        model = StatementImport

    organization = SubFactory(OrganizationFactory)
    channel = StatementImport.Channel.COMMAND_LINE
    filename = "statement.pdf"
    sha256 = Sequence(lambda number: hashlib.sha256(str(number).encode()).hexdigest())
    size = 1
    stored_as = "nowhere"


class DoorbellFactory(DjangoModelFactory[Doorbell]):
    """A ring that is due for an import."""

    class Meta:
        model = Doorbell

    due_at = LazyFunction(timezone.now)


class WaitingImportFactory(StatementImportFactory):
    """An import that waits, as an upload leaves it."""

    class Meta:
        skip_postgeneration_save = True

    doorbell = RelatedFactory(DoorbellFactory, factory_related_name="statement_import")


class StatementFactory(DjangoModelFactory[Statement]):
    """January of one account as it was read; `opening` and `closing` are the printed balances as text, or None."""

    class Meta:
        model = Statement

    class Params:
        opening = None
        closing = None

    statement_import = SubFactory(StatementImportFactory)
    number = 0
    institution = "Northwind Bank"
    account_hint = "1234"
    currency = "EUR"
    period_start = dt.date(2026, 1, 1)
    period_end = dt.date(2026, 1, 31)
    opening_balance_minor = LazyAttribute(lambda row: row.opening and to_minor(Decimal(row.opening), row.currency))
    closing_balance_minor = LazyAttribute(lambda row: row.closing and to_minor(Decimal(row.closing), row.currency))
    integrity = LazyFunction(lambda: {"holds": True, "difference": "0.00", "first_break": None})


class StatementLineFactory(DjangoModelFactory[StatementLine]):
    """A printed row; `amount` is text."""

    class Meta:
        model = StatementLine

    class Params:
        amount = "-10.00"

    statement = SubFactory(StatementFactory)
    number = 0
    date = dt.date(2026, 1, 5)
    amount_minor = LazyAttribute(lambda row: to_minor(Decimal(row.amount), row.statement.currency))
    page = 1
    box = LazyFunction(lambda: [0, 0, 1, 1])
