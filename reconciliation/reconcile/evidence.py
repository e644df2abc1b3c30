"""Evidence of a document, row by row: statements and printed lines, stored and read back unchanged."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import asdict, dataclass
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Field

from reconciliation.models import StagedLine, Statement, StatementImport, StatementLine
from reconciliation.models.columns import decimals_of, fit, storable
from reconciliation.models.evidence import PrintedRow
from reconciliation.printed.arithmetic import in_printed_order, repairs_of, sums_of_sides
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.json import repair_to_json
from reconciliation.printed.statement import Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow
from reconciliation.reconcile.stored_facts import conventions_from, facts_from, testified_from

BATCH = 500
"""Rows of one short transaction, of a document that has more."""


def keep_statements(
    statement_import: StatementImport, printed: Sequence[PrintedStatement], *, first: bool = False, staged: "Staged | None" = None
) -> list[Statement]:
    """Replace the import's earlier evidence; `first` if there is none. Rows that are `staged` already become those of their statements at
    once. Call it inside a transaction. Raises FigureOutOfRange."""
    if not first:
        statement_import.statements.all().delete()
    statements = staged.statements if staged else _with_repairs(statement_import, printed)
    Statement.objects.bulk_create(statements)
    if staged:
        staged.count()
    else:
        StatementLine.objects.bulk_create(_lines(statements, printed))
    return statements


@dataclass(frozen=True, slots=True)
class Staged:
    """Statements whose rows are written, and do not count yet."""

    statement_import: StatementImport
    statements: list[Statement]
    token: int

    def count(self) -> None:
        """Make the rows those of their statements, in two statements of SQL, and forget them here. Call it inside a transaction."""
        columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in _row_fields())
        lines, staged = (connection.ops.quote_name(model._meta.db_table) for model in (StatementLine, StagedLine))  # noqa: SLF001
        key = StagedLine._meta.pk.get_db_prep_value(self.statement_import.pk, connection)  # noqa: SLF001
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {lines} ({columns}, statement_id) SELECT {columns}, statement_key FROM {staged}"  # noqa: S608  # nosec B608  names of the models
                " WHERE statement_import_id = %s AND token = %s",
                [key, self.token],
            )
        self.statement_import.staged_lines.all().delete()


def stage_rows(
    statement_import: StatementImport,
    printed: Sequence[PrintedStatement],
    token: int,
    fenced: Callable[[], AbstractContextManager[None]],
) -> Staged | None:
    """Write the rows of a long document in short transactions, between which others write, or return None for a short one. Each is
    `fenced`: it raises ClaimLost once another worker has the import. Rows that an earlier attempt left are deleted."""
    if sum(len(statement.lines) for statement in printed) <= BATCH:
        return None
    statements = _with_repairs(statement_import, printed)
    with fenced():
        statement_import.staged_lines.all().delete()
    rows = _lines(statements, printed)
    columns = [field.attname for field in _row_fields()]
    while batch := list(islice(rows, BATCH)):
        lines = [
            StagedLine(
                statement_import=statement_import,
                statement_key=row.statement_id,
                token=token,
                **{name: getattr(row, name) for name in columns},
            )
            for row in batch
        ]
        with fenced():
            StagedLine.objects.bulk_create(lines)
    return Staged(statement_import, statements, token)


def _row_fields() -> Sequence["Field[Any, Any]"]:
    """The columns that a row has while it is staged and when it counts."""
    return PrintedRow._meta.concrete_fields  # noqa: SLF001  public by Django's documentation


def _with_repairs(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> list[Statement]:
    statements = unstored(statement_import, printed)
    for statement, printed_statement in zip(statements, printed, strict=True):
        statement.repairs = [repair_to_json(repair) for repair in repairs_of(printed_statement)]
    return statements


def _lines(statements: Sequence[Statement], printed: Sequence[PrintedStatement]) -> Iterator[StatementLine]:
    for statement, printed_statement in zip(statements, printed, strict=True):
        yield from (_line(statement, number, line) for number, line in enumerate(printed_statement.lines))


def _line(statement: Statement, number: int, line: PrintedLine) -> StatementLine:
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
        added=line.before is not None,
        parts=[[kind, format(amount, "f")] for kind, amount in line.parts],
    )
    row.amount, row.balance = line.amount, line.balance
    return row


AS_DECIDED = (
    "opening_balance",
    "closing_balance",
    "period_start",
    "period_end",
    "account_hint",
    "account_kind",
    "currency",
    "currency_sign",
)
"""Columns that have the value that a person corrected."""


def keep_as_decided(statement: Statement, decided: PrintedStatement, added_rows: Sequence[PrintedLine]) -> None:
    """Store the corrected values of a statement, and after the rows that were read those that people added, as they typed them. The read
    values stay in `read_as` and in the other rows."""
    read = printed_from(statement, ())
    names = [name for name in AS_DECIDED if getattr(read, name) != getattr(decided, name)]
    read_as = {name: _plain(getattr(read, name)) for name in names}
    if read_as or statement.read_as:
        for name in AS_DECIDED:
            value = getattr(decided, name)
            setattr(statement, name, (value or "") if name in TEXTS else value)
        statement.read_as = read_as
        statement.save(update_fields=[*(MINOR_UNITS.get(name, name) for name in AS_DECIDED), "read_as"])
    added = [_line(statement, number, line) for number, line in enumerate(added_rows, len(decided.lines) - len(added_rows))]
    if added or any(line.added for line in statement.lines.all()):
        statement.lines.filter(added=True).delete()
        statement.lines.add(*added, bulk=False)  # unlike bulk_create, it drops prefetched rows


TEXTS = {"account_hint": 100, "account_kind": 20, "currency": 3, "currency_sign": 3}
MINOR_UNITS = {"opening_balance": "opening_balance_minor", "closing_balance": "closing_balance_minor"}


def _plain(value: Decimal | dt.date | str | None) -> str | None:
    if isinstance(value, dt.date):
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else value


def _as_read(statement: Statement, name: str) -> Any:
    """Return the value of a column as the document was read."""
    if name not in statement.read_as:
        value = getattr(statement, name)
        return value or None if name in TEXTS else value
    value = statement.read_as[name]
    if value is None or name in TEXTS:
        return value
    return Decimal(value) if name in MINOR_UNITS else dt.date.fromisoformat(value)


def unstored(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> list[Statement]:
    """Return the statements unsaved and without their lines."""
    return [_statement(statement_import, number, statement) for number, statement in enumerate(printed)]


def printed_of(statement_import: StatementImport) -> list[PrintedStatement]:
    """Return every stored statement of an import, in order."""
    return [printed_from(statement, statement.lines.all()) for statement in statement_import.statements.prefetch_related("lines")]


def printed_from(statement: Statement, lines: Iterable[StatementLine]) -> PrintedStatement:
    """Return the statement as it was read, without the rows that people added; `source` is the file's SHA-256."""
    return PrintedStatement(
        institution=statement.institution or None,
        **{name: _as_read(statement, name) for name in AS_DECIDED},
        integrity=_integrity_from(statement.integrity),
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
                parts=tuple((kind, Decimal(amount)) for kind, amount in line.parts),
            )
            for line in lines
            if not line.added
        ),
        unread=_unread_from(statement.unread),
        flags=tuple(statement.flags),
        places=facts_from(statement.places),
        conventions=conventions_from(statement.conventions),
        testified=testified_from(statement.testified),
        source=statement.statement_import.sha256,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedStatement:
    """A statement as it was compared: `head` is all of it but its rows, the other fields what its rows come to. A page shows it without
    loading every row. `pages` are the first and the last page of rows, `ends` the numbers of the first and the last row as printed, both
    None without rows. `added` has the number of each row that a person added, with that of the row before which it is printed, `changed`
    the corrected values of rows."""

    head: PrintedStatement
    digest: str
    count: int
    rows_in: int
    rows_out: int
    into: Decimal
    out: Decimal
    has_days: bool
    pages: tuple[int, int] | None
    ends: tuple[int, int] | None
    repairs: Sequence[dict[str, Any]]
    added: Mapping[int, int | None]
    changed: Mapping[int, Mapping[str, Any]]

    def corrected(self, line: StatementLine) -> StatementLine:
        """Return the stored row with the values that a person corrected, for display only."""
        values = self.changed.get(line.number)
        if values is None:
            return line
        corrected = copy(line)
        corrected.date = dt.date.fromisoformat(values["date"]) if values["date"] else None
        corrected.description, corrected.amount = values["description"], Decimal(values["amount"])
        corrected.balance = None if values["balance"] is None else Decimal(values["balance"])
        return corrected

    def in_printed_order(self) -> Sequence[int]:
        """Return the numbers of the rows from the top of the first page."""
        if not self.added:
            return range(self.count)
        places = {number: (number, 1) if before is None else (before, 0) for number, before in self.added.items()}
        return sorted(range(self.count), key=lambda number: (places.get(number, (number, 1)), number))


