"""`{% coverage account %}`: the calendar of its statements, on a page that the ledger owns and that knows no statement."""

from django import template

from finance.models import Account
from reconciliation.working_paper.calendar import Calendar, calendar_of

register = template.Library()


@register.inclusion_tag("reconciliation/coverage.html")
def coverage(account: Account) -> dict[str, Account | Calendar | None]:
    return {"account": account, "calendar": calendar_of(account)}
