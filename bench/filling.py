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
from reconciliation.models import Run, Statement, StatementImport
from reconciliation.presentation.overview.matrix import last_complete_month, shifted
from reconciliation.uploads.missing import last_day

BATCH = 5_000
LARGE = 5
BUSY = 10
MONTHS = 60
FIRST_DAY = shifted(last_complete_month(dt.datetime.now(dt.UTC).date()), 1 - MONTHS)
DAYS = 1_800
MIDDLE = shifted(FIRST_DAY, MONTHS // 2)


def fill(first: Organization, owner: User, *, organizations: int, imports: int, transactions: int) -> None:
    """Until the database has so many; `first` has imports that the others are copied from."""
    others = [Organization(name=f"Client {number}", slug=f"client-{number}") for number in range(1, organizations)]
    Organization.objects.bulk_create(others)
    Membership.objects.bulk_create(Membership(organization=each, user=owner, role=Role.OWNER) for each in others)
    samples = list(StatementImport.objects.of(first).order_by("filename").prefetch_related("statements"))
    accounts = {each: _accounts(each, _share(number, imports, organizations)) for number, each in enumerate([first, *others])}
    Run._meta.get_field("started_at").auto_now_add = False  # noqa: SLF001  public; each run has the days of its statement
    for entries in _batches(_entries(list(accounts.values()), transactions)):
        Transaction.objects.bulk_create(entries)
    for copies in _batches(_imports([first, *others], samples, owner, imports)):
        StatementImport.objects.bulk_create(each for each, _sample in copies)
        Run.objects.bulk_create(_runs(each for each, _sample in copies))
        Statement.objects.bulk_create(_statements(copies, accounts))
    _analyse()


def _share(number: int, whole: int, organizations: int) -> int:
    """One in `LARGE` for the first, and the rest in equal parts."""
    first = whole // LARGE
    return first if number == 0 else (whole - first) // max(organizations - 1, 1)


def _accounts(organization: Organization, imports: int) -> list[Account]:
    count = max(2, imports // MONTHS)
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
                period_end=last_day(first),
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
            yield Statement(**columns | {"period_start": first, "period_end": last_day(first)})


def _copied(model: type[models.Model]) -> Iterable["models.Field[Any, Any]"]:
    return model._meta.concrete_fields  # noqa: SLF001  public by Django's documentation


def _runs(imports: Iterable[StatementImport]) -> Iterator[Run]:
    """One of each import; a third had a difference first."""
    for place, made in enumerate(imports):
        at = dt.datetime.combine(made.period_end or FIRST_DAY, dt.time(), dt.UTC) + dt.timedelta(days=5)
        for number, verdict in enumerate(["mismatched"] * (place % 3 == 0) + [made.verdict], 1):
            yield Run(statement_import=made, number=number, started_at=at, finished_at=at, verdict=verdict)


def _month(number: int) -> dt.date:
    return shifted(FIRST_DAY, number // 100 % MONTHS)


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    while some := list(islice(rows, BATCH)):
        yield some


def _analyse() -> None:
    """Give PostgreSQL the statistics that it gathers by itself after a while. SQLite gathers none."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "VACUUM")
