"""Decisions on an account as a whole: the account of a statement, the opening balance of its books, reissued statements."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from reconciliation.verification.account_choice import AccountChoice
from reconciliation.verification.books import ZERO, AccountBooks
from reconciliation.verification.chain import StatementSpan
from reconciliation.verification.decisions import AccountNamed, OpeningAdopted, PersonDecision, Refusals, Reissued

DecidedT = TypeVar("DecidedT", bound=PersonDecision)


def accounts_named(decisions: Iterable[AccountNamed]) -> tuple[dict[int, AccountNamed], Refusals]:
    """Return the account decision of each statement; two that name different accounts are both refused."""
    return _one_a_statement(decisions)


def vetoed(named: Mapping[int, AccountNamed], choices: Sequence[AccountChoice]) -> Refusals:
    """Return the refused decisions: their account does not exist, or a printed number or currency forbids it on every statement."""
    allowed = {decision.id for index, decision in named.items() if choices[index].account is not None}
    return {decision.id: choices[index].why for index, decision in named.items() if decision.id not in allowed}


def with_opening(
    books: AccountBooks, spans: Collection[StatementSpan], decisions: Iterable[OpeningAdopted]
) -> tuple[AccountBooks, Refusals]:
    """Return the books with the opening that a person adopted. It must be unknown in the books, and that of the account's first statement:
    later ones are tied to the one before."""
    by_statement, refused = _one_a_statement(decisions)
    for decision in by_statement.values():
        why = _not_adoptable(books, spans, decision)
        if why:
            refused[decision.id] = why
    for span in spans:
        adopted = by_statement.get(span.index)
        if adopted and adopted.id not in refused:
            return replace(books, opening_balance=adopted.amount, opening_date=span.first, opening_origin="", earlier=ZERO), refused
    return books, refused


def _not_adoptable(books: AccountBooks, spans: Collection[StatementSpan], decision: OpeningAdopted) -> str | None:
    span = next((span for span in spans if span.index == decision.statement), None)
    if span is None:
        return "stands_aside"
    if books.opening_balance is not None:
        return "opening_known"
    if span.statement.opening_balance != decision.amount:
        return "opening_changed"
    if any(other.first < span.first for other in spans):
        return "earlier_statement"
    return "ledger_begins_later" if books.opening_date is not None and books.opening_date > span.first else None


def replaced(spans: Collection[StatementSpan], decisions: Iterable[Reissued]) -> tuple[frozenset[int], Refusals]:
    """Return the replaced statements: of the same account, with no day that the newer one does not cover."""
    by_statement, refused = _one_a_statement(decisions)
    of_index = {span.index: span for span in spans}
    gone: set[int] = set()
    for index, decision in by_statement.items():
        new, old = of_index.get(index), of_index.get(decision.replaces)
        if new is None or old is None or new is old:
            refused[decision.id] = "another_account"
        elif not (new.first <= old.first and old.last <= new.last):
            refused[decision.id] = "days_left_uncovered"
        elif _in_a_circle(decision, by_statement):
            refused[decision.id] = "contradicts"
        else:
            gone.add(decision.replaces)
    return frozenset(gone), refused


def _in_a_circle(decision: Reissued, by_statement: Mapping[int, Reissued]) -> bool:
    visited = {decision.statement}
    following: Reissued | None = decision
    while following:
        if following.replaces in visited:
            return True
        visited.add(following.replaces)
        following = by_statement.get(following.replaces)
    return False


def _one_a_statement(decisions: Iterable[DecidedT]) -> tuple[dict[int, DecidedT], Refusals]:
    by_statement: dict[int, list[DecidedT]] = defaultdict(list)
    for decision in decisions:
        by_statement[decision.statement].append(decision)
    refused = {decision.id: "contradicts" for group in by_statement.values() if len(group) > 1 for decision in group}
    return {index: group[0] for index, group in by_statement.items() if len(group) == 1}, refused
