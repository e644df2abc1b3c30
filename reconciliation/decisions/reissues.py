"""A statement that was printed anew in place of another."""

from django.contrib.auth.models import User

from people.rights import NotYours
from reconciliation.decisions.deciding import decide
from reconciliation.models import Decision, Statement


def replace_statement(*, statement: Statement, replaced: Statement, actor: User | None, reason: str = "") -> Decision:
    """This statement's evidence counts, the other's no more: of the same account, and none of its days is left uncovered.

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
