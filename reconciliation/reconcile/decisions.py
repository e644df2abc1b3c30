"""Stored decisions as values for the verifier: statements by index, entries by the ledger's names."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q

from people.models import Organization
from reconciliation.matching.rows import wording
from reconciliation.models import Decision, Statement, StatementImport, StatementLine
from reconciliation.models.decisions import ANSWER_KINDS, READING_KINDS
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedLine, PrintedStatement, UnreadRow
from reconciliation.reconcile.evidence import printed_of
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.names import about_names_of, is_about_names
from reconciliation.verification import decisions as decided
from reconciliation.verification.answering import as_corrected
from reconciliation.verification.decisions import LineSnapshot, NamedLine, PersonDecision

Json = dict[str, Any]
Place = tuple[UUID, int]
"""(import, number of the statement in it)."""


def decisions_on(
    organization: Organization, statements: Sequence[Statement], account_ids: Iterable[str]
) -> tuple[list[Decision], list[Decision], list[Decision]]:
    """Return the standing decisions on these statements, those that name an account for a whole import, and those of any import about
    names of these accounts, from one query. Deleted accounts are left out."""
    imports = {decision.statement_import_id for decision in statements}
    wanted = Q(statement_import__in=imports) | about_names_of(account_ids)
    decisions = list(Decision.objects.of(organization).standing().filter(wanted).select_related("made_by"))
    standing = [decision for decision in decisions if decision.statement_import_id in imports]
    about_names = [decision for decision in decisions if is_about_names(decision)]
    naming = [decision for decision in standing if decision.kind == Decision.Kind.ACCOUNT]
    on_rows = [decision for decision in standing if decision not in naming]
    return on_rows, [decision for decision in naming if decision.account_id], about_names


def taken(decisions: Iterable[Decision], statements: Sequence[Statement], ledger: Ledger) -> list[PersonDecision]:
    """Return the decisions as the verifier's values: by index of their statement here, and by the ledger's names."""
    places = {(statement.statement_import_id, statement.number): index for index, statement in enumerate(statements)}
    return list(_taken(decisions, places, {key: name for (_, name), key in ledger.transactions.items()}))


def printed_as_decided(statement_import: StatementImport) -> list[PrintedStatement]:
    """Return every stored statement of an import as people's answers and corrections leave it."""
    standing = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
    return put_right(printed_of(statement_import), statement_import, standing)


def about_reading(standing: Iterable[Decision]) -> dict[UUID, list[str]]:
    """Return the ids of the decisions about the reading of each import, in order."""
    by_import: dict[UUID, list[str]] = defaultdict(list)
    for decision in standing:
        if decision.kind in READING_KINDS:
            by_import[decision.statement_import_id].append(str(decision.pk))
    return {key: sorted(ids) for key, ids in by_import.items()}


def rows_as_added(statement: Statement) -> list[PrintedLine]:
    """Return the rows that people added to a statement, as they typed them and without later corrections."""
    statement_import = statement.statement_import
    answers = Decision.objects.of(statement_import.organization).standing().filter(kind__in=ANSWER_KINDS)
    typed = put_right(printed_of(statement_import), statement_import, answers.filter(statement_import=statement_import))
    return [line for line in typed[statement.number].lines if line.before is not None]


def digest_as_decided(statement: Statement) -> str:
    """Return the digest of rows and balances as they are shown, with the rows that people corrected."""
    return digest_of_statement(printed_as_decided(statement.statement_import)[statement.number])


def put_right(
    printed: Sequence[PrintedStatement], statement_import: StatementImport, standing: Iterable[Decision]
) -> list[PrintedStatement]:
    """Return these statements as decided, from decisions that are already loaded."""
    return _as_decided(printed, {(statement_import.pk, number): number for number in range(len(printed))}, standing)


def compared(printed: Sequence[PrintedStatement], statements: Sequence[Statement], standing: Iterable[Decision]) -> list[PrintedStatement]:
    """Return the statements of several imports as people's answers and corrections leave them."""
    places = {(statement.statement_import_id, statement.number): index for index, statement in enumerate(statements)}
    return _as_decided(printed, places, standing)


def _as_decided(printed: Sequence[PrintedStatement], places: Mapping[Place, int], standing: Iterable[Decision]) -> list[PrintedStatement]:
    about_reading = [decision for decision in standing if decision.kind in READING_KINDS]
    return as_corrected(printed, list(_taken(about_reading, places, {})))


def _taken(decisions: Iterable[Decision], places: Mapping[Place, int], names: Mapping[UUID, str]) -> Iterable[PersonDecision]:
    for decision in decisions:
        if decision.kind == Decision.Kind.IS_STATEMENT:
            of_import = (index for (key, _), index in places.items() if key == decision.statement_import_id)
            yield from (decided.ReadAsStatement(id=str(decision.pk), statement=index) for index in of_import)
            continue
        index = places.get((decision.statement_import_id, decision.number if decision.number is not None else -1))
        if index is not None:
            yield _MAKE[decision.kind](decision, {"id": str(decision.pk), "statement": index}, places, names)


_Make = Callable[[Decision, Json, Mapping[Place, int], Mapping[UUID, str]], PersonDecision]


