"""Statement rows that a payout explains, for the page of the payout in the ledger, which does not know statements."""

import datetime as dt
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from finance.models import ProcessorPayout, Transaction
from reconciliation.matching.payouts import LINE_DAYS
from reconciliation.models import Match, Statement, StatementLine
from reconciliation.presentation.labels.rows import why_payout


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedRow:
    """A printed row that is a payout. `anchor` is its place on the page of its import, `says` what the books have of the payout, `entries`
    the entries that it is matched with."""

    import_id: UUID
    filename: str
    anchor: str
    line: StatementLine
    says: str
    entries: list[Transaction]


def rows_of_payout(payout: ProcessorPayout) -> list[ExplainedRow]:
    """Return the rows in the order of their days: one, unless two statements print it or the payout is not unique."""
    days = [payout.paid_on + dt.timedelta(days=LINE_DAYS[place]) for place in (0, -1)]
    near = Q(lines__date__range=days) | Q(lines__transaction_date__range=days)
    statements = Statement.objects.of(payout.account.organization).counting().in_play().filter(near, account=payout.account).distinct()
    rows = []
    for statement in statements.select_related("statement_import__organization").order_by("period_start", "id"):
        verdicts = (statement.statement_import.reconciliation or {}).get("statements", [])
        listed = verdicts[statement.number].get("explained", ()) if statement.number < len(verdicts) else ()
        explaining = {row["line"]: row for row in listed if row["payout"] == str(payout.pk)}
        printed = statement.lines.filter(number__in=explaining)
        rows += [_row(statement, line, why_payout(explaining[line.number])) for line in printed]
    return rows


def _row(statement: Statement, line: StatementLine, says: str) -> ExplainedRow:
    organization = statement.statement_import.organization
    matches = Match.objects.of(organization).filter(statement=statement, lines=line)
    entries = Transaction.objects.of(organization).filter(matches__in=matches).order_by("booked_on", "id")
    return ExplainedRow(
        import_id=statement.statement_import_id,
        filename=statement.statement_import.filename,
        anchor=f"s{statement.number + 1}-line-{line.number}",
        line=line,
        says=says,
        entries=list(entries),
    )
