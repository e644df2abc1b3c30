"""The calendar of an account's statements on its page."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from finance.models import Account
from finance.templatetags.money import money
from people.formats import written_day
from reconciliation.models import Statement, StatementImport
from reconciliation.reconcile.conclusions import days_of_stored, standings_on
from reconciliation.signoff.moved import moved_since
from reconciliation.verification.coverage import Covering, Extent, Link, Month, coverage_of

LEFT_OUT = (StatementImport.Status.FAILED, StatementImport.Status.CANCELLED)
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
    covering = [covering for _statement, covering in statements_on(account)]
    if not covering:
        return None
    last_entry = account.transactions.posted().aggregate(last=Max("booked_on"))["last"]
    coverage = coverage_of(covering, since=account.opening_date, until=last_entry)
    signed = {(place[1], place[2]) for place, standing in standings_on([account]).items() if standing.status.finished}
    moved = {str(key) for key in moved_since(account.organization, [UUID(statement.key) for statement in covering])}
    months = [_shown(month, signed, moved) for month in coverage.months]
    return CoverageCalendar(
        years=[(year, list(group)) for year, group in groupby(months, key=lambda month: month.day.year)],
        breaks=[break_in_words(link, account) for link in coverage.broken],
    )


def statements_on(account: Account) -> list[tuple[Statement, Covering]]:
    """Return the account's statements with their days, in that order. Statements of unknown days are left out."""
    stored = Statement.objects.of(account.organization).filter(account=account).exclude(statement_import__status__in=LEFT_OUT)
    covered = list(_covering(stored.select_related("statement_import").prefetch_related("lines")))
    return sorted(covered, key=lambda pair: (pair[1].first, pair[1].last, pair[1].key))


def _covering(statements: Iterable[Statement]) -> Iterator[tuple[Statement, Covering]]:
    for statement in statements:
        days = days_of_stored(statement)
        if days:
            yield (
                statement,
                Covering(
                    key=str(statement.statement_import_id),
                    first=days[0],
                    last=days[1],
                    verdict=statement.verdict,
                    opening=statement.opening_balance,
                    closing=statement.closing_balance,
                ),
            )


def _shown(month: Month, signed: set[tuple[dt.date, dt.date]], moved: set[str]) -> ShownMonth:
    says = [str(EXTENTS[month.extent])]
    says += [_("overlapping")] if month.overlaps else []
    says += [_("differs")] if month.mismatched else []
    finished = bool(month.statements) and all((statement.first, statement.last) in signed for statement in month.statements)
    changed = any(statement.key in moved for statement in month.statements)
    says += [_("changed since signed off") if changed else _("signed off")] if finished else []
    return ShownMonth(
        day=month.first,
        says=", ".join(says),
        tone="warn" if changed else _tone(month),
        import_id=month.statements[0].key if month.statements else None,
        signed=finished,
    )


def _tone(month: Month) -> str:
    if month.mismatched:
        return "bad"
    if month.extent is Extent.COVERED and not month.overlaps:
        return "good"
    return "warn"


def break_in_words(link: Link, account: Account) -> str:
    """Return a break between two statements as a sentence, with days and amounts in the reader's format."""
    if link.missing:
        return _("No statement covers %(first)s to %(last)s.") % _written(link.missing)
    if link.twice:
        return _("%(first)s to %(last)s stand on two statements.") % _written(link.twice)
    return _("The statement to %(last)s closes with %(closing)s, the next one opens with %(opening)s.") % {
        "last": written_day(link.earlier.last),
        "closing": money(link.earlier.closing, account.currency),
        "opening": money(link.later.opening, account.currency),
    }


def _written(days: tuple[dt.date, dt.date]) -> dict[str, str]:
    return {"first": written_day(days[0]), "last": written_day(days[1])}
