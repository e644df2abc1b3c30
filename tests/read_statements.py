"""Statements as a worker leaves them once it has read them, without a document."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import Any

from django.db import transaction

from finance.models import Account
from people.models import Organization
from reconciliation.models import Posting, Statement, StatementImport
from reconciliation.printed.statement import UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement
from reconciliation.reconcile.build_answer import compose
from reconciliation.reconcile.persist import keep_neighbours, keep_rows, outcome
from reconciliation.reconcile.reconcile_accounts import settle_printed
from tests.factories import StatementImportFactory

numbers = count(1)
Row = tuple[int, str, str]
"""(day of the month, amount, description)"""


def paper(
    rows: Sequence[Row], *, month: int = 1, opening: str = "2000.00", closing: str | None = None, number: str = "1234"
) -> PrintedStatement:
    """A month as it was read, whole and proved."""
    first = dt.date(2026, month, 1)
    last = dt.date(2026, month + 1, 1) - dt.timedelta(days=1)
    lines = tuple(PrintedLine(date=first.replace(day=day), amount=Decimal(amount), description=text) for day, amount, text in rows)
    total = Decimal(opening) + sum((line.amount for line in lines), Decimal(0))
    return PrintedStatement(
        account_hint=number,
        currency="EUR",
        period_start=first,
        period_end=last,
        opening_balance=Decimal(opening),
        closing_balance=Decimal(closing) if closing else total,
        integrity=Integrity(holds=True, difference=Decimal(0)),
        lines=lines,
    )


def paper_of_unnamed_ends(rows: Sequence[Row], **more: Any) -> PrintedStatement:
    """A month of which every row follows from the one before, and no words name its first or last balance."""
    facts = tuple(Fact(code=code, page=1, box=(0.0, 0.0, 9.0, 9.0)) for code in UNNAMED_ENDS)
    return replace(paper(rows, **more), integrity=Integrity(holds=None, rows_follow=True, difference=Decimal(0), unconfirmed=facts))


def read_in(organization: Organization, *papers: PrintedStatement) -> StatementImport:
    """Return an import with this reading: stored, compared and saved as by a worker."""
    statement_import = StatementImportFactory.create(
        organization=organization, filename=f"{next(numbers)}.pdf", status=StatementImport.Status.REVIEW
    )
    read_anew(statement_import, *papers)
    return statement_import


def read_anew(statement_import: StatementImport, *papers: PrintedStatement) -> None:
    with transaction.atomic():
        settlement = settle_printed(statement_import, papers, before=lambda: None)
        settled = settlement.of(statement_import)
        keep_rows(settled, settlement.ledger)
        reconciliation = compose(statement_import, [each.answer for each in settled], papers, {})
        columns = outcome(reconciliation, papers, statement_import)
        StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).update(**columns)
        keep_neighbours(statement_import, settlement)
    statement_import.refresh_from_db()


def only(statement_import: StatementImport) -> Statement:
    return statement_import.statements.get()


def answer(statement_import: StatementImport) -> dict[str, object]:
    statement_import.refresh_from_db()
    found: dict[str, object] = (statement_import.reconciliation or {})["statements"][0]
    return found


def verdict(statement_import: StatementImport) -> object:
    return answer(statement_import)["verdict"]


def standing(statement_import: StatementImport) -> list[Posting]:
    return list(Posting.objects.of(statement_import.organization).filter(statement_import=statement_import).standing())


def contents(account: Account) -> list[tuple[dt.date, Decimal, str, str]]:
    return [(row.booked_on, row.amount, row.description, row.status) for row in account.transactions.order_by("booked_on", "amount_minor")]
