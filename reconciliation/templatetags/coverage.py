"""`{% coverage account %}`: the calendar of an account's statements on a page of the ledger."""

from typing import Any

from django import template
from django.template import Context

from finance.models import Account
from reconciliation.presentation.statement_page.calendar import calendar_of

register = template.Library()


@register.inclusion_tag("reconciliation/coverage.html", takes_context=True)
def coverage(context: Context, account: Account) -> dict[str, Any]:
    return {"account": account, "calendar": calendar_of(account), "request": context["request"]}
