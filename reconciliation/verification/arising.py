"""The origin of a difference in the balance brought forward: rows of earlier statements, and an unknown rest."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.verification.findings import Findings
from reconciliation.verification.ledger import ZERO
from reconciliation.verification.verdict import OpeningPart


def parts_of_opening(findings: Findings, earlier: Sequence[Findings]) -> tuple[OpeningPart, ...]:
    """Return K0 - C0, part by part, empty if it is zero; `earlier` are the statements that adjoin without a gap, by time.

    The rest that no row explains is `not_known`, assigned to the first statement whose own opening already differed, if any.
    """
    difference = findings.opening_difference
    if not difference:
        return ()
    parts = [part for one in earlier for part in _of_statement(one)]
    rest = difference - sum((part.amount for part in parts), ZERO)
    if rest:
        arose = next((one.span.index for one in earlier if one.opening_difference), None)
        parts.append(OpeningPart(statement=arose, kind="not_known", amount=rest))
    return tuple(parts)


def _of_statement(findings: Findings) -> Iterator[OpeningPart]:
    asked = [findings.statement.lines[line].amount for item in findings.ambiguous for line in item.lines]
    kinds: dict[str, list[Decimal]] = {
        "bank_error": [item.amount for item in findings.new if item.undone_by],
        "new_rows": [item.amount for item in findings.new if not item.undone_by],
        "amount_differs": [item.by for item in findings.differing],
        "ambiguous_rows": asked,
    }
    for kind, amounts in kinds.items():
        total = sum(amounts, ZERO)
        if total:
            yield OpeningPart(statement=findings.span.index, kind=kind, amount=total)
