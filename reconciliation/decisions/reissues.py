"""A statement that is a reissue of another."""

from django.contrib.auth.models import User

from people.rights import NotYours
from reconciliation.decisions.deciding import decide
from reconciliation.models import Decision, Statement


def replace_statement(*, statement: Statement, replaced: Statement, actor: User | None, reason: str = "") -> Decision:
    """Replace another statement's evidence by this one's. Both are of one account, and this one covers all of its days.

    Raises NotYours, also for a statement of another organization, and DecisionRefused."""
    if replaced.statement_import.organization_id != statement.statement_import.organization_id:
        raise NotYours
    return decide(
        statement=statement,
        kind=Decision.Kind.REISSUE,
        actor=actor,
        reason=reason,
        other_import=replaced.statement_import,
        other_number=replaced.number,
        after={"replaces": str(replaced)},
    )
