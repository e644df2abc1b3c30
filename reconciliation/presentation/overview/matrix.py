"""Months of each account that are covered by statements, by client."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Max, Min, Q
from django.utils.translation import gettext as _

from finance.models import Account
from finance.paging import NumberedPage, numbered
from reconciliation.models import Conclusion, Statement
from reconciliation.presentation.overview import WHY, Memberships, accounts_of
from reconciliation.reconcile.conclusions import Status
from reconciliation.verification.chain import ONE_DAY
from reconciliation.verification.coverage import Covering, Extent, coverage_of

MONTHS = 12
MOST = 50
SIGNED = {Status.PREPARED, Status.REVIEWED, Status.LOCKED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One month of one account: `sign` is a letter, `says` the words, `tone` the colour. `import_id` is None if there is no statement."""

    sign: str
    says: str
    tone: str
    import_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    account: Account
    cells: list[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Coverage by client. `clients` are (short name, name, accounts); each account has a cell for each of `months`. `page` is a page of
    accounts."""

    months: list[dt.date]
    clients: list[tuple[str, str, list[AccountRow]]]
    page: NumberedPage[Account]


def last_complete_month(today: dt.date) -> dt.date:
    """Return the first day of the month before this day's."""
    return (today.replace(day=1) - dt.timedelta(days=1)).replace(day=1)


def shifted(month: dt.date, months: int) -> dt.date:
    """Return the first day of the month that is so many months later."""
    number = month.year * 12 + month.month - 1 + months
    return dt.date(number // 12, number % 12 + 1, 1)


def matrix_of(memberships: Memberships, *, last: dt.date, page: str = "") -> Matrix:
    """Return the twelve months up to `last`, the first day of one, of up to `MOST` accounts. An invalid page number gives the first page.

    Four queries in all. Cash accounts have no statements and are left out."""
    months, end = [shifted(last, number) for number in range(1 - MONTHS, 1)], shifted(last, 1) - ONE_DAY
    visible = accounts_of(memberships).exclude(kind=Account.Kind.CASH).select_related("organization")
    shown = numbered(visible.order_by("organization__name", "organization_id", "name"), MOST, page)
    accounts = shown.rows
    # Statements with their periods. If no period is printed, it is that of the rows.
    statements = Statement.objects.across_organizations(WHY).filter(account__in=accounts).in_play().counting()
    names = ("account_id", "statement_import_id", "number", "verdict")
    printed = statements.filter(period_start__lte=end, period_end__gte=months[0])
    unprinted = statements.filter(Q(period_start=None) | Q(period_end=None)).annotate(first=Min("lines__date"), last=Max("lines__date"))
    dated = [
        *printed.values_list(*names, "period_start", "period_end"),
        *unprinted.filter(first__lte=end, last__gte=months[0]).values_list(*names, "first", "last"),
    ]
    # A statement is signed off if its last step is a sign-off.
    steps = Conclusion.objects.across_organizations(WHY).filter(account__in=accounts, period_start__lte=end, period_end__gte=months[0])
    columns = steps.order_by("number").values_list("statement_import_id", "statement_number", "kind")
    last_kinds = {(statement_import, number): kind for statement_import, number, kind in columns}
    coverings: dict[UUID, list[Covering]] = defaultdict(list)
    signed: set[Covering] = set()
    for account, statement_import, number, verdict, first, until in dated:
        covering = Covering(key=str(statement_import), first=first, last=max(first, until), verdict=verdict)
        coverings[account].append(covering)
        if last_kinds.get((statement_import, number)) in SIGNED:
            signed.add(covering)
    rows = [AccountRow(account=account, cells=list(_cells(account, months, coverings[account.pk], signed))) for account in accounts]
    parted = groupby(rows, key=lambda row: row.account.organization)
    return Matrix(
        months=months, clients=[(organization.slug, organization.name, list(group)) for organization, group in parted], page=shown
    )


def _cells(account: Account, months: Sequence[dt.date], coverings: Sequence[Covering], signed: set[Covering]) -> Iterator[Cell]:
    begin = max(filter(None, [account.opening_date, months[0]]))
    covered = coverage_of(coverings, since=begin, until=shifted(months[-1], 1) - ONE_DAY).months
    by_month = {month.first.replace(day=1): month for month in covered}
    for first in months:
        month = by_month.get(first)
        if month is None and first < begin.replace(day=1):
            yield Cell(sign="", says=_("before the books begin"), tone="")
            continue
        if month is None or month.extent is Extent.MISSING:
            yield Cell(sign="–", says=_("no statement"), tone="warn")  # noqa: RUF001  a dash
            continue
        key = month.statements[0].key
        if month.mismatched:
            yield Cell(sign="✕", says=_("differs"), tone="bad", import_id=key)
        elif month.extent is Extent.PARTLY:
            yield Cell(sign="◐", says=_("partly covered"), tone="warn", import_id=key)
        elif signed.issuperset(month.statements):
            yield Cell(sign="●", says=_("signed off"), tone="good", import_id=key)
        elif all(covering.verdict == "matched" for covering in month.statements):
            yield Cell(sign="✓", says=_("proved"), tone="good", import_id=key)
        else:
            yield Cell(sign="○", says=_("covered, not proved"), tone="calm", import_id=key)
