"""Evidence of a document, row by row: statements and printed lines, stored and read back unchanged."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.models import Statement, StatementImport, StatementLine
from reconciliation.models.printed_money import decimals_of
from reconciliation.printed.arithmetic import repairs_of
from reconciliation.printed.json import repair_to_json
from reconciliation.printed.statement import Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow

LONGEST = 20_000


def keep_statements(statement_import: StatementImport, printed: Sequence[PrintedStatement], *, first: bool = False) -> list[Statement]:
    """Replace the import's earlier evidence; `first` if there is none. Call it inside a transaction. Raises FigureOutOfRange."""
    if not first:
        statement_import.statements.all().delete()
    statements = [_statement(statement_import, number, each) for number, each in enumerate(printed)]
    for statement, each in zip(statements, printed, strict=True):
        statement.repairs = [repair_to_json(repair) for repair in repairs_of(each)]
    Statement.objects.bulk_create(statements)
    rows = []
    for statement, each in zip(statements, printed, strict=True):
        for number, line in enumerate(each.lines):
            row = StatementLine(
                statement=statement,
                number=number,
                date=line.date,
                transaction_date=line.transaction_date,
                value_date=line.value_date,
                description=fit(line.description, 1000),
                reference=fit(line.reference, 200),
                page=line.page,
                box=list(line.box),
                text=fit(line.text, 4000),
            )
            row.amount, row.balance = line.amount, line.balance
            rows.append(row)
    StatementLine.objects.bulk_create(rows)
    return statements


def unstored(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> list[Statement]:
    """Return the statements unsaved and without their lines."""
    return [_statement(statement_import, number, each) for number, each in enumerate(printed)]


def printed_of(statement_import: StatementImport) -> list[PrintedStatement]:
    """Return every stored statement of an import, in order."""
    return [printed_from(statement, statement.lines.all()) for statement in statement_import.statements.prefetch_related("lines")]


def printed_from(statement: Statement, lines: Iterable[StatementLine]) -> PrintedStatement:
    """Return the statement as it was read; `source` is the file's SHA-256."""
    integrity, difference = statement.integrity, statement.integrity.get("difference")
    return PrintedStatement(
        institution=statement.institution or None,
        account_hint=statement.account_hint or None,
        account_kind=statement.account_kind or None,
        currency=statement.currency or None,
        currency_sign=statement.currency_sign or None,
        period_start=statement.period_start,
        period_end=statement.period_end,
        opening_balance=statement.opening_balance,
        closing_balance=statement.closing_balance,
        integrity=Integrity(
            holds=integrity.get("holds"),
            difference=None if difference is None else Decimal(difference),
            first_break=integrity.get("first_break"),
            rows_follow=integrity.get("rows_follow", False),
            confirmed=_facts_from(integrity.get("confirmed", [])),
            unconfirmed=_facts_from(integrity.get("unconfirmed", [])),
        ),
        lines=tuple(
            PrintedLine(
                date=line.date,
                description=line.description,
                amount=line.amount,
                balance=line.balance,
                transaction_date=line.transaction_date,
                value_date=line.value_date,
                reference=line.reference,
                page=line.page,
                box=tuple(line.box),
                text=line.text,
            )
            for line in lines
        ),
        unread=tuple(UnreadRow(page=row["page"], box=tuple(row["box"]), text=row["text"]) for row in statement.unread),
        flags=tuple(statement.flags),
        source=statement.statement_import.sha256,
    )


def _statement(statement_import: StatementImport, number: int, printed: PrintedStatement) -> Statement:
    row_amounts = (amount for line in printed.lines for amount in (line.amount, line.balance))
    amounts = [printed.opening_balance, printed.closing_balance, *row_amounts]
    statement = Statement(
        statement_import=statement_import,
        number=number,
        institution=fit(printed.institution, 200),
        account_hint=fit(printed.account_hint, 100),
        account_kind=fit(printed.account_kind, 20),
        currency=fit(printed.currency, 3),
        currency_sign=fit(printed.currency_sign, 3),
        decimals=decimals_of(amounts),
        period_start=printed.period_start,
        period_end=printed.period_end,
        integrity={
            **integrity_to_json(printed.integrity),
            "confirmed": _facts(printed.integrity.confirmed),
            "unconfirmed": _facts(printed.integrity.unconfirmed),
        },
        unread=[{"page": row.page, "box": list(row.box), "text": fit(row.text, 1000)} for row in printed.unread],
        flags=list(printed.flags),
    )
    statement.opening_balance = printed.opening_balance
    statement.closing_balance = printed.closing_balance
    return statement


def integrity_to_json(integrity: Integrity) -> dict[str, object]:
    """Return whether the statement adds up and where it first does not, without the facts that confirm it."""
    return {
        "holds": integrity.holds,
        "difference": None if integrity.difference is None else format(integrity.difference, "f"),
        "first_break": integrity.first_break,
        "rows_follow": integrity.rows_follow,
    }


def _facts(facts: Iterable[Fact]) -> list[dict[str, object]]:
    return [{"code": fact.code, "figures": list(fact.figures), "page": fact.page, "box": fact.box} for fact in facts]


def _facts_from(stored: Iterable[dict[str, Any]]) -> tuple[Fact, ...]:
    return tuple(
        Fact(code=fact["code"], figures=tuple(fact["figures"]), page=fact["page"], box=fact["box"] and tuple(fact["box"]))
        for fact in stored
    )


def fit(text: str | None, longest: int) -> str:
    """Make text from a document fit a column: without null characters and half surrogate pairs, and cut to `longest`."""
    return (text or "").replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:longest]


def storable(value: Any) -> Any:
    """Make JSON from outside fit a JSON column."""
    if isinstance(value, str):
        return fit(value, LONGEST)
    if isinstance(value, Mapping):
        return {fit(str(key), 200): storable(each) for key, each in value.items()}
    return [storable(each) for each in value] if isinstance(value, list | tuple) else value
