"""Statements for the same days, one of which may be a reissue of the other."""

from reconciliation.models import Statement


def overlapping(statement: Statement) -> list[Statement]:
    """Return other statements of the account that share days with this one, earliest first."""
    first, last = statement.period_start, statement.period_end
    if statement.account is None or first is None or last is None:
        return []
    others = Statement.objects.of(statement.statement_import.organization).filter(account=statement.account)
    sharing = others.exclude(pk=statement.pk).filter(period_start__lte=last, period_end__gte=first)
    return list(sharing.select_related("statement_import").order_by("period_start", "pk"))
