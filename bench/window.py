"""A statement of 100 rows against a short past and a long one: `python -m bench.window`. On a database of its own beside DATABASE_URL's.

The past lies before the first statement ("before"), or is printed on statements that are matched ("printed"); the months next to the
statement are of 100 rows each.
"""

import argparse
import datetime as dt
import hashlib
import logging
import os
import time
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from bench.table import drawn
from tests.factories import OrganizationFactory

ROWS = 100
NEAR = 8
"""Months of 100 rows before the statement that is measured."""
FAR = 96
"""Months that the past is spread over."""
BATCH = 10_000
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, nargs="+", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--printed", type=int, nargs="*", default=[1_000, 100_000])
    options = parser.parse_args()
    os.environ |= {"ENV_FILE": os.devnull, "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    logging.disable()
    django.setup()
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = "tieout_bench_window" if connection.vendor == "postgresql" else None
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        measurements = [
            *(measured("before", count) for count in options.entries),
            *(measured("printed", count) for count in options.printed),
        ]
        heads = ("the past", "entries", "s", "of it CPU here", "rows read", "queries", "s, checked again")
        print(drawn([heads, *measurements]))
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def measured(kind: str, count: int) -> tuple[str, ...]:
    """The quickest of some rounds: everything of the last month is weighed and nothing kept."""
    from django.db import transaction

    from bench.reading_rows import asked
    from reconciliation.reconcile.recheck_proof import faults_of
    from reconciliation.reconcile.reconcile_accounts import settle_stored

    last = a_ledger(count, printed=kind == "printed")
    with asked() as queries, transaction.atomic():
        settlement = settle_stored(last, before=lambda: None)
    if {result.answer["verdict"] for result in settlement.of(last)} != {"matched"}:
        raise RuntimeError("the statement is not matched")
    seconds = min(timed(lambda: settle_stored(last, before=lambda: None)) for _ in range(ROUNDS))
    checking = min(timed(lambda: faults_of(last)) for _ in range(ROUNDS))
    figures = f"{seconds[0]:.2f}", f"{seconds[1]:.2f}", str(queries.rows), str(queries.queries), f"{checking[0]:.2f}"
    return kind, f"{count:,}", *figures


def timed(call: Any) -> tuple[float, float]:
    from django.db import transaction

    started, processor = time.perf_counter(), time.process_time()
    with transaction.atomic():
        call()
    return time.perf_counter() - started, time.process_time() - processor


def a_ledger(count: int, *, printed: bool) -> Any:
    """An account with such a past; gives the import of its last month, weighed as a worker leaves it."""
    from finance.models import Account

    ours = OrganizationFactory.create(name=f"{count} {printed}", slug=f"past-{count}-{printed}".lower())
    account = Account(organization=ours, name="Checking", currency="EUR", number="1234", opening_date=day_of(0))
    account.opening_balance = Decimal(0)
    account.save()
    balance = Decimal(0)
    for month in range(FAR):
        rows = list(rows_of(month, count // FAR))
        write(account, rows)
        if printed:
            store(account, month, rows, balance)
        balance += sum((amount for _, amount, _ in rows), Decimal(0))
    analyse()
    for month in range(FAR, FAR + NEAR):
        rows = list(rows_of(month, ROWS))
        write(account, rows)
        last = read(account, month, rows, balance)
        balance += sum((amount for _, amount, _ in rows), Decimal(0))
    return last


def day_of(month: int) -> dt.date:
    return dt.date(2017 + month // 12, month % 12 + 1, 1)


def rows_of(month: int, count: int) -> Iterator[tuple[dt.date, Decimal, str]]:
    """Amounts of many sizes, of forty payees."""
    for number in range(count):
        cents = (number * 7919 + month * 104_729) % 200_000 - 90_000
        yield day_of(month) + dt.timedelta(days=number % 28), Decimal(cents or 1) / 100, f"Payee {chr(65 + number % 20)}{number % 40} Books"


def write(account: Any, rows: list[tuple[dt.date, Decimal, str]]) -> None:
    from finance.models import Transaction

    Transaction.objects.bulk_create(
        (Transaction(account=account, booked_on=day, amount_minor=int(amount * 100), description=text) for day, amount, text in rows),
        batch_size=BATCH,
    )


def paper(month: int, rows: list[tuple[dt.date, Decimal, str]], opening: Decimal) -> Any:
    from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement

    return PrintedStatement(
        account_hint="1234",
        currency="EUR",
        period_start=day_of(month),
        period_end=day_of(month + 1) - dt.timedelta(days=1),
        opening_balance=opening,
        closing_balance=opening + sum((amount for _, amount, _ in rows), Decimal(0)),
        integrity=Integrity(holds=True, difference=Decimal(0)),
        lines=tuple(PrintedLine(date=day, amount=amount, description=text) for day, amount, text in rows),
    )


def an_import(account: Any, month: int, **columns: Any) -> Any:
    from reconciliation.models import StatementImport

    name = f"{account.organization.slug}-{month}.pdf"
    digest = hashlib.sha256(name.encode()).hexdigest()
    return StatementImport.objects.create(
        organization=account.organization, channel=StatementImport.Channel.COMMAND_LINE, filename=name, sha256=digest, size=1,
        stored_as=f"documents/{digest[:2]}/{digest[:32]}.pdf", status=StatementImport.Status.REVIEW, **columns,
    )  # fmt: skip


def store(account: Any, month: int, rows: list[tuple[dt.date, Decimal, str]], opening: Decimal) -> None:
    """A month that was matched long ago, as it is stored; pairs of such months are never read."""
    from reconciliation.reconcile.evidence import keep_statements

    printed = paper(month, rows, opening)
    balance = {name: format(printed.closing_balance, "f") for name in ("statement", "ledger", "books")}
    answer = {"verdict": "matched", "reasons": [], "relied_on": [], "missing": [], "closing_balance": balance}
    [statement] = keep_statements(an_import(account, month, reconciliation={"statements": [answer]}), [printed])
    statement.account, statement.verdict = account, "matched"
    statement.save()


def read(account: Any, month: int, rows: list[tuple[dt.date, Decimal, str]], opening: Decimal) -> Any:
    from django.db import transaction

    from reconciliation.models import StatementImport
    from reconciliation.reconcile.build_answer import compose
    from reconciliation.reconcile.persist import keep_rows, outcome
    from reconciliation.reconcile.reconcile_accounts import settle_printed

    printed, done = [paper(month, rows, opening)], an_import(account, month)
    with transaction.atomic():
        settlement = settle_printed(done, printed, before=lambda: None)
        settled = settlement.of(done)
        keep_rows(settled, settlement.ledger)
        answer = compose(done, [result.answer for result in settled], printed, {})
        StatementImport.objects.of(done.organization).filter(pk=done.pk).update(**outcome(answer, printed, done))
    done.refresh_from_db()
    return done


def analyse() -> None:
    """Update the statistics of the tables, as a database does by itself after a while."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE finance_transaction" if connection.vendor == "postgresql" else "ANALYZE")


if __name__ == "__main__":
    main()
