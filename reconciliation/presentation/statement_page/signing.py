"""The sign-off of a statement: its steps, the next ones, and whether the books changed since."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.models import Account
from people.models import Membership
from reconciliation.models import Conclusion, Statement
from reconciliation.presentation.labels.signing import change_in_words, why_not
from reconciliation.presentation.statement_page.page_data import PageData
from reconciliation.presentation.statement_page.rows import Json, StatementRow, row_of
from reconciliation.reconcile.conclusions import Days, SignOffState, Status, days_of_stored
from reconciliation.signoff.drift import Drift, drift_since
from reconciliation.signoff.excuses import excuses_among
from reconciliation.signoff.rules import SignOff, sign_off_of, unconfirmed
from reconciliation.signoff.services import resting_on


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
        return why_not(self.found.why_not) if self.found.why_not else ""

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
    drift, before = drift_since(standing.prepared) if standing.prepared else Drift(), _before(finished, days)
    return Signing(account, standing, outcome, drift, before, items, resting_on(finished, days), unconfirmed(verdict, excuses))


def _before(finished: Sequence[Conclusion], days: Days) -> Decimal:
    """Return the change since the last earlier sign-off: it also changes this opening balance."""
    earlier = [step for step in finished if step.period_end < days[0]]
    return drift_since(earlier[-1]).moves if earlier else Decimal(0)