CORRECTED = ("date", "description", "amount", "balance")
"""Columns of a row that a person may correct."""


def rows_come_to(decided: PrintedStatement, lines: Iterable[StatementLine], decisions: Sequence[str]) -> dict[str, Any]:
    """Return the stored form of a `ComparedStatement`, with the ids of the `decisions` about the reading that it follows from."""
    into, out = sums_of_sides(decided)
    order, pages = in_printed_order(decided), [line.page for line in decided.lines]
    changed = {}
    for line, row in zip(lines, decided.lines, strict=False):
        if any(getattr(line, name) != getattr(row, name) for name in CORRECTED):
            changed[str(line.number)] = {name: _plain(getattr(row, name)) for name in CORRECTED}
    return {
        "decisions": sorted(decisions),
        "digest": digest_of_statement(decided),
        "count": len(decided.lines),
        "rows_in": sum(line.amount > 0 for line in decided.lines),
        "rows_out": sum(line.amount < 0 for line in decided.lines),
        "into": format(into, "f"),
        "out": format(out, "f"),
        "has_days": any(line.date for line in decided.lines),
        "pages": [min(pages), max(pages)] if pages else None,
        "ends": [order[0], order[-1]] if order else None,
        "repairs": [repair_to_json(repair) for repair in repairs_of(decided)],
        "added": {str(number): line.before for number, line in enumerate(decided.lines) if line.before is not None},
        "changed": storable(changed),
        "integrity": integrity_with_facts(decided.integrity),
        "unread": _unread(decided),
        "flags": list(decided.flags),
    }


