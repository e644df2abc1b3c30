"""Equal rows of which the books lack some: the rows are matched with the entries there are, and the rows that are left are added."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Transaction
from reconciliation.decisions.deciding import hold, lines_of, record, verified
from reconciliation.decisions.questions import AmbiguousGroup, asked, entries_named
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement, StatementLine
from reconciliation.posting.publishing import Published, publish
from reconciliation.reconcile.equal_rows import lacking


@transaction.atomic
def add_missing(*, statement: Statement, question: AmbiguousGroup, actor: User | None) -> Published:
    """Match each entry of the question with the nearest of the equal rows, and add the rows that are left to the books.

    Raises NotYours, DecisionRefused, LedgerLocked, and as `publish` does: nothing is stored then."""
    current = hold(statement, actor)
    group = asked(current, question)
    rows, entries = lines_of(current, question.lines), entries_named(current, question.entries)
    if not lacking(group, rows):
        raise DecisionRefused("asked_no_more")
    rows.sort(key=lambda row: (row.date is None, row.date, row.number))
    entries.sort(key=lambda entry: entry.booked_on)
    left: list[StatementLine] = []
    while len(rows) > len(entries):
        left.append(rows.pop(_least_needed(rows, entries)))
    decisions = [_paired(current, row, entry, actor) for row, entry in zip(rows, entries, strict=True)]
    for why in verified(current.statement_import, decisions).values():
        raise DecisionRefused(why)
    published = publish(statement=current, actor=actor, lines=[row.number for row in left])
    if published.left:
        raise DecisionRefused("row_not_added")
    return published


def _least_needed(rows: Sequence[StatementLine], entries: Sequence[Transaction]) -> int:
    """Return the place of the row without which the others lie nearest to the entries, both in order of days; the last one of several."""

    def days_apart(place: int) -> int:
        others = (*rows[:place], *rows[place + 1 :])
        return sum(abs((row.date - entry.booked_on).days) for row, entry in zip(others, entries, strict=False) if row.date)

    return min(reversed(range(len(rows))), key=days_apart)


def _paired(statement: Statement, row: StatementLine, entry: Transaction, actor: User | None) -> Decision:
    return record(
        statement=statement,
        kind=Decision.Kind.PAIR,
        actor=actor,
        lines=[row],
        entries=[entry],
        before={"asked": True},
        after={"paired": True},
    )
