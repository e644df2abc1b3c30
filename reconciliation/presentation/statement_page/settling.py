"""Settling a statement by hand: open rows to match by hand, likely misreadings, and reissues."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from reconciliation.models import Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.repairs import repair_in_words
from reconciliation.presentation.statement_page.rows import Json, RowSides, StatementRow, printed_row
from reconciliation.presentation.statement_page.sections import RowSection

OPEN = ("choice", "differing", "new", "investigate", "outstanding")


@dataclass(frozen=True, slots=True)
class ByHand:
    """Open rows, each once, in the order of the page."""

    lines: list[StatementRow]
    entries: list[StatementRow]

    def __bool__(self) -> bool:
        return bool(self.lines or self.entries)


@dataclass(frozen=True, slots=True)
class Cancelling:
    """Two printed rows of opposite amounts that the books lack; `value` names both in a form."""

    value: str
    rows: tuple[StatementRow, StatementRow]


def cancelling(verdict: Json, statement: Statement) -> list[Cancelling]:
    """Return the pairs that may cancel, each once, also if both rows are of this statement."""
    here = (str(statement.statement_import_id), statement.number)
    return [
        Cancelling(_value(row["line"], other), (printed_row(row, row["amount"]), printed_row(other, -Decimal(row["amount"]))))
        for row in verdict["new"]
        for other in row.get("opposites", ())
        if (other["import"], other["statement"]) != here or other["line"] > row["line"]
    ]


def _value(line: int, other: Json) -> str:
    return f"{line}:{other['import']}:{other['statement']}:{other['line']}"


def by_hand(sections: Iterable[RowSection]) -> ByHand:
    lines: dict[int, StatementRow] = {}
    entries: dict[str, StatementRow] = {}
    for item in (item for section in sections if section.anchor in OPEN for item in section.items):
        lines.update({row.line: row for row in item.bank if row.line is not None})
        entries.update({row.entry: row for row in item.books if row.entry})
    return ByHand(list(lines.values()), list(entries.values()))


def overlapping(statement: Statement) -> list[Statement]:
    """Return other statements of the account that share days with this one, earliest first."""
    first, last = statement.period_start, statement.period_end
    if statement.account is None or first is None or last is None:
        return []
    others = Statement.objects.of(statement.statement_import.organization).filter(account=statement.account)
    sharing = others.exclude(pk=statement.pk).filter(period_start__lte=last, period_end__gte=first)
    return list(sharing.select_related("statement_import").order_by("period_start", "pk"))


@dataclass(frozen=True, slots=True)
class CorrectionProposal:
    """A sentence and the rows to compare with the document: the row in doubt, or those beside a gap."""

    says: str
    rows: list[StatementRow]


def proposals_of(statement: Statement, sides: RowSides) -> list[CorrectionProposal]:
    """Return the corrections stored with the reading, likeliest first."""
    written = partial(figure, currency=statement.money_currency)
    return [
        CorrectionProposal(repair_in_words(repair, len(sides.lines), written), sides.printed(_beside(repair)))
        for repair in statement.repairs
    ]


def _beside(repair: Json) -> list[int]:
    if repair["kind"] != "missing_row":
        return [repair["line"]]
    return [index for index in (repair["line"] - 1, repair["until"]) if index >= 0]
