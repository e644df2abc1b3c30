"""Fill document, statement and digest of conclusions that were made before they had them, and the document of decisions.

A conclusion is bound if exactly one stored statement has its account and days, and is of the document on which the step was taken. The
others stay unbound: their page says so, and they can be reopened. The digest is that of today's rows and balances.

It also sets how far each file is signed off, from the status of its statements in the stored answer.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from reconciliation.printed.digest import digest_of_rows

Json = dict[str, Any]
NOT_READ = ("failed", "cancelled")
FINISHED = {"prepared": "prepared", "reviewed": "closed", "locked": "closed", "noted": "closed"}


def bind(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    conclusions = apps.get_model("reconciliation", "Conclusion")._base_manager
    imports = apps.get_model("reconciliation", "StatementImport")._base_manager
    accounts = conclusions.order_by().values_list("account", flat=True).distinct()
    for account in accounts:
        statements = list(_statements_on(apps, account))
        for step in conclusions.filter(account=account, document=""):
            days = (step.period_start, step.period_end)
            same = [statement for statement in statements if _days_of(statement) == days]
            own = [statement for statement in same if statement.statement_import_id == step.statement_import_id]
            if own:
                step.statement_number = own[0].number
            if len(same) == 1 == len(own):
                step.document, step.digest = own[0].statement_import.sha256, _digest_of(apps, own[0])
            step.save(update_fields=["statement_number", "document", "digest"])
    decisions = apps.get_model("reconciliation", "Decision")._base_manager
    for key in decisions.filter(document="").order_by().values_list("statement_import", flat=True).distinct():
        sha256 = imports.filter(pk=key).values_list("sha256", flat=True).get()
        decisions.filter(statement_import=key, document="").update(document=sha256)


def _statements_on(apps: Apps, account: Any) -> Iterator[Any]:
    statements = apps.get_model("reconciliation", "Statement")._base_manager.filter(account=account)
    yield from statements.exclude(statement_import__status__in=NOT_READ).select_related("statement_import").prefetch_related("lines")


def _days_of(statement: Any) -> tuple[dt.date, dt.date] | None:
    """Return first and last day as printed, else of the rows."""
    first, last = statement.period_start, statement.period_end
    if not (first and last and first <= last):
        rows = [line.date for line in statement.lines.all() if line.date]
        first, last = first or min(rows, default=None), last or max(rows, default=None)
        first = last if first is None else first
    return None if first is None or last is None or first > last else (first, last)


def _digest_of(apps: Apps, statement: Any) -> str:
    """Return the digest of rows and balances, with the rows that people corrected."""
    rows = {line.number: _row(statement, line) for line in sorted(statement.lines.all(), key=lambda line: line.number)}
    decisions = apps.get_model("reconciliation", "Decision")._base_manager
    named = {"statement_import": statement.statement_import_id, "number": statement.number}
    corrections: dict[int, list[Json]] = defaultdict(list)
    for decision in decisions.filter(kind="correction", withdrawn_at=None, **named):
        said = decision.lines[0]
        row = rows.get(said["line"])
        content = (said["date"], Decimal(said["amount"]), said["description"])
        if row is not None and (row["date"], Decimal(row["amount"]), row["description"]) == content:
            corrections[said["line"]].append(decision.after)
    for line, after in corrections.items():
        if len(after) == 1:
            amount = {"amount": str(Decimal(after[0]["amount"]))} if "amount" in after[0] else {}
            rows[line] |= after[0] | amount
    return digest_of_rows(
        period=(_day(statement.period_start), _day(statement.period_end)),
        currency=statement.currency or None,
        balances=(_money(statement, statement.opening_balance_minor), _money(statement, statement.closing_balance_minor)),
        rows=list(rows.values()),
    )


def _row(statement: Any, line: Any) -> Json:
    amount, balance = _money(statement, line.amount_minor), _money(statement, line.balance_minor)
    return {"date": _day(line.date), "amount": amount, "balance": balance, "description": line.description}


def _money(statement: Any, units: int | None) -> str | None:
    return None if units is None else str(Decimal(units).scaleb(-statement.decimals))


def _day(day: dt.date | None) -> str | None:
    return None if day is None else str(day)


def fill_sign_off(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Set how far each signed-off file is, from the status of its statements in the stored answer."""
    imports = apps.get_model("reconciliation", "StatementImport")._base_manager
    concluded = imports.filter(conclusions__isnull=False, status__in=["review", "complete"]).distinct()
    for row in concluded.only("pk", "reconciliation").iterator(100):
        states = {FINISHED.get(answer.get("status", ""), "") for answer in (row.reconciliation or {}).get("statements", [])}
        if states and "" not in states:
            sign_off = "prepared" if "prepared" in states else "closed"
            imports.filter(pk=row.pk).update(sign_off=sign_off)


class Migration(migrations.Migration):
    dependencies = [("reconciliation", "0004_bound_answers_and_put_away")]
    operations = [
        migrations.RunPython(bind, migrations.RunPython.noop),
        migrations.RunPython(fill_sign_off, migrations.RunPython.noop),
    ]
