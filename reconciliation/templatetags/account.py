"""Facts from statements about accounts and entries, and the calendar of statements, for pages of the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django import template
from django.template import Context

from finance.charts import Point
from finance.models import Account, Transaction
from reconciliation.presentation.account_page import Freshness, Standing, balance_history, calendar_of, freshness_of, standings_of

register = template.Library()
Found = TypeVar("Found")


@register.simple_tag
def freshness(accounts: Sequence[Account]) -> dict[UUID, Freshness]:
    return freshness_of(accounts)


@register.simple_tag
def standings(rows: Sequence[Transaction]) -> dict[UUID, Standing]:
    return standings_of(rows)


@register.simple_tag
def history(account: Account) -> list[Point]:
    return balance_history(account)


@register.filter
def of_row(by_row: Mapping[UUID, Found], row: Account | Transaction) -> Found | None:
    return by_row.get(row.pk)


@register.inclusion_tag("reconciliation/coverage.html", takes_context=True)
def coverage(context: Context, account: Account) -> dict[str, Any]:
    return {"account": account, "calendar": calendar_of(account), "request": context["request"]}
