"""Sign-off state of a statement: the last step of its history. The verdict is separate and made by code.

A step applies to the statement of its document alone. It names the document's SHA-256 and the digest of rows and balances that were shown;
when these change, the sign-off has "changed since".

A digest of the books is stored at its preparation, so that any later change shows:
`{"opening": [minor units | null, day | null], "earlier": [count, sum, mark], "rows": {id: [day, minor units, description]}}`. Rows are the
entries that count and are dated in the statement's days, or are cleared by it; `earlier` sums what counts before its first day, and its
mark, a sum of squares, shows changes that cancel each other in the sum. Older digests have two figures and no mark.
"""

import datetime as dt
import enum
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Q, Sum
from django.dispatch import receiver

from finance.models import Account
from finance.signals import signed_entries_wanted
from people.audit import Act, record
from reconciliation.models import Conclusion, Statement, StatementImport
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.chain import span_of

Days = tuple[dt.date, dt.date]
StatementKey = tuple[UUID, int]
"""A statement's identity: its import, which is one document, and its number in it."""


@dataclass(frozen=True, slots=True)
class Binding:
    """The statement to which a person's act is bound: the SHA-256 of the document, and the digest of rows and balances as decided."""

    document: str
    digest: str


def binding_of(statement: Statement, printed: PrintedStatement) -> Binding:
    """Return the digests that an act on the statement is bound to today. `printed` has the rows that people corrected."""
    return Binding(statement.statement_import.sha256, digest_of_statement(printed))


class Status(enum.StrEnum):
    """State of a statement's sign-off. The books are compared with their digest from the preparation while it is `finished`."""

    OPEN = "open"
    PREPARED = "prepared"
    REVIEWED = "reviewed"
    LOCKED = "locked"
    REOPENED = "reopened"
    NOTED = "noted"

    @property
    def finished(self) -> bool:
        return self in {Status.PREPARED, Status.REVIEWED, Status.LOCKED}

    @property
    def closed(self) -> bool:
        """True if the statement is reviewed, locked, or closed without reconciling."""
        return self in {Status.REVIEWED, Status.LOCKED, Status.NOTED}

    @property
    def concluded(self) -> bool:
        """True if a change of the statement needs its reopening first."""
        return self.finished or self.closed


@dataclass(frozen=True, slots=True)
class SignOffState:
    """The steps of one statement in their order."""

    steps: tuple[Conclusion, ...] = ()

    @property
    def status(self) -> Status:
        return Status(self.steps[-1].kind) if self.steps else Status.OPEN

    @property
    def last(self) -> Conclusion | None:
        return self.steps[-1] if self.steps else None

    @property
    def prepared(self) -> Conclusion | None:
        """The preparation that the present status rests on, or None if the statement is not finished."""
        if not self.status.finished:
            return None
        return next(step for step in reversed(self.steps) if step.kind == Conclusion.Kind.PREPARED)


def days_of(printed: PrintedStatement) -> Days | None:
    """Return first and last day as printed, else of the rows; None if neither is known."""
    span = span_of(0, printed)
    return (span.first, span.last) if span else None


def days_of_stored(statement: Statement) -> Days | None:
    """Return the days of stored evidence, as `days_of` does; its rows are read only if no period is printed."""
    if statement.period_start and statement.period_end and statement.period_start <= statement.period_end:
        return statement.period_start, statement.period_end
    rows = [line.date for line in statement.lines.all() if line.date]
    first = statement.period_start or min(rows, default=None)
    last = statement.period_end or max(rows, default=None)
    first = last if first is None else first
    return None if first is None or last is None or first > last else (first, last)


def key_of(statement: Statement) -> StatementKey:
    return statement.statement_import_id, statement.number


def standing_of(statement: Statement) -> SignOffState:
    """Return the sign-off state of the statement of this document, with any account and days that it has today."""
    steps = Conclusion.objects.of(statement.statement_import.organization).filter(
        statement_import=statement.statement_import_id, statement_number=statement.number
    )
    return SignOffState(tuple(steps.select_related("by", "account")))


def standings_on(
    accounts: Iterable[Account], *, since: dt.date = dt.date.min, imports: Collection[UUID] = ()
) -> Mapping[StatementKey, SignOffState]:
    """Return the state of every statement that has steps on these accounts, of one organization, and ends no sooner, and of those of these
    imports: one query."""
    account_list = list(accounts)
    if not account_list:
        return {}
    steps_by_statement: dict[StatementKey, list[Conclusion]] = {}
    named = Q(account__in=account_list, period_end__gte=since) | Q(statement_import__in=imports)
    steps = Conclusion.objects.of(account_list[0].organization).filter(named)
    for step in steps.select_related("by", "account"):
        steps_by_statement.setdefault((step.statement_import_id, step.statement_number), []).append(step)
    return {key: SignOffState(tuple(steps)) for key, steps in steps_by_statement.items()}


def signed_beside(key: StatementKey, account: Account, days: Days, standings: Mapping[StatementKey, SignOffState]) -> Conclusion | None:
    """Return the preparation of another stored statement of the same account and days that is signed off, or None."""
    for other, standing in standings.items():
        step = standing.prepared
        if step is None or other == key or step.account_id != account.pk or (step.period_start, step.period_end) != days:
            continue
        if Statement.objects.of(account.organization).in_play().filter(statement_import=other[0], number=other[1]).exists():
            return step
    return None


