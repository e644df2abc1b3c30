"""Statements of an account for its pages in the ledger, which does not know statements: calendar, freshness, status of entries."""

import datetime as dt
from calendar import monthrange
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal
from uuid import UUID

from django.db.models import Max, OuterRef, Subquery, Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from finance.charts import Point
from finance.models import Account, Transaction
from finance.money import from_minor
from finance.templatetags.money import money
from people.formats import listed, written_day
from reconciliation.models import Match, Statement
from reconciliation.models.querysets import StatementQuerySet
from reconciliation.reconcile.conclusions import days_of_stored, key_of, standings_on
from reconciliation.reconcile.evidence import printed_from
from reconciliation.signoff.drift import moved_since
from reconciliation.verification.chain import span_of
from reconciliation.verification.coverage import Covering, Extent, Link, coverage_of

EXTENTS = {
    Extent.COVERED: pgettext_lazy("a month", "Covered"),
    Extent.PARTLY: pgettext_lazy("a month", "Partly covered"),
    Extent.MISSING: pgettext_lazy("a month", "Missing"),
}


@dataclass(frozen=True, slots=True)
class ShownMonth:
    """One month of the calendar. `tone` sets the colour, `says` is the same in words; `import_id` is of its first statement, or None."""

    day: dt.date
    says: str
    tone: str
    import_id: str | None
    signed: bool


@dataclass(frozen=True, slots=True)
class CoverageCalendar:
    years: list[tuple[int, list[ShownMonth]]]
    breaks: list[str]


def calendar_of(account: Account) -> CoverageCalendar | None:
    """Return the calendar, or None if the account has no statement."""
    dated = statements_on(account)
    covering = [covering for _statement, covering in dated]
    if not covering:
        return None
    last_entry = account.transactions.posted().aggregate(last=Max("booked_on"))["last"]
    coverage = coverage_of(covering, since=account.opening_date, until=last_entry)
    finished_keys = {key for key, standing in standings_on([account]).items() if standing.status.finished}
    signed = {covering for statement, covering in dated if key_of(statement) in finished_keys}
    moved = {str(key) for key in moved_since(account.organization, [UUID(statement.key) for statement in covering])}
    months = []
    for month in coverage.months:
        finished = bool(month.statements) and signed.issuperset(month.statements)
        changed = any(statement.key in moved for statement in month.statements)
        words = [str(EXTENTS[month.extent])]
        words += [_("overlapping")] if month.overlaps else []
        words += [_("differs")] if month.mismatched else []
        words += [_("changed since signed off") if changed else _("signed off")] if finished else []
        tone = "warn"
        if month.mismatched and not changed:
            tone = "bad"
        elif month.extent is Extent.COVERED and not month.overlaps and not changed:
            tone = "good"
        key = month.statements[0].key if month.statements else None
        months.append(ShownMonth(day=month.first, says=listed(words), tone=tone, import_id=key, signed=finished))
    return CoverageCalendar(
        years=[(year, list(group)) for year, group in groupby(months, key=lambda month: month.day.year)],
        breaks=[break_in_words(link, account) for link in coverage.broken],
    )


def statements_on(*accounts: Account) -> list[tuple[Statement, Covering]]:
    """Return the statements of these accounts of one organization that count, with their days, in that order. Statements of unknown days
    are left out."""
    if not accounts:
        return []
    stored = _counting(Statement.objects.of(accounts[0].organization)).filter(account__in=accounts)
    dated = []
    for statement in stored.select_related("statement_import__organization", "account").prefetch_related("lines"):
        days = days_of_stored(statement)
        if days:
            covering = Covering(
                key=str(statement.statement_import_id),
                first=days[0],
                last=days[1],
                verdict=statement.verdict,
                opening=statement.opening_balance,
                closing=statement.closing_balance,
                span=span_of(0, printed_from(statement, statement.lines.all())),
            )
            dated.append((statement, covering))
    return sorted(dated, key=lambda pair: (pair[1].first, pair[1].last, pair[1].key))


