"""The data of the page, and the sign-off of a statement: its steps, the next ones, and whether the books changed since."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.db.models import Count, prefetch_related_objects
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.models import Account
from people.formats import written_day
from people.models import Membership
from reconciliation.models import Conclusion, Decision, Posting, Statement, StatementImport
from reconciliation.presentation.labels.acts import change_in_words, why_not_signed_off
from reconciliation.presentation.labels.verdicts import Headline
from reconciliation.presentation.statement_page.rows import MOST_SHOWN, Json, RowSides
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.conclusions import (
    Binding,
    SignOffState,
    StatementKey,
    Status,
    days_of_stored,
    finished_among,
    key_of,
    signed_beside,
    standings_on,
)
from reconciliation.reconcile.decisions import about_reading, put_right
from reconciliation.reconcile.evidence import compared_from, printed_from, rows_come_to
from reconciliation.signoff.drift import Drift, drift_since
from reconciliation.signoff.rules import SignOff, excuses_among, fingerprint_of, resting_on, sign_off_of, unconfirmed


@dataclass(frozen=True, slots=True, kw_only=True)
class PageData:
    """Queried data of all statements of a file. `posted` are the counts of `postings` by the number of the statement, which may have more
    than are loaded."""

    decisions: Sequence[Decision]
    postings: Sequence[Posting]
    posted: Mapping[int, int]
    standings: Mapping[StatementKey, SignOffState]

    def decisions_about(self, statement: Statement) -> list[Decision]:
        """Return the decisions on a statement, including those on the whole file and those by which its rows cancel another statement's."""
        return [decision for decision in self.decisions if decision.speaks_of(statement)]

    def finished_on(self, account: Account) -> list[Conclusion]:
        """Return the preparing step of each finished statement of an account, in order of time."""
        return [step for step in finished_among(self.standings.values()) if step.account_id == account.pk]


def page_data_of(statement_import: StatementImport, statements: Sequence[Statement], *, whole: bool) -> PageData:
    """Return the data of a page, of the postings as many as it shows, or of a `whole` report. Four queries at most."""
    organization = statement_import.organization
    accounts = list({statement.account.pk: statement.account for statement in statements if statement.account}.values())
    decisions = Decision.objects.of(organization).standing().about_any_in(statement_import)
    postings = Posting.objects.of(organization).standing().filter(statement_import=statement_import)
    shown = list(postings.select_related("transaction__account", "posted_by")[: None if whole else MOST_SHOWN])
    posted = Counter(posting.statement_number for posting in shown)
    if not whole and len(shown) == MOST_SHOWN:
        posted = Counter(dict(postings.order_by().values_list("statement_number").annotate(Count("pk"))))
    return PageData(
        decisions=list(decisions.select_related("made_by", "account")),
        postings=shown,
        posted=posted,
        standings=standings_on(accounts, imports=[statement_import.pk]),
    )


class Decided:
    """The statements of a file as people's answers leave them. All rows are loaded only on request, or if their stored totals are older
    than the latest decision about the reading."""

    def __init__(self, statement_import: StatementImport, statements: Sequence[Statement], standing: Sequence[Decision]) -> None:
        self.statement_import = statement_import
        self.statements = statements
        self.decisions = about_reading(standing).get(statement_import.pk, [])
        self.standing = standing

    @cached_property
    def printed(self) -> list[PrintedStatement]:
        prefetch_related_objects(self.statements, "lines")
        read = [printed_from(statement, statement.lines.all()) for statement in self.statements]
        return put_right(read, self.statement_import, self.standing)

    def sides_of(self, statement: Statement, *, whole: bool) -> RowSides:
        stored = statement.compared
        if whole or stored is None or stored["decisions"] != self.decisions:
            stored = rows_come_to(self.printed[statement.number], statement.lines.all(), self.decisions)
        sides = RowSides(statement, compared_from(statement, stored))
        if whole:
            sides.hold(statement.lines.all())
        return sides


