"""The data of the page, and the sign-off of a statement: its steps, the next ones, and whether the books changed since."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.utils.translation import gettext as _

from finance.models import Account, Transaction
from people.models import Membership
from reconciliation.models import Conclusion, Decision, Posting, Statement, StatementImport
from reconciliation.presentation.labels.acts import change_in_words, why_not_signed_off
from reconciliation.presentation.statement_page.rows import Json, StatementRow, row_of
from reconciliation.reconcile.conclusions import Place, SignOffState, Status, days_of_stored, finished_among, standings_on
from reconciliation.signoff.drift import Drift, drift_since
from reconciliation.signoff.rules import SignOff, excuses_among, resting_on, sign_off_of, unconfirmed


@dataclass(frozen=True, slots=True, kw_only=True)
class PageData:
    """Queried data. `entries` are those that the verdicts name, by account and id: the external id, or the product's own id."""

    decisions: Sequence[Decision]
    postings: Sequence[Posting]
    standings: Mapping[Place, SignOffState]
    entries: Mapping[UUID, Mapping[str, Transaction]]

    def decisions_about(self, statement: Statement) -> list[Decision]:
        """Return the decisions on a statement, including those on the whole file and those by which its rows cancel another statement's."""
        return [decision for decision in self.decisions if decision.speaks_of(statement)]

    def entries_of(self, statement: Statement) -> Mapping[str, Transaction]:
        return self.entries.get(statement.account_id, {}) if statement.account_id else {}

    def finished_on(self, account: Account) -> list[Conclusion]:
        """Return the preparing step of each finished statement of an account, in order of time."""
        return finished_among(standing for place, standing in self.standings.items() if place[0] == account.pk)


def page_data_of(statement_import: StatementImport, statements: Sequence[Statement], verdicts: Sequence[Json]) -> PageData:
    """Return the data of a page. Four queries at most."""
    organization = statement_import.organization
    accounts = list({statement.account.pk: statement.account for statement in statements if statement.account}.values())
    decisions = Decision.objects.of(organization).standing().about_any_in(statement_import)
    postings = Posting.objects.of(organization).standing().filter(statement_import=statement_import)
    entries: dict[UUID, dict[str, Transaction]] = defaultdict(dict)
    names: set[str] = set()
    for verdict in verdicts:
        for item in (*verdict["matched"], *verdict["ambiguous"]):
            names.update(item["transactions"])
        names.update(item["transaction"] for item in verdict["differing"])
        names.update(row["candidate"] for row in verdict["new"] if row["candidate"])
        names.update(verdict["opening_set"], verdict["pending"])
    if accounts and names:
        for entry in Transaction.objects.of(organization).filter(account__in=accounts).named(names):
            entries[entry.account_id][entry.external_id or str(entry.pk)] = entry
    return PageData(
        decisions=list(decisions.select_related("made_by", "account")),
        postings=list(postings),
        standings=standings_on(accounts),
        entries=entries,
    )


@dataclass(frozen=True, slots=True)
class Signing:
    """The sign-off status of a statement of a known account. `before` is how much the books moved since earlier sign-offs,
    `unconfirmed` are the outstanding entries that may be confirmed before this one."""

    account: Account
    standing: SignOffState
    found: SignOff
    drift: Drift
    before: Decimal
    items: Sequence[tuple[str, StatementRow]]
    resting: Sequence[Conclusion]
    unconfirmed: Sequence[str]

    @property
    def status(self) -> Status:
        return self.standing.status

    @property
    def title(self) -> str:
        if self.drift:
            return _("Changed since reconciled")
        return str(self.standing.last.get_kind_display()) if self.standing.last else _("Not signed off yet")

    @property
    def blocked(self) -> str:
        """Return why it cannot be signed off, in words, or an empty text."""
        return why_not_signed_off(self.found.why_not) if self.found.why_not else ""

    @property
    def changes(self) -> list[str]:
        return [change_in_words(change, self.account) for change in self.drift.changes]

    def steps_for(self, membership: Membership) -> list[str]:
        """Return the names of the services whose buttons the member gets."""
        can_begin = not self.status.finished and not self.blocked
        both = membership.may("sign_off") and not self.account.organization.two_persons
        offered = [
            ("sign_off", can_begin and both),
            ("prepare", can_begin and not both and membership.may("decide")),
            ("review", self.status is Status.PREPARED and not self.drift and membership.may("sign_off")),
            ("lock", self.status is Status.REVIEWED and not self.drift and membership.may("sign_off")),
            ("note", self.status in {Status.OPEN, Status.REOPENED} and bool(self.blocked) and membership.may("sign_off")),
            ("reopen", (self.status.finished or self.status is Status.NOTED) and membership.may("reopen")),
        ]
        return [step for step, is_offered in offered if is_offered]


def signing_of(statement: Statement, verdict: Json, data: PageData) -> Signing | None:
    """Return the sign-off status, or None if the account or the days of the statement are unknown."""
    account, days = statement.account, days_of_stored(statement)
    if account is None or days is None:
        return None
    standing, finished = data.standings.get((account.pk, *days), SignOffState()), data.finished_on(account)
    excuses = excuses_among(data.decisions_about(statement), statement, verdict)
    outcome = sign_off_of(verdict, excuses)
    items = [(item["transaction"], row_of(item)) for item in verdict["missing"] if item["transaction"] in outcome.to_confirm]
    earlier = [step for step in finished if step.period_end < days[0]]
    drift = drift_since(standing.prepared) if standing.prepared else Drift()
    before = drift_since(earlier[-1]).moves if earlier else Decimal(0)  # it also changes this opening balance
    return Signing(account, standing, outcome, drift, before, items, resting_on(finished, days), unconfirmed(verdict, excuses))
