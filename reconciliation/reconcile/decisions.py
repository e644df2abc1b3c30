"""Stored decisions as the verifier takes them: by the place of their statement in the weighing, and the ledger's names."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from people.models import Organization
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.evidence import printed_of
from reconciliation.reconcile.ledger import Ledger
from reconciliation.verification import as_corrected
from reconciliation.verification import decisions as decided
from reconciliation.verification.decisions import LineSnapshot, NamedLine, PersonDecision

Json = dict[str, Any]
Place = tuple[UUID, int]
"""(import, number of the statement in it)."""


def decisions_on(organization: Organization, statements: Sequence[Statement]) -> tuple[list[Decision], list[Decision]]:
    """Those that stand on these statements, and those that name an account for a whole import; one that is gone is named no more."""
    imports = {each.statement_import_id for each in statements}
    standing = list(Decision.objects.of(organization).standing().filter(statement_import__in=imports)) if imports else []
    naming = [each for each in standing if each.kind == Decision.Kind.ACCOUNT]
    return [each for each in standing if each not in naming], [each for each in naming if each.account_id]


def taken(decisions: Iterable[Decision], statements: Sequence[Statement], ledger: Ledger) -> list[PersonDecision]:
    """The decisions by the place of their statement among these, and by the ledger's names."""
    places = {(each.statement_import_id, each.number): index for index, each in enumerate(statements)}
    return list(_taken(decisions, places, {key: name for (_, name), key in ledger.transactions.items()}))


def printed_as_decided(statement_import: StatementImport) -> list[PrintedStatement]:
    """Every stored statement of an import with its misread rows put right."""
    standing = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
    return put_right(printed_of(statement_import), statement_import, standing)


def put_right(
    printed: Sequence[PrintedStatement], statement_import: StatementImport, standing: Iterable[Decision]
) -> list[PrintedStatement]:
    """The same, where statements and decisions are at hand."""
    fixes = [each for each in standing if each.kind == Decision.Kind.CORRECTION]
    places = {(statement_import.pk, number): number for number in range(len(printed))}
    return as_corrected(printed, list(_taken(fixes, places, {})))


def _taken(decisions: Iterable[Decision], places: Mapping[Place, int], names: Mapping[UUID, str]) -> Iterable[PersonDecision]:
    for decision in decisions:
        index = places.get((decision.statement_import_id, decision.number if decision.number is not None else -1))
        if index is not None:
            yield _MAKE[decision.kind](decision, {"id": str(decision.pk), "statement": index}, places, names)


_Make = Callable[[Decision, Json, Mapping[Place, int], Mapping[UUID, str]], PersonDecision]


def _rows_of(kind: Callable[..., PersonDecision]) -> _Make:
    return lambda decision, who, _places, names: kind(**who, lines=_lines(decision), entries=_entries(decision, names))


def _contra(decision: Decision, who: Json, _places: Mapping[Place, int], names: Mapping[UUID, str]) -> PersonDecision:
    return decided.UndoneEntries(**who, entries=_entries(decision, names))


def _opening(decision: Decision, who: Json, _places: Mapping[Place, int], _names: Mapping[UUID, str]) -> PersonDecision:
    return decided.OpeningAdopted(**who, amount=Decimal(decision.after["amount"]))


def _correction(decision: Decision, who: Json, _places: Mapping[Place, int], _names: Mapping[UUID, str]) -> PersonDecision:
    said = decision.after
    return decided.Corrected(
        **who,
        line=_lines(decision)[0],
        amount=Decimal(said["amount"]) if "amount" in said else None,
        date=dt.date.fromisoformat(said["date"]) if "date" in said else None,
        description=said.get("description"),
    )


def _reissue(decision: Decision, who: Json, places: Mapping[Place, int], _names: Mapping[UUID, str]) -> PersonDecision:
    return decided.Reissued(**who, replaces=_other(decision, places))


def _bank_error(decision: Decision, who: Json, places: Mapping[Place, int], _names: Mapping[UUID, str]) -> PersonDecision:
    row = decision.after["other"]
    other = NamedLine(line=row["line"], said=_said(row))
    return decided.BankErred(**who, line=_lines(decision)[0], other_statement=_other(decision, places), other=other)


def _other(decision: Decision, places: Mapping[Place, int]) -> int:
    """The index of the second statement; -1 where it is not weighed."""
    named = (decision.other_import_id, decision.other_number)
    return next((index for place, index in places.items() if place == named), -1)


_MAKE: Mapping[str, _Make] = {
    "pair": _rows_of(decided.PairedRows),
    "unpair": _rows_of(decided.ToldApart),
    "contra": _contra,
    "opening": _opening,
    "correction": _correction,
    "reissue": _reissue,
    "bank_contra": _bank_error,
    **dict.fromkeys(("outstanding", "difference", "ignored", "bank_error"), _rows_of(decided.Excused)),
}


def _lines(decision: Decision) -> tuple[NamedLine, ...]:
    return tuple(NamedLine(line=row["line"], said=_said(row)) for row in decision.lines)


def _said(row: Json) -> LineSnapshot:
    day = dt.date.fromisoformat(row["date"]) if row["date"] else None
    return LineSnapshot(date=day, amount=Decimal(row["amount"]), description=row["description"])


def _entries(decision: Decision, names: Mapping[UUID, str]) -> tuple[str, ...]:
    """By key; one that was deleted and came back with its external id goes by that."""
    return tuple(names.get(UUID(row["transaction"]), row["name"]) for row in decision.entries)
