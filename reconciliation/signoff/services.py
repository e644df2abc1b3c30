"""Prepare, review, lock, reopen: each is a step of a named person, checked at that moment."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from finance.ledger_writer import hold_entries, release_entries
from finance.models import Account
from people.access import require
from people.refusal import Refusal
from people.roles import Action
from reconciliation.models import Cause, Conclusion, Decision, Posting, Statement
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.conclusions import (
    Binding,
    Days,
    SignOffState,
    Status,
    binding_of,
    books_of,
    cleared_by,
    days_of,
    key_of,
    next_number,
    record_step,
    signed_beside,
    standing_of,
    standings_on,
)
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import judged_now
from reconciliation.signoff.drift import Drift, drift_since
from reconciliation.signoff.rules import SignOff, excuses_on, fingerprint_of, sign_off_of

Kind = Conclusion.Kind


class NotNow(Refusal):
    """The step cannot be taken. `code`: one of `rules.SignOff`, no_account, unconfirmed, ends_unchecked, no_reason, same_person,
    changed, unbound, signed_beside, or not_after_<status>."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@transaction.atomic
def prepare(
    *, statement: Statement, actor: User, confirmed: Collection[str] = (), shown: str = "", ends_checked: bool = False
) -> Conclusion:
    """Conclude that a statement is reconciled. `confirmed` are the outstanding entries that were checked, by their ids in the verdict, or
    `shown` is the fingerprint of all of them as a page showed them. `ends_checked`: a person looked for rows before the first and after the
    last one, because no balance is printed there.

    The books' contents are stored from here on. Raises NotYours, ReadAgain, NotNow."""
    at = _Step(statement, actor, "decide")
    at.comes_after(Status.OPEN, Status.REOPENED, Status.NOTED)
    at.refuse_if_signed_beside()
    outcome = at.sign_off
    if outcome.why_not:
        raise NotNow(outcome.why_not)
    all_shown = shown == fingerprint_of(at.settled.answer, outcome.to_confirm)
    if not all_shown and not set(outcome.to_confirm) <= set(confirmed):
        raise NotNow("unconfirmed")
    if outcome.ends_open and not ends_checked:
        raise NotNow("ends_unchecked")
    return at.take(
        Kind.PREPARED,
        exceptions=[exception.as_json() for exception in outcome.exceptions],
        confirmed=list(outcome.to_confirm),
        books=books_of(at.account, at.days, cleared_by(at.settled.statement)),
    )


@transaction.atomic
def review(*, statement: Statement, actor: User) -> Conclusion:
    """Review a prepared statement: by another person than who posted or prepared, if the organization requires two.

    Raises NotYours, ReadAgain, NotNow."""
    at = _Step(statement, actor, "sign_off")
    at.comes_after(Status.PREPARED)
    at.refuse_if_changed()
    same = actor.pk in at.makers()
    if same and at.account.organization.two_persons:
        raise NotNow("same_person")
    return at.take(Kind.REVIEWED, same_person=same)


@transaction.atomic
def sign_off(
    *, statement: Statement, actor: User, confirmed: Collection[str] = (), shown: str = "", ends_checked: bool = False
) -> Conclusion:
    """Prepare and review at once, by one person who may do both. Raises the errors of both, with nothing stored."""
    prepare(statement=statement, actor=actor, confirmed=confirmed, shown=shown, ends_checked=ends_checked)
    return review(statement=statement, actor=actor)


@transaction.atomic
def lock(*, statement: Statement, actor: User) -> Conclusion:
    """Lock a statement: its cleared entries can no longer change date, amount, account or status. Raises NotYours, ReadAgain, NotNow."""
    at = _Step(statement, actor, "sign_off")
    at.comes_after(Status.REVIEWED)
    at.refuse_if_changed()
    step = at.take(Kind.LOCKED)
    hold_entries(at.account, cleared_by(at.settled.statement), held_by=step.period)
    return step