def earlier_are_signed(statement: Statement) -> bool:
    """True if each statement of the account that began before this one is signed off."""
    if statement.account is None or statement.period_start is None:
        return False
    earlier = Statement.objects.of(statement.account.organization).counting().filter(account=statement.account)
    earlier = earlier.filter(period_start__lt=statement.period_start).exclude(pk=statement.pk)
    standings = standings_on([statement.account])
    return all(standings.get(key_of(statement), SignOffState()).status.finished for statement in earlier)


def next_number(key: StatementKey, account: Account, days: Days) -> int:
    """Return the number of the next step, which no step of the same account and days or of the same statement has."""
    of_days = Q(account=account, period_start=days[0], period_end=days[1])
    of_statement = Q(statement_import=key[0], statement_number=key[1])
    last = Conclusion.objects.of(account.organization).filter(of_days | of_statement).order_by().aggregate(last=Max("number"))["last"]
    return 1 if last is None else int(last) + 1


def finished_on(account: Account) -> list[Conclusion]:
    """Return the preparation of each finished statement of an account, in order of time."""
    return finished_among(standings_on([account]).values())


def finished_among(standings: Iterable[SignOffState]) -> list[Conclusion]:
    """Return the preparations in force among these states, in order of their periods."""
    preparations = [standing.prepared for standing in standings]
    return sorted((step for step in preparations if step), key=lambda step: (step.period_start, step.period_end))


@receiver(signed_entries_wanted, dispatch_uid="reconciliation.reconcile.conclusions")
def signed_entries(account: Account, **_: Any) -> dict[str, str]:
    """Return the entries that counted when a statement was prepared, with its period, for each statement that is finished."""
    return {key: step.period for step in finished_on(account) for key in (step.books or {}).get("rows", ())}


def record_step(step: Conclusion) -> None:
    details = {"step": step.kind, "account": step.account_id, "days": step.period}
    record(step.account.organization, step.by, Act.CONCLUDED, step.statement_import, **details)


def sign_off_of(answers: Iterable[Mapping[str, Any]], statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> str:
    """Return how far a file is signed off, by the statuses in the answers of its statements; empty if one is open or there is none, and if
    one changed since it was prepared: it needs a person again. `printed` has the rows that people corrected."""
    statuses = {Status(answer.get("status", Status.OPEN)) for answer in answers}
    if not statuses or any(not status.concluded for status in statuses):
        return ""
    steps = Conclusion.objects.of(statement_import.organization).filter(statement_import=statement_import).select_related("account")
    taken: dict[int, list[Conclusion]] = {}
    for step in steps:
        taken.setdefault(step.statement_number, []).append(step)
    for number, statement in enumerate(printed):
        prepared = SignOffState(tuple(taken.get(number, ()))).prepared
        if prepared and changed_since(prepared, Binding(statement_import.sha256, digest_of_statement(statement))):
            return ""
    return StatementImport.SignOff.PREPARED if Status.PREPARED in statuses else StatementImport.SignOff.CLOSED


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes since a statement was prepared. `then` and `today` are the digests of the books; `statement` is true if the document, its
    rows or its balances differ. False if nothing changed."""

    then: Json
    today: Json
    statement: bool = False

    @property
    def opening(self) -> bool:
        return bool(self.then["opening"] != self.today["opening"])

    @property
    def earlier(self) -> bool:
        return bool(self.then["earlier"] != self.today["earlier"][: len(self.then["earlier"])])

    @property
    def rows(self) -> list[str]:
        """Return the keys of the entries whose day or amount changed, and of those that counted only then or only count today."""
        then, now = self.then["rows"], self.today["rows"]
        return [key for key in {**then, **now} if then.get(key, [])[:2] != now.get(key, [])[:2]]

    def __bool__(self) -> bool:
        return self.statement or self.opening or self.earlier or bool(self.rows)


def changed_since(step: Conclusion, binding: Binding | None = None) -> Changed:
    """Return what changed since a preparing step: of the books, and of the statement if `binding` is that of today."""
    then: Json = step.books or {}
    other = binding is not None and step.is_bound and (step.document, step.digest) != (binding.document, binding.digest)
    return Changed(then, books_of(step.account, (step.period_start, step.period_end), set(then["rows"])), other)


PRIME = 1_000_003
"""Squares of remainders are small enough to add up nine million rows in 64 bits."""


def cleared_by(statement: Statement) -> set[str]:
    """Return the keys of the entries that the statement's rows are paired with."""
    matched = statement.matches.exclude(transactions=None).values_list("transactions", flat=True)
    return {str(key) for key in matched}


def books_of(account: Account, days: Days, cleared: set[str]) -> Json:
    """Return the digest of the account for these days. The account's row is refreshed, because its opening may have changed."""
    account.refresh_from_db(fields=["opening_balance_minor", "opening_date"])
    counted = account.transactions.posted()
    rows = counted.filter(Q(booked_on__range=days) | Q(pk__in=cleared))
    rest = F("amount_minor") % PRIME
    before = counted.filter(booked_on__lt=days[0]).exclude(pk__in=cleared).order_by()
    earlier = before.aggregate(count=Count("pk"), units=Sum("amount_minor"), mark=Sum(rest * rest))
    return {
        "opening": [account.opening_balance_minor, account.opening_date.isoformat() if account.opening_date else None],
        "earlier": [earlier["count"], int(earlier["units"] or 0), int(earlier["mark"] or 0)],
        "rows": {
            str(key): [day.isoformat(), units, text]
            for key, day, units, text in rows.values_list("pk", "booked_on", "amount_minor", "description")
        },
    }
