"""The same statement against ledgers of a thousand to millions of entries, from the message to its verdict: `python -m bench.growth`.

On PostgreSQL, each size in a database of its own, dropped afterwards. The account of the statement holds the whole past, spread over ten
years, but for its last half a year, which is as busy at every size. Exit code 1 where a size takes more than twice what the least takes.
"""

import argparse
import datetime as dt
import json
import logging
import os
import statistics
import sys
import time
from decimal import Decimal
from typing import Any

from bench.apart import Figures, in_a_database_of_its_own
from bench.table import drawn
from tests.factories import OrganizationFactory

SIZES = (1_000, 100_000, 1_000_000, 5_000_000)
MOST_GROWTH = 2.0
BATCHES, ROUNDS, WARM = 5, 5, 3
"""A figure is the median of a batch, and of the batches the quietest: what else the machine does is not the ledger's."""
NUMBER = 4_711
FIRST_DAY, PAST_DAYS = dt.date(2015, 7, 1), 3_652
NEAR_FROM, NEAR = dt.date(2025, 7, 1), 480
"""Half a year of 80 entries a month: as far back as a row may reach."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="ENTRIES")
    parser.add_argument("--here", type=int, metavar="ENTRIES", help="measure so many in the empty database of DATABASE_URL")
    options = parser.parse_args()
    if options.here:
        print(json.dumps(measured(options.here)))
        return 0
    by_size = {size: in_a_database_of_its_own("bench.growth", size) for size in options.sizes}
    least = min(measured["ms"] for measured in by_size.values())
    rows = [
        (f"{size:,}", f"{measured['ms']:.0f}", f"{measured['ms'] / least:.2f}", *map(str, _read(measured)))
        for size, measured in by_size.items()
    ]
    print(drawn([("entries", "ms a statement, median", "times the least", "rows read", "queries"), *rows]))
    growth = max(measured["ms"] for measured in by_size.values()) / least
    print(f"\ngrowth {growth:.2f}, at most {MOST_GROWTH:g}")
    return int(growth > MOST_GROWTH)


def _read(figures: Figures) -> tuple[int, int]:
    return int(figures["rows"]), int(figures["queries"])


def measured(entries: int) -> Figures:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    logging.disable()
    django.setup()
    from django.core.management import call_command

    from bench.reading_rows import asked
    from reconciliation.documents import forkserver

    call_command("migrate", verbosity=0)
    statement_import = a_statement(entries)
    forkserver.keep()
    try:
        with asked() as queries:
            processed(statement_import)
        for _ in range(WARM):
            processed(statement_import)
        quietest = min(statistics.median(processed(statement_import) for _ in range(ROUNDS)) for _ in range(BATCHES))
    finally:
        forkserver.keep_none()
    return {"ms": 1000 * quietest, "rows": queries.rows, "queries": queries.queries}


def processed(statement_import: Any) -> float:
    """Seconds from the message to the verdict, which must be `matched`."""
    from reconciliation.models import Cause
    from reconciliation.queue.notify import queue_again
    from reconciliation.tasks import process_pdf

    queue_again(statement_import, Cause.AGAIN, ring=False)
    started = time.perf_counter()
    process_pdf(str(statement_import.pk))
    seconds = time.perf_counter() - started
    statement_import.refresh_from_db()
    if statement_import.verdict != "matched":
        raise RuntimeError(f"the statement is {statement_import.verdict or statement_import.status}, not matched")
    return seconds


def a_statement(entries: int) -> Any:
    """Uploaded, of an account with so long a past; the books agree with it."""
    from django.db import connection

    from bench.ledger import past
    from bench.throughput.papers import FIRST, OPENING, account_number, pdf_of, rows_of
    from finance.models import Account, Transaction
    from reconciliation.models import StatementImport
    from reconciliation.uploads.services import receive_statement

    organization = OrganizationFactory.create(name="Books", slug="books")
    account = Account(organization=organization, name="Account", currency="EUR", number=account_number(NUMBER), opening_date=FIRST_DAY)
    account.institution = "Riverside Savings Bank"
    account.save()
    past(account, entries, first=FIRST_DAY, days=PAST_DAYS)
    near = [(NEAR_FROM + dt.timedelta(days=place * 180 // NEAR), f"Payment {place}", Decimal(200 + place)) for place in range(NEAR)]
    Transaction.objects.bulk_create(
        Transaction(account=account, booked_on=day, amount_minor=int(amount.scaleb(2)), description=text)
        for day, text, amount in [*near, *rows_of(NUMBER)]
    )
    earlier = Transaction.objects.of(organization).filter(booked_on__lt=FIRST).values_list("amount_minor", flat=True)
    account.opening_balance = OPENING - Decimal(sum(earlier.iterator())).scaleb(-2)
    account.save()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    received = receive_statement(
        organization=organization,
        uploaded_by=None,
        channel=StatementImport.Channel.COMMAND_LINE,
        filename="statement.pdf",
        pdf=pdf_of(NUMBER),
        ring=False,
    )
    return received.statement_import


if __name__ == "__main__":
    sys.exit(main())