@transaction.atomic
def reopen(*, statement: Statement, actor: User, reason: str) -> Conclusion:
    """Reopen a statement and unlock its entries. `resting_on` are the later conclusions.

    Raises NotYours, ReadAgain, NotNow."""
    at = _Step(statement, actor, "reopen")
    at.comes_after(Status.PREPARED, Status.REVIEWED, Status.LOCKED, Status.NOTED)
    if not reason.strip():
        raise NotNow("no_reason")
    step = at.take(Kind.REOPENED, reason=reason.strip())
    release_entries(at.account, held_by=step.period)
    return step


@transaction.atomic
def note(*, statement: Statement, actor: User, reason: str) -> Conclusion:
    """Close a statement as not reconciled, with the reason, with any verdict. Raises NotYours, ReadAgain, NotNow."""
    at = _Step(statement, actor, "sign_off")
    at.comes_after(Status.OPEN, Status.REOPENED)
    if not reason.strip():
        raise NotNow("no_reason")
    return at.take(Kind.NOTED, reason=reason.strip())


@dataclass(init=False)
class _Step:
    """One statement under its account's lock, verified again, and the member who concludes."""

    settled: Settled
    account: Account
    days: Days
    standing: SignOffState
    binding: Binding
    actor: User

    def __init__(self, statement: Statement, actor: User, action: Action) -> None:
        require(actor, statement.statement_import.organization, action)
        settlement, self.settled = judged_now(statement)
        account, days = settlement.ledger.account(self.settled.verdict.account_id), days_of(self.settled.printed)
        self.standing, self.binding = standing_of(self.settled.statement), binding_of(self.settled.statement, self.settled.printed)
        last = self.standing.last
        if last is not None and self.standing.status.concluded:
            # A step continues the one before it, even if the document was read differently since.
            account, days = last.account, (last.period_start, last.period_end)
        if account is None or days is None:
            raise NotNow("no_account")
        self.account, self.days, self.actor = account, days, actor

    @property
    def sign_off(self) -> SignOff:
        return sign_off_of(self.settled.answer, excuses_on(self.settled.statement, self.settled.answer))

    def comes_after(self, *statuses: Status) -> None:
        if self.standing.status not in statuses:
            raise NotNow(f"not_after_{self.standing.status}")

    def drift(self) -> Drift:
        prepared = self.standing.prepared
        return drift_since(prepared, self.binding) if prepared else Drift()

    def refuse_if_signed_beside(self) -> None:
        """Raise NotNow if another document of the same account and days is signed off."""
        standings = standings_on([self.account])
        if signed_beside(key_of(self.settled.statement), self.account, self.days, standings) is not None:
            raise NotNow("signed_beside")

    def refuse_if_changed(self) -> None:
        if self.standing.prepared is not None and not self.standing.prepared.is_bound:
            raise NotNow("unbound")
        if self.drift():
            raise NotNow("changed")
        if self.sign_off.why_not:
            raise NotNow(self.sign_off.why_not)

    def makers(self) -> set[Any]:
        """Return who prepared it, who posted rows from it that are still in the books, and who confirmed its reading."""
        statement = self.settled.statement
        posted = Posting.objects.from_statement(statement).standing().values_list("posted_by", flat=True)
        confirmations = Decision.objects.of(self.account.organization).standing().about(statement).filter(kind="reading_confirmed")
        prepared = self.standing.prepared
        return {*posted, *confirmations.values_list("made_by", flat=True), prepared.by_id if prepared else None}

    def take(self, kind: str, **more: Any) -> Conclusion:
        statement, verdict = self.settled.statement, self.settled.verdict
        step = Conclusion.objects.create(
            account=self.account,
            period_start=self.days[0],
            period_end=self.days[1],
            number=next_number(key_of(statement), self.account, self.days),
            statement_import=statement.statement_import,
            statement_number=statement.number,
            document=self.binding.document,
            digest=self.binding.digest,
            kind=kind,
            by=self.actor,
            verdict=str(verdict.verdict),
            reasons=list(verdict.reasons),
            **more,
        )
        verify_again(statement.statement_import, Cause.CONCLUDED)
        record_step(step)
        return step
