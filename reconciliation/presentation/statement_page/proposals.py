"""Corrections that would make a statement add up, each with the printed rows it concerns."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from reconciliation.models import Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.repairs import repair_in_words
from reconciliation.presentation.statement_page.rows import RowSides, StatementRow

Json = Mapping[str, Any]


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
