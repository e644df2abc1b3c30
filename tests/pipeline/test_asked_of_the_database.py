"""The number of database queries of a statement, from message to verdict, has a fixed bound."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from bench.reading_rows import Asked, asked
from finance.models import Account, Transaction
from reconciliation.models import StatementImport
from reconciliation.tasks import process_pdf
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import received

pytestmark = pytest.mark.django_db
MOST = 83
OPENED, PAST = dt.date(2016, 1, 1), 3_400
"""The first day and the number of days before possible rows of January."""


def counted(statement_import: StatementImport) -> Asked:
    with asked() as found:
        process_pdf(str(statement_import.pk))
    statement_import.refresh_from_db()
    assert statement_import.verdict == "matched"
    return found


def of_an_account_with_a_past(entries: int) -> StatementImport:
    """Each of 1.00."""
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    days = (OPENED + dt.timedelta(days=number % PAST) for number in range(entries))
    Account.objects.of(ours).update(opening_date=OPENED)
    Transaction.objects.bulk_create(Transaction(account=account, booked_on=day, amount_minor=100, description="Books") for day in days)
    opening = Decimal(JANUARY.opening) + entries
    return received(ours, replace(JANUARY, opening=str(opening)).pdf())


def test_a_statement_asks_for_few_things() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    assert counted(received(ours, JANUARY.pdf())).queries <= MOST


def test_a_statement_needs_no_further_queries_for_a_thousand_times_more_entries() -> None:
    short, long = (counted(of_an_account_with_a_past(entries)) for entries in (3, 3_000))

    assert (long.rows, long.queries) == (short.rows, short.queries)