def _rows_of(kind: Callable[..., PersonDecision]) -> _Make:
    return lambda decision, who, _places, names: kind(**who, lines=_lines(decision.lines), entries=_entries(decision, names))


def _other(decision: Decision, places: Mapping[Place, int]) -> int:
    """Return the index of the second statement, -1 if it is not among these."""
    named = (decision.other_import_id, decision.other_number)
    return next((index for place, index in places.items() if place == named), -1)


_MAKE: Mapping[str, _Make] = {
    "pair": _rows_of(decided.PairedRows),
    "unpair": _rows_of(decided.NotAMatch),
    "contra": lambda decision, who, _places, names: decided.UndoneEntries(**who, entries=_entries(decision, names)),
    "opening": lambda decision, who, _places, _names: decided.OpeningAdopted(**who, amount=Decimal(decision.after["amount"])),
    "correction": lambda decision, who, _places, _names: decided.Corrected(
        **who,
        line=_lines(decision.lines)[0],
        amount=_money(decision.after.get("amount")),
        date=_day(decision.after.get("date")),
        description=decision.after.get("description"),
        balance=_money(decision.after.get("balance")),
        no_row=bool(decision.after.get("no_row")),
    ),
    "statement": lambda decision, who, _places, _names: decided.StatementCorrected(**who, **_facts(decision.after)),
    "added_row": lambda decision, who, _places, _names: decided.RowAdded(
        **who,
        document=decision.after["document"],
        row=row_of(decision.after),
        mark=_known_mark(decision.after["mark"]) if decision.after["mark"] else None,
    ),
    "mark_answered": lambda decision, who, _places, _names: decided.MarkAnswered(
        **who, document=decision.after["document"], mark=_known_mark(decision.after["mark"])
    ),
    "reading_confirmed": lambda decision, who, _places, _names: decided.ReadingConfirmed(
        **who, document=decision.after["document"], digest=decision.after["digest"]
    ),
    "reissue": lambda decision, who, places, _names: decided.Reissued(**who, replaces=_other(decision, places)),
    "bank_contra": lambda decision, who, places, _names: decided.BankErred(
        **who,
        line=_lines(decision.lines)[0],
        other_statement=_other(decision, places),
        other=_lines([decision.after["other"]])[0],
    ),
    **dict.fromkeys(("outstanding", "difference", "ignored", "bank_error"), _rows_of(decided.Excused)),
    "acknowledged": lambda decision, who, places, _names: decided.Acknowledged(
        **who,
        lines=_lines(decision.lines),
        fact=decision.after["fact"],
        digest=decision.digest,
        beside=tuple(sorted(places.get((UUID(place["import"]), place["statement"]), -1) for place in decision.after["beside"])),
        figures=tuple(map(_money, decision.after["figures"])),
    ),
}


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _facts(after: Json) -> Json:
    """Return the fields of a corrected statement."""
    return {
        "document": after["document"],
        "opening": _money(after.get("opening")),
        "closing": _money(after.get("closing")),
        "first": _day(after.get("first")),
        "last": _day(after.get("last")),
        **{name: after.get(name) for name in ("number", "currency", "account_kind")},
        "not_printed": frozenset(after.get("not_printed", ())),
        "turned": bool(after.get("turned")),
    }


def row_of(after: Json) -> PrintedLine:
    """Return the row that a decision added."""
    mark = after["mark"]
    return PrintedLine(
        date=_day(after["date"]),
        description=after["description"],
        amount=Decimal(after["amount"]),
        balance=_money(after["balance"]),
        page=mark["page"] if mark else after["page"],
        box=tuple(mark["box"]) if mark else (0.0, 0.0, 0.0, 0.0),
        text=mark["text"] if mark else "",
        before=after["before"],
    )


def _known_mark(stored: Json) -> UnreadRow:
    return UnreadRow(page=stored["page"], box=tuple(stored["box"]), text=stored["text"])


def _lines(rows: Iterable[Json]) -> tuple[NamedLine, ...]:
    """Return the rows of a decision with their content at its time."""
    named = []
    for row in rows:
        day = dt.date.fromisoformat(row["date"]) if row["date"] else None
        snapshot = LineSnapshot(date=day, amount=Decimal(row["amount"]), description=row["description"])
        named.append(NamedLine(line=row["line"], snapshot=snapshot))
    return tuple(named)


def _entries(decision: Decision, names: Mapping[UUID, str]) -> tuple[str, ...]:
    """Return the names of the entries, found by key; a deleted entry that came back with its external id is found by that."""
    return tuple(names.get(UUID(row["transaction"]), row["name"]) for row in decision.entries)


def lacking(group: Mapping[str, Any], lines: Mapping[int, StatementLine]) -> int:
    """Return how many entries the books lack for these rows of one question, or 0 if the rows are not equal: of the same amount and payee,
    each with a day, and some of them in the books."""
    rows = [lines[number] for number in group["lines"] if number in lines]
    surplus = len(rows) - len(group["transactions"])
    is_equal = len({(line.amount, wording(line.description).payee) for line in rows}) == 1 and all(line.date for line in rows)
    is_of_equal_rows = group.get("doubt") == "ambiguous_rows" and group["amount"] is not None
    return surplus if is_of_equal_rows and is_equal and group["transactions"] and surplus > 0 else 0
