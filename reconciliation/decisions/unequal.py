"""One payment of unequal amounts: the difference becomes an entry, and the row is matched with both."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Transaction
from reconciliation.decisions.booked_difference import as_booked, book_difference
from reconciliation.decisions.deciding import decide, entries_of, hold
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import sums_of_entries
from reconciliation.models import Decision, Statement
from reconciliation.reconcile.decisions import printed_as_decided


@transaction.atomic
def pair_with_difference(
    *, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], booked_to: str, actor: User | None, reason: str = ""
) -> Decision:
    """Match one row with entries of another sum. The difference is added to the books as an entry of its own, coded to `booked_to`, so
    that the sums are equal; withdrawing the decision removes it.

    Raises NotYours, DecisionRefused: also for more than one row, for equal sums, and without a named account."""
    current, nominal = hold(statement, actor), " ".join(booked_to.split())
    if not nominal:
        raise DecisionRefused("no_booked_to")
    if len(lines) != 1 or not entries:
        raise DecisionRefused("one_row_with_difference")
    printed = dict(enumerate(printed_as_decided(current.statement_import)[current.number].lines))
    line = printed.get(lines[0])
    if line is None:
        raise DecisionRefused("line_changed")
    apart = sums_of_entries(current, lines, entries_of(current, entries)).apart
    if not apart:
        raise DecisionRefused("no_difference")
    day = line.date or current.period_end
    if day is None:
        raise DecisionRefused("difference_not_booked")
    text = line.description or nominal
    entry = book_difference(statement=current, amount=apart, day=day, text=text, nominal=nominal, actor=actor)
    return decide(
        statement=current,
        kind=Decision.Kind.PAIR,
        lines=lines,
        entries=[*entries, entry],
        actor=actor,
        reason=reason,
        after={"paired": True, "difference": as_booked(entry, nominal)},
    )