@dataclass(frozen=True, slots=True)
class Signing:
    """The sign-off status of a statement of a known account. `before` is how much the books moved since earlier sign-offs,
    `to_confirm` is the number of outstanding entries that the sign-off confirms, `shown` their fingerprint. `unconfirmed` are those that
    may be confirmed before it, `unconfirmed_shown` their fingerprint. `beside` is the preparation of another document of the
    same account and days that is signed off."""

    account: Account
    standing: SignOffState
    result: SignOff
    drift: Drift
    before: Decimal
    to_confirm: int
    shown: str
    resting: Sequence[Conclusion]
    unconfirmed: int
    unconfirmed_shown: str
    beside: Conclusion | None = None

    @property
    def status(self) -> Status:
        return self.standing.status

    @property
    def title(self) -> str:
        if self.drift:
            return _("Changed since reconciled")
        return str(self.standing.last.get_kind_display()) if self.standing.last else _("Not signed off yet")

    @property
    def is_closed(self) -> bool:
        """True if the statement is reviewed, locked or closed without reconciling, and its books did not change since."""
        return self.status.closed and not self.drift

    @property
    def closed_headline(self) -> Headline:
        """Return "Closed by anna, 25 November, with 2 exceptions." """
        last, prepared = self.standing.last, self.standing.prepared
        if last is None:
            raise ValueError("a closed statement has a last step")
        values = {"who": last.who, "day": written_day(localdate(last.at))}
        if self.status is Status.NOTED:
            return Headline(_("Closed"), _("Closed without reconciling by %(who)s, %(day)s.") % values, "calm")
        count = len(prepared.exceptions) if prepared else 0
        if not count:
            return Headline(_("Closed"), _("Closed by %(who)s, %(day)s.") % values, "good")
        sentence = ngettext(
            "Closed by %(who)s, %(day)s, with %(count)d exception.", "Closed by %(who)s, %(day)s, with %(count)d exceptions.", count
        )
        return Headline(_("Closed"), sentence % (values | {"count": count}), "calm")

    @property
    def blocked(self) -> str:
        """Return why it cannot be signed off, in words, or an empty text."""
        if self.beside is not None:
            return why_not_signed_off("signed_beside")
        return why_not_signed_off(self.result.why_not) if self.result.why_not else ""

    @property
    def why_not(self) -> str:
        """Return why the member gets no button to sign off, in words."""
        if self.drift:
            return why_not_signed_off("changed")
        return self.blocked or _("Your role does not allow this.")

    @property
    def is_unbound(self) -> bool:
        """True if the sign-off does not name the rows and balances that were shown."""
        return self.standing.prepared is not None and not self.standing.prepared.is_bound

    @property
    def changes(self) -> list[str]:
        return [change_in_words(change, self.account) for change in self.drift.changes]

    def steps_for(self, membership: Membership) -> list[str]:
        """Return the names of the services whose buttons the member gets."""
        can_begin = not self.status.finished and not self.blocked
        goes_on = not self.drift and not self.is_unbound
        both = membership.may("sign_off") and not self.account.organization.two_persons
        offered = [
            ("sign_off", can_begin and both),
            ("prepare", can_begin and not both and membership.may("decide")),
            ("review", self.status is Status.PREPARED and goes_on and membership.may("sign_off")),
            ("lock", self.status is Status.REVIEWED and goes_on and membership.may("sign_off")),
            ("note", self.status in {Status.OPEN, Status.REOPENED} and bool(self.blocked) and membership.may("sign_off")),
            ("reopen", self.status.concluded and membership.may("reopen")),
        ]
        return [step for step, is_offered in offered if is_offered]


def signing_of(statement: Statement, digest: str, verdict: Json, data: PageData) -> Signing | None:
    """Return the sign-off status, or None if the account or the days of the statement are unknown, or it is set aside: a copy never shows
    the conclusions on the first. `digest` is of the corrected rows."""
    account, days = statement.account, days_of_stored(statement)
    if account is None or days is None or statement.set_aside:
        return None
    standing, finished = data.standings.get(key_of(statement), SignOffState()), data.finished_on(account)
    excuses = excuses_among(data.decisions_about(statement), statement, verdict)
    outcome = sign_off_of(verdict, excuses)
    waiting, shown = unconfirmed(verdict, excuses), fingerprint_of(verdict, outcome.to_confirm)
    earlier = [step for step in finished if step.period_end < days[0]]
    drift = drift_since(standing.prepared, Binding(statement.statement_import.sha256, digest)) if standing.prepared else Drift()
    before = drift_since(earlier[-1]).moves if earlier else Decimal(0)  # it also changes this opening balance
    beside = signed_beside(key_of(statement), account, days, data.standings)
    return Signing(
        account=account,
        standing=standing,
        result=outcome,
        drift=drift,
        before=before,
        to_confirm=len(outcome.to_confirm),
        shown=shown,
        resting=resting_on(finished, days),
        unconfirmed=len(waiting),
        unconfirmed_shown=fingerprint_of(verdict, waiting),
        beside=beside,
    )
