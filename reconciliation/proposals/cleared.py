"""The cleared balance of an account, as models are told it: as quick for a long past as for a short one."""

import datetime as dt
from decimal import Decimal

from django.db.models import Q

from finance.balances import total
from finance.models import Account
from reconciliation.models import Match, Statement


def cleared_balance(account: Account, last: dt.date) -> Decimal | None:
    """What a printed balance must equal: the opening and the posted entries dated to the end of that day that are paired with statements.
    None where the opening is not known.

    A matched statement has tied at its end, so that its closing balance stands for all that was cleared by then."""
    ours = Statement.objects.of(account.organization).filter(account=account)
    tied = ours.filter(verdict="matched", period_end__lte=last, closing_balance_minor__isnull=False).order_by("-period_end").first()
    begins = tied.closing_balance if tied else account.opening_balance
    if begins is None:
        return None
    since = ours.filter(Q(period_end=None) | Q(period_end__gt=tied.period_end)) if tied else ours
    paired = Match.objects.of(account.organization).filter(statement__in=since).exclude(kind=Match.Kind.DIFFERING)
    entries = account.transactions.posted().filter(pk__in=paired.values("transactions"), booked_on__lte=last)
    return begins + total(entries, account.currency)
