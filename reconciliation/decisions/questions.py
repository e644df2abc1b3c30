"""Questions of the verifier: confirm its proposal, deny it, confirm all that are certain enough, or all pairs of other names at once.

A confirmed pair of names that differ teaches that they are the same on its account (`reconcile.names`)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Transaction
from reconciliation.decisions.deciding import answer_of, entries_of, hold, lines_of, record, verified
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement
from reconciliation.reconcile.answers import asks_about_names
from reconciliation.reconcile.names import Names, names_that_differ

Json = dict[str, Any]
CONFIDENT = ("group_to_confirm", "contra_to_confirm", "weak_pair")
"""Doubts whose proposals may be confirmed together. Equal rows are confirmed one question at a time, because any entry may belong to any
row."""


@dataclass(frozen=True, slots=True)
class AmbiguousGroup:
    """An ambiguous group as a person saw it: its rows, and the entries by their ids in the verdict."""

    lines: tuple[int, ...]
    entries: tuple[str, ...]


@transaction.atomic
def confirm(*, statement: Statement, question: AmbiguousGroup, actor: User | None) -> list[Decision]:
    """Confirm the proposal of a group. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    steps = list(_steps(asked(current, question)))
    if not steps:
        raise DecisionRefused("nothing_proposed")
    return _decided(current, steps, actor)


@transaction.atomic
def deny(*, statement: Statement, question: AmbiguousGroup, actor: User | None) -> list[Decision]:
    """Record that none of these rows is one of these entries. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    asked(current, question)
    return _decided(current, [(Decision.Kind.UNPAIR, question.lines, question.entries)], actor)


@transaction.atomic
def confirm_all(*, statement: Statement, actor: User | None) -> list[Decision]:
    """Confirm every proposed sum, reversal and name in another spelling, each as one decision. Questions of equal rows remain.

    A proposal that cannot be applied with the others is left open. Raises NotYours."""
    current = hold(statement, actor)
    items = [item for item in answer_of(current)["ambiguous"] if item["doubt"] in CONFIDENT]
    wanted = [step for item in items for step in _steps(item)]
    while wanted:
        with transaction.atomic():
            decisions = [_record(current, step, actor) for step in wanted]
            refused = verified(current.statement_import, decisions)
            if not refused:
                return decisions
            transaction.set_rollback(True)
        current = hold(statement, actor)
        wanted = [step for step, decision in zip(wanted, decisions, strict=True) if decision not in refused]
    return []


@transaction.atomic
def confirm_pairs(*, statement: Statement, pairs: Collection[tuple[int, str]], actor: User | None) -> list[Decision]:
    """Confirm these pairs of a row and an entry, among all questions about names. Each is one decision.

    The names of a pair that was left out are not learned from the others. Raises NotYours, and DecisionRefused if no pair is named or one
    is no longer asked."""
    current = hold(statement, actor)
    open_questions = [item for item in answer_of(current)["ambiguous"] if asks_about_names(item)]
    by_pair = {(item["lines"][0], item["transactions"][0]): item for item in open_questions}
    if not pairs:
        raise DecisionRefused("too_few_rows")
    if not by_pair.keys() >= set(pairs):
        raise DecisionRefused("asked_no_more")
    left_out = [step for pair, item in by_pair.items() if pair not in pairs for step in _steps(item)]
    exceptions = {_names(current, step) for step in left_out}
    steps = [step for pair, item in by_pair.items() if pair in pairs for step in _steps(item)]
    return _decided(current, steps, actor, exceptions)


Step = tuple[str, tuple[int, ...], tuple[str, ...]]
"""Kind of the decision, lines, names of entries."""


def asked(statement: Statement, question: AmbiguousGroup) -> Json:
    """Return the group as it is asked now. Raises DecisionRefused if it is settled or has changed."""
    for item in answer_of(statement)["ambiguous"]:
        if (tuple(item["lines"]), tuple(item["transactions"])) == (question.lines, question.entries):
            return dict(item)
    raise DecisionRefused("asked_no_more")


def _steps(item: Json) -> Iterable[Step]:
    lines, entries = tuple(item["lines"]), tuple(item["transactions"])
    if item["doubt"] == "contra_to_confirm":
        return [(Decision.Kind.CONTRA, (), entries)]
    if item["doubt"] == "group_to_confirm" or len(lines) == len(entries) == 1:
        return [(Decision.Kind.PAIR, lines, entries)]
    return [(Decision.Kind.PAIR, (line,), (entry,)) for line, entry in item["guess"]]


def _decided(statement: Statement, steps: Sequence[Step], actor: User | None, exceptions: Collection[Names | None] = ()) -> list[Decision]:
    """Record all of these decisions, or none. Names of `exceptions` are not learned. Raises DecisionRefused."""
    decisions = [_record(statement, step, actor, exceptions) for step in steps]
    for why in verified(statement.statement_import, decisions).values():
        raise DecisionRefused(why)
    return decisions


def _names(statement: Statement, step: Step) -> Names | None:
    """Return the names of one row and one entry if they differ, else None."""
    _kind, lines, names = step
    if len(lines) != 1 or len(names) != 1:
        return None
    (line,), (entry,) = lines_of(statement, lines), entries_named(statement, names)
    return names_that_differ(line.description, entry.description)


def _record(statement: Statement, step: Step, actor: User | None, exceptions: Collection[Names | None] = ()) -> Decision:
    kind, lines, names = step
    entries = entries_named(statement, names)
    after = {"contra": True} if kind == Decision.Kind.CONTRA else {"paired": kind == Decision.Kind.PAIR}
    differing = _names(statement, step)
    if kind == Decision.Kind.PAIR and differing and differing not in exceptions:
        after["learned"] = True
    return record(
        statement=statement,
        kind=kind,
        actor=actor,
        lines=lines_of(statement, lines),
        entries=entries_of(statement, entries),
        before={"asked": True},
        after=after,
    )


def entries_named(statement: Statement, names: Sequence[str]) -> list[Transaction]:
    """Return the entries of the statement's account by their ids in the verdict, in that order. Raises DecisionRefused."""
    rows = Transaction.objects.of(statement.statement_import.organization).filter(account=statement.account).named(names)
    by_name = {entry.external_id or str(entry.pk): entry for entry in rows}
    if any(name not in by_name for name in names):
        raise DecisionRefused("no_entry")
    return [by_name[name] for name in names]
