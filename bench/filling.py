"""A full database: the demonstration's organization made large, and many others beside it.

The first organization has a fifth of everything, and its first account a tenth of all entries: what is slow, is slow there.
"""

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, models

from finance.models import Account, Transaction
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import Statement, StatementImport

BATCH = 5_000
LARGE = 5
BUSY = 10
FIRST_DAY = dt.date(2021, 1, 1)
DAYS = 1_900
STATEMENTS_OF_AN_ACCOUNT = 60


def fill(first: Organization, owner: User, *, organizations: int, imports: int, transactions: int) -> None:
    """Until the database has so many; `first` has imports that the others are copied from."""
    others = [Organization(name=f"Client {number}", slug=f"client-{number}") for number in range(1, organizations)]
    Organization.objects.bulk_create(others)
    Membership.objects.bulk_create(Membership(organization=each, user=owner, role=Role.OWNER) for each in others)
    samples = list(StatementImport.objects.of(first).order_by("filename").prefetch_related("statements"))
    accounts = {each: _accounts(each, _share(number, imports, organizations)) for number, each in enumerate([first, *others])}
    for entries in _batches(_entries(list(accounts.values()), transactions)):
        Transaction.objects.bulk_create(entries)
    for copies in _batches(_imports([first, *others], samples, owner, imports)):
        StatementImport.objects.bulk_create(each for each, _sample in copies)
        Statement.objects.bulk_create(_statements(copies, accounts))
    _analyse()


def _share(number: int, whole: int, organizations: int) -> int:
    """One in `LARGE` for the first, and the rest in equal parts."""
    first = whole // LARGE
    return first if number == 0 else (whole - first) // max(organizations - 1, 1)


def _accounts(organization: Organization, imports: int) -> list[Account]:
    count = max(2, imports // STATEMENTS_OF_AN_ACCOUNT)
    named = [
        Account(
            organization=organization,
            name=f"Account {number}",
            currency="EUR",
            number=f"{number:04}",
            opening_balance_minor=100_000,
            opening_date=FIRST_DAY,
        )
        for number in range(1, count + 1)
    ]
    return Account.objects.bulk_create(named)


def _entries(accounts: list[list[Account]], count: int) -> Iterator[Transaction]:
    busiest, large, others = accounts[0][0], accounts[0], [each for some in accounts[1:] for each in some] or accounts[0]
    for number in range(count):
        ours = others if number % LARGE else large
        yield Transaction(
            account=busiest if number % BUSY == 0 else ours[number // LARGE % len(ours)],
            external_id=f"made-{number}",
            booked_on=FIRST_DAY + dt.timedelta(days=number * 7 % DAYS),
            amount_minor=(number * 37) % 50_000 - 25_000,
            description=f"Payment {number % 997}",
        )


def _imports(
    organizations: list[Organization], samples: list[StatementImport], owner: User, count: int
) -> Iterator[tuple[StatementImport, StatementImport]]:
    """Each beside what it is a copy of; of two hundred, seven need a person."""
    others = organizations[1:] or organizations
    for number in range(count):
        organization = others[number % len(others)] if number % LARGE else organizations[0]
        sample = samples[number % len(samples)]
        status = "review" if number % 200 < 7 else "complete"
        first = _month(number)
        yield (
            StatementImport(
                organization=organization,
                uploaded_by=owner,
                channel=sample.channel,
                filename=f"statement-{number}.pdf",
                sha256=hashlib.sha256(f"made {number}".encode()).hexdigest(),
                size=sample.size,
                stored_as=sample.stored_as,
                pages=sample.pages,
                status=status,
                document_type=sample.document_type,
                verdict=sample.verdict,
                reconciliation=sample.reconciliation,
                period_start=first,
                period_end=_last(first),
                to_settle_hundredths=number * 13 % 90_000 if number % 3 else None,
            ),
            sample,
        )


def _statements(some: list[tuple[StatementImport, StatementImport]], accounts: dict[Organization, list[Account]]) -> Iterator[Statement]:
    for made, sample in some:
        number, ours = int(made.filename.split("-")[1].removesuffix(".pdf")), accounts[made.organization]
        for statement in sample.statements.all():
            first = _month(number)
            columns = {field.attname: getattr(statement, field.attname) for field in _copied(Statement)}
            columns |= {"id": uuid.uuid4(), "statement_import_id": made.pk, "account_id": ours[number // LARGE % len(ours)].pk}
            yield Statement(**columns | {"period_start": first, "period_end": _last(first)})


def _copied(model: type[models.Model]) -> Iterable["models.Field[Any, Any]"]:
    return model._meta.concrete_fields  # noqa: SLF001  public by Django's documentation


def _month(number: int) -> dt.date:
    months = number // 100 % STATEMENTS_OF_AN_ACCOUNT
    return dt.date(FIRST_DAY.year + months // 12, months % 12 + 1, 1)


def _last(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    while some := list(islice(rows, BATCH)):
        yield some


def _analyse() -> None:
    """What the planner knows of the tables, which a server gathers by itself after a while."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("ANALYZE")
