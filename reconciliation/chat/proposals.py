"""A person's answer to a proposal of a model: accepted, changed or rejected. Only accepting and changing decide something."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from finance.models import Account, Transaction
from people.access import require
from people.audit import Act, record
from reconciliation.decisions import rows
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, ProposalAnswer, Question, Statement, StatementLine
from reconciliation.models.actor import Actor
from reconciliation.models.columns import fit
from reconciliation.proposals.result import account_as_shown, digest_of_shown, pair_as_shown
from reconciliation.uploads.services import choose_account

LONGEST_REASON = 2000
Outcome = ProposalAnswer.Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A stored proposal with its rows of today: a row and entries, or an account."""

    statement: Statement
    line: StatementLine | None
    entries: tuple[Transaction, ...]
    account: Account | None
    shown: dict[str, Any]


def proposed(question: Question, number: int, actor: User) -> Proposed:
    """Return a proposal as the actor sees it. Raises DecisionRefused if there is none, or a row of it is gone."""
    viewer = Actor(organization=question.statement_import.organization, user=actor, channel="web")
    proposal = dict(enumerate(question.proposals)).get(number, {"kind": ""})
    if proposal["kind"] == "account":
        statement = question.statement_import.statements.filter(pk=UUID(proposal["statement"])).first()
        account = viewer.accounts().filter(pk=UUID(proposal["account"])).first()
        if statement is not None and account is not None:
            return Proposed(statement=statement, line=None, entries=(), account=account, shown=account_as_shown(statement, account))
    if proposal["kind"] == "pair":
        lines = StatementLine.objects.of(viewer.organization).filter(statement__statement_import=question.statement_import)
        line = lines.filter(pk=proposal["line"]).select_related("statement__account", "statement__statement_import").first()
        entries_by_key = viewer.transactions().select_related("account").in_bulk([UUID(name) for name in proposal["transactions"]])
        entries = tuple(entries_by_key[key] for name in proposal["transactions"] if (key := UUID(name)) in entries_by_key)
        if line is not None and len(entries) == len(proposal["transactions"]):
            shown = pair_as_shown(line, entries)
            return Proposed(statement=line.statement, line=line, entries=entries, account=None, shown=shown)
    raise DecisionRefused("proposal_gone")


def approve(*, question: Question, number: int, shown: str, actor: User, account: Account | None = None) -> ProposalAnswer:
    """Decide what the proposal says, or with another `account` that one. Raises NotYours, and DecisionRefused with nothing stored."""
    proposal = proposed(question, number, actor)
    wanted = account or proposal.account

    def act() -> Decision:
        if proposal.line is not None:
            return rows.pair(statement=proposal.statement, lines=[proposal.line.number], entries=proposal.entries, actor=actor)
        if wanted is None:
            raise DecisionRefused("unknown_account")
        choose_account(statement_import=question.statement_import, account=wanted, actor=actor)
        standing = Decision.objects.of(question.statement_import.organization).standing()
        return standing.get(statement_import=question.statement_import, kind=Decision.Kind.ACCOUNT)

    return answer_with(question=question, number=number, shown=shown, actor=actor, act=act)


@transaction.atomic
def answer_with(*, question: Question, number: int, shown: str, actor: User, act: Callable[[], Decision]) -> ProposalAnswer:
    """Decide with `act`, and store it as the answer to a proposal: as changed, if it decides something else. `shown` is the digest of the
    proposal as the page showed it. Raises NotYours, and DecisionRefused with nothing stored."""
    proposal = _to_answer(question, number, shown, actor)
    decision = act()
    lines = () if proposal.line is None else (proposal.line.number,)
    entries = {str(entry.pk) for entry in proposal.entries}
    is_same = decision.line_numbers == lines and {entry["transaction"] for entry in decision.entries} == entries
    is_same = is_same and decision.kind == (Decision.Kind.ACCOUNT if proposal.account else Decision.Kind.PAIR)
    is_same = is_same and proposal.account in (None, decision.account)
    outcome = Outcome.APPROVED if is_same else Outcome.CHANGED
    return _stored(question, ProposalAnswer(number=number, outcome=outcome, shown=proposal.shown, decision=decision, made_by=actor))


@transaction.atomic
def refuse(*, question: Question, number: int, shown: str, actor: User, reason: str = "") -> ProposalAnswer:
    """Store that a person rejects the proposal; nothing else changes. Raises NotYours, DecisionRefused."""
    proposal = _to_answer(question, number, shown, actor)
    reason = fit(reason.strip(), LONGEST_REASON)
    answer = _stored(question, ProposalAnswer(number=number, outcome=Outcome.REFUSED, shown=proposal.shown, reason=reason, made_by=actor))
    about, kind = question.statement_import, question.proposals[number]["kind"]
    record(about.organization, actor, Act.REFUSED_PROPOSAL, about, question=question.pk, kind=kind)
    return answer


def _to_answer(question: Question, number: int, shown: str, actor: User) -> Proposed:
    require(actor, question.statement_import.organization, "decide")
    proposal = proposed(question, number, actor)
    if digest_of_shown(proposal.shown) != shown:
        raise DecisionRefused("proposal_changed")
    if question.proposal_answers.filter(number=number).exists():
        raise DecisionRefused("proposal_answered")
    return proposal


def _stored(question: Question, answer: ProposalAnswer) -> ProposalAnswer:
    answer.question = question
    try:
        with transaction.atomic():
            answer.save(force_insert=True)
    except IntegrityError as meanwhile:
        raise DecisionRefused("decided_meanwhile") from meanwhile
    return answer
