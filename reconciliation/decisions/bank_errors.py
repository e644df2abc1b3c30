"""Two printed rows that cancel each other: an error of the bank and its correction. It makes no verdict matched."""

from django.contrib.auth.models import User

from people.rights import NotYours
from reconciliation.decisions.deciding import decide, lines_of
from reconciliation.decisions.recording import DecisionRefused, said_by_line
from reconciliation.models import Decision, Statement


def cancel_each_other(*, statement: Statement, line: int, other: Statement, other_line: int, actor: User | None, reason: str) -> Decision:
    """Record that a row of this statement and one of opposite amount, of this or another statement of the account, are an error of the
    bank
    and its correction. The other statement may be signed off: its verdict does not change.

    Raises NotYours, also for a statement of another organization, and DecisionRefused: also without a reason."""
    if other.statement_import.organization_id != statement.statement_import.organization_id:
        raise NotYours
    if not reason.strip():
        raise DecisionRefused("no_reason")
    [own], [cancelling] = lines_of(statement, [line]), lines_of(other, [other_line])
    return decide(
        statement=statement,
        kind=Decision.Kind.BANK_CONTRA,
        lines=[line],
        actor=actor,
        reason=reason,
        amount=own.amount,
        other_import=other.statement_import,
        other_number=other.number,
        after={"other": said_by_line(cancelling)},
    )
