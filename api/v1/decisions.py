"""Operations on decisions: recorded, verified again at once, and withdrawn."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q
from django.shortcuts import get_object_or_404
from ninja import Router

from api.access import TokenRequest, needs, require_scope
from api.http.problems import Refused
from api.schemas.statements import Decided, DecisionSent, DecisionShape, WithdrawSent
from api.v1.visible import shape_of, statement_of
from reconciliation.decisions import deciding, questions, reading, rows, waivers
from reconciliation.decisions.questions import entries_named
from reconciliation.models import Decision, Statement
from reconciliation.posting.publishing import add_missing
from reconciliation.views.access import imports_seen_by

router = Router(tags=["Decisions"])
Value = TypeVar("Value")
NO_MARK = "Name the place by its number in unread (mark), and what it says."
Act = Callable[[TokenRequest, Statement, DecisionSent], Decision | Sequence[Decision]]


@router.get(
    "/statements/{uuid:statement_id}/decisions",
    auth=needs("read_books"),
    response=list[DecisionShape],
    summary="Decisions that count on it",
)
def listed(request: TokenRequest, statement_id: UUID) -> list[DecisionShape]:
    standing = Decision.objects.of(request.organization).standing().about(statement_of(request, statement_id))
    return [DecisionShape.of(decision) for decision in standing.select_related("made_by")]


@router.post("/statements/{uuid:statement_id}/decisions", auth=needs("decide"), response=Decided, summary="Record decisions on rows")
def decide(request: TokenRequest, statement_id: UUID, sent: DecisionSent) -> Decided:
    statement = statement_of(request, statement_id)
    made = ACTS[sent.kind](request, statement, sent)
    return _decided(request, [made] if isinstance(made, Decision) else made, statement.statement_import_id)


@router.post("/decisions/{uuid:decision_id}/withdraw", auth=needs("decide"), response=Decided, summary="Take a decision back")
def withdraw(request: TokenRequest, decision_id: UUID, sent: WithdrawSent) -> Decided:
    visible = imports_seen_by(request)
    decisions = Decision.objects.of(request.organization)
    ours = decisions.filter(Q(statement_import__in=visible) | Q(kind="bank_contra", other_import__in=visible))
    decision = get_object_or_404(ours, pk=decision_id)
    if "difference" in decision.after:  # its entry leaves the books with it
        require_scope(request.token, "post")
    withdrawn = deciding.withdraw_decision(decision=decision, actor=request.user, reason=sent.reason)
    return _decided(request, [withdrawn], decision.statement_import_id)


def _decided(request: TokenRequest, made: Sequence[Decision], import_id: UUID) -> Decided:
    return Decided(decisions=[DecisionShape.of(decision) for decision in made], statement_import=shape_of(request, import_id))


def _ask(act: Any) -> Act:
    def answer(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Sequence[Decision]:
        question = questions.AmbiguousGroup(tuple(sent.lines), tuple(sent.entries))
        decisions: Sequence[Decision] = act(statement=statement, question=question, actor=request.user)
        return decisions

    return answer


def _confirm_pairs(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Sequence[Decision]:
    if len(sent.lines) != len(sent.entries):
        raise Refused(409, "no_pairs", "Name as many entries as lines: the first of each are a pair, and so on.")
    pairs = list(zip(sent.lines, sent.entries, strict=True))
    return questions.confirm_pairs(statement=statement, pairs=pairs, actor=request.user)


def _pair_with_difference(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Decision:
    require_scope(request.token, "post")
    return rows.pair_with_difference(
        statement=statement,
        lines=sent.lines,
        entries=entries_named(statement, sent.entries),
        booked_to=sent.booked_to,
        actor=request.user,
        reason=sent.reason,
    )


def _add_missing(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Sequence[Decision]:
    require_scope(request.token, "post")
    question = questions.AmbiguousGroup(tuple(sent.lines), tuple(sent.entries))
    return add_missing(statement=statement, question=question, actor=request.user).decisions


def _rows(act: Any, *fields: str) -> Act:
    """Return the act on the entries that were sent, with these other fields of the request."""

    def on_rows(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Decision:
        named = {field: getattr(sent, field) for field in fields}
        entries = entries_named(statement, sent.entries)
        made: Decision = act(statement=statement, entries=entries, actor=request.user, reason=sent.reason, **named)
        return made

    return on_rows


def _correct_statement(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Decision:
    facts = sent.facts
    if facts is None:
        raise Refused(409, "no_facts", "Send the corrected values: facts.")
    return reading.correct_statement(
        statement=statement,
        actor=request.user,
        opening=facts.opening_balance,
        closing=facts.closing_balance,
        first=facts.period_start,
        last=facts.period_end,
        number=facts.account_number,
        currency=facts.currency,
        account_kind=facts.account_kind,
        not_printed=facts.not_printed,
        turned=facts.turned,
        reason=sent.reason,
    )


def _add_row(request: TokenRequest, statement: Statement, sent: DecisionSent) -> Decision:
    if sent.amount is None or sent.date is None or sent.description is None:
        raise Refused(409, "no_row", "A row has an amount, a date and a description.")
    return reading.add_row(
        statement=statement,
        actor=request.user,
        amount=sent.amount,
        date=sent.date,
        description=sent.description,
        balance=sent.balance,
        mark=sent.mark,
        before=sent.before,
        reason=sent.reason,
    )


def _other(request: TokenRequest, sent: DecisionSent) -> Statement:
    return statement_of(request, _sent(sent.other, "no_other", "Say which statement is meant: other."))


def _sent(value: Value | None, code: str, advice: str) -> Value:
    """Return a value that this kind of decision needs. Raises Refused with the advice if it was not sent."""
    if value is None:
        raise Refused(409, code, advice)
    return value


def _one_line(sent: DecisionSent) -> int:
    if len(sent.lines) != 1:
        raise Refused(409, "one_line", "Name exactly one row in lines.")
    return sent.lines[0]


ACTS: dict[str, Act] = {
    "confirm": _ask(questions.confirm),
    "deny": _ask(questions.deny),
    "confirm_all": lambda request, statement, _sent: questions.confirm_all(statement=statement, actor=request.user),
    "confirm_pairs": _confirm_pairs,
    "add_missing": _add_missing,
    "pair": _rows(rows.pair, "lines"),
    "pair_difference": _pair_with_difference,
    "unpair": _rows(rows.unpair, "lines"),
    "contra": _rows(rows.undo_each_other),
    **dict.fromkeys(("outstanding", "difference", "ignored", "bank_error"), _rows(waivers.excuse, "lines", "kind")),
    "acknowledged": lambda request, statement, sent: waivers.acknowledge(
        statement=statement,
        fact=_sent(sent.fact, "no_fact", "Name the reason of the verdict that is acknowledged: fact."),
        actor=request.user,
        reason=sent.reason,
    ),
    "correction": lambda request, statement, sent: rows.correct_line(
        statement=statement,
        line=_one_line(sent),
        actor=request.user,
        reason=sent.reason,
        amount=sent.amount,
        date=sent.date,
        description=sent.description,
        balance=sent.balance,
    ),
    "no_row": lambda request, statement, sent: rows.set_row_aside(
        statement=statement, line=_one_line(sent), actor=request.user, reason=sent.reason
    ),
    "opening": lambda request, statement, sent: reading.adopt_opening(statement=statement, actor=request.user, reason=sent.reason),
    "reissue": lambda request, statement, sent: reading.replace_statement(
        statement=statement, replaced=_other(request, sent), actor=request.user, reason=sent.reason
    ),
    "bank_contra": lambda request, statement, sent: rows.cancel_each_other(
        statement=statement,
        other_line=_sent(sent.other_line, "no_other_line", "Say which row of the other statement cancels this one: other_line."),
        line=_one_line(sent),
        other=_other(request, sent),
        actor=request.user,
        reason=sent.reason,
    ),
    "statement": _correct_statement,
    "added_row": _add_row,
    "mark_answered": lambda request, statement, sent: reading.answer_mark(
        statement=statement,
        actor=request.user,
        mark=_sent(sent.mark, "no_mark", NO_MARK),
        says=_sent(sent.says, "no_mark", NO_MARK),
        reason=sent.reason,
    ),
    "reading_confirmed": lambda request, statement, sent: reading.confirm_reading(
        statement=statement,
        actor=request.user,
        digest=_sent(sent.digest, "no_digest", "Send the reading_digest of the statement that was compared: digest."),
        reason=sent.reason,
    ),
}