def compared_from(statement: Statement, stored: Mapping[str, Any]) -> ComparedStatement:
    """Return the statement from its columns and the stored form. The columns have the values that people corrected."""
    columns = ((name, getattr(statement, name)) for name in AS_DECIDED)
    values: dict[str, Any] = {name: (value or None) if name in TEXTS else value for name, value in columns}
    return ComparedStatement(
        head=PrintedStatement(
            institution=statement.institution or None,
            **values,
            integrity=_integrity_from(stored["integrity"]),
            unread=_unread_from(stored["unread"]),
            flags=tuple(stored["flags"]),
            places=facts_from(statement.places),
            source=statement.statement_import.sha256,
        ),
        into=Decimal(stored["into"]),
        out=Decimal(stored["out"]),
        pages=stored["pages"] and (stored["pages"][0], stored["pages"][1]),
        ends=stored["ends"] and (stored["ends"][0], stored["ends"][1]),
        added={int(number): before for number, before in stored["added"].items()},
        changed={int(number): values for number, values in stored["changed"].items()},
        **{name: stored[name] for name in ("digest", "count", "rows_in", "rows_out", "has_days", "repairs")},
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
        integrity=integrity_with_facts(printed.integrity),
        unread=_unread(printed),
        flags=list(printed.flags),
        places=storable(_facts(printed.places)),
        conventions=asdict(printed.conventions),
        testified=printed.testified and asdict(printed.testified),
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


def integrity_with_facts(integrity: Integrity) -> dict[str, object]:
    return {
        **integrity_to_json(integrity),
        "opening_computed": integrity.opening_computed,
        "confirmed": _facts(integrity.confirmed),
        "unconfirmed": _facts(integrity.unconfirmed),
    }


def _integrity_from(stored: Mapping[str, Any]) -> Integrity:
    difference = stored.get("difference")
    return Integrity(
        holds=stored.get("holds"),
        difference=None if difference is None else Decimal(difference),
        first_break=stored.get("first_break"),
        rows_follow=stored.get("rows_follow", False),
        opening_computed=stored.get("opening_computed"),
        confirmed=facts_from(stored.get("confirmed", [])),
        unconfirmed=facts_from(stored.get("unconfirmed", [])),
    )


def _unread(printed: PrintedStatement) -> list[dict[str, object]]:
    return [{"page": row.page, "box": list(row.box), "text": fit(row.text, 1000)} for row in printed.unread]


def _unread_from(stored: Iterable[Mapping[str, Any]]) -> tuple[UnreadRow, ...]:
    return tuple(UnreadRow(page=row["page"], box=tuple(row["box"]), text=row["text"]) for row in stored)


def _facts(facts: Iterable[Fact]) -> list[dict[str, object]]:
    return [{"code": fact.code, "figures": list(fact.figures), "page": fact.page, "box": fact.box} for fact in facts]