def break_in_words(link: Link, account: Account) -> str:
    """Return a break between two statements as a sentence, with days and amounts in the reader's format."""
    if link.missing:
        return _("No statement covers %(first)s to %(last)s.") % _written(link.missing)
    if link.twice:
        return _("%(first)s to %(last)s are on two statements.") % _written(link.twice)
    return _("The statement to %(last)s closes with %(closing)s, the next one opens with %(opening)s.") % {
        "last": written_day(link.earlier.last),
        "closing": money(link.earlier.closing, account.currency),
        "opening": money(link.later.opening, account.currency),
    }


def _written(days: tuple[dt.date, dt.date]) -> dict[str, str]:
    return {"first": written_day(days[0]), "last": written_day(days[1])}


Standing = Literal["reconciled", "cleared", "pending", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """The last day to which an account is proved and the last that a statement covers, or None."""

    reconciled_to: dt.date | None = None
    covered_to: dt.date | None = None


def freshness_of(accounts: Collection[Account]) -> dict[UUID, Freshness]:
    """Return the freshness of each account, in one query for its latest statements."""
    if not accounts:
        return {}
    organization = next(iter(accounts)).organization
    covering = _counting(Statement.objects.of(organization)).filter(account=OuterRef("pk"), period_end__isnull=False)
    ends = covering.order_by("-period_end").values("period_end")
    own_accounts = Account.objects.of(organization).filter(pk__in=[account.pk for account in accounts]).order_by()
    last_days = own_accounts.values_list("pk", Subquery(ends.filter(verdict="matched")[:1]), Subquery(ends[:1]))
    return {key: Freshness(reconciled_to=reconciled, covered_to=covered) for key, reconciled, covered in last_days}


def standings_of(rows: Sequence[Transaction]) -> dict[UUID, Standing]:
    """Return the status of entries, in one query. Reconciled: on a proved statement. Cleared: on another statement."""
    if not rows:
        return {}
    pairs = Match.objects.of(rows[0].account.organization).filter(transactions__in=rows).exclude(kind=Match.Kind.DIFFERING)
    verdicts: dict[UUID, set[str]] = defaultdict(set)
    for key, verdict in pairs.values_list("transactions", "statement__verdict"):
        verdicts[key].add(verdict)
    standings: dict[UUID, Standing] = {}
    for row in rows:
        if row.status == Transaction.Status.PENDING:
            standings[row.pk] = "pending"
        elif row.locked_by or "matched" in verdicts[row.pk]:
            standings[row.pk] = "reconciled"
        else:
            standings[row.pk] = "cleared" if verdicts[row.pk] else "open"
    return standings


def balance_history(account: Account) -> list[Point]:
    """Return the book balance at each end of a month and of each proved statement, with the printed one. Empty without an opening
    balance."""
    if account.opening_balance_minor is None or account.opening_date is None:
        return []
    rows = account.transactions.posted().order_by("booked_on")
    moved = list(rows.values_list("booked_on").annotate(Sum("amount_minor")))
    statements = _counting(Statement.objects.of(account.organization)).filter(account=account, verdict="matched", period_end__isnull=False)
    printed = {
        statement.period_end: statement.closing_balance
        for statement in statements.order_by("period_end").only("period_end", "closing_balance_minor", "decimals")
        if statement.period_end and statement.closing_balance is not None
    }
    before = account.opening_date - dt.timedelta(days=1)
    until = max([before, *printed, *(day for day, _units in moved[-1:])])
    points, units, at = [], account.opening_balance_minor, 0
    for day in sorted({before, *month_ends(account.opening_date, until), *(day for day in printed if day >= before)}):
        while at < len(moved) and moved[at][0] <= day:
            units += int(moved[at][1])
            at += 1
        points.append(Point(day=day, value=from_minor(units, account.currency), marked=printed.get(day)))
    return points


def month_ends(first: dt.date, last: dt.date) -> list[dt.date]:
    """Return the last day of each month from one day to the other."""
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    months = ((first.year * 12 + first.month - 1 + number) for number in range(max(count, 0)))
    return [dt.date(month // 12, month % 12 + 1, monthrange(month // 12, month % 12 + 1)[1]) for month in months]


def _counting(statements: StatementQuerySet) -> StatementQuerySet:
    return statements.counting().in_play()
