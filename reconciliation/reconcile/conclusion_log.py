"""What the audit log says of a conclusion."""

from people.audit.acts import Act
from people.audit.trail import record
from reconciliation.models import Conclusion


def record_step(step: Conclusion) -> None:
    told = {"step": step.kind, "account": step.account_id, "days": step.period}
    record(step.account.organization, step.by, Act.CONCLUDED, step.statement_import, **told)
