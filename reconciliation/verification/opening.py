"""A difference in the balance brought forward: definite, carried over from an open question, or from uncovered days."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.verification.books import BookEntry
from reconciliation.verification.methods import method_of
from reconciliation.verification.outstanding import OUTSTANDING, Leftovers
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.standing import EntryStates

MOST_SUMS = 20_000
"""With more sums any total can be reached: the difference is then undecided, never definite."""


@dataclass(frozen=True, slots=True)
class OpeningFinding:
    """`reason` is the code, None if the opening ties or cannot be compared; `undecided` if it is not definite; `entries` are the only set
    of entries that would explain it."""

    reason: str | None = None
    undecided: bool = False
    entries: tuple[str, ...] = ()


IN_A_GAP = "opening_undecided"

TIES = OpeningFinding()


def judge_opening(
    span: StatementSpan, difference: Decimal | None, standing: EntryStates, leftovers: Leftovers, *, carried: bool
) -> OpeningFinding:
    """Return the meaning of K0 - C0. `carried` if an earlier statement that is not sound may have caused it."""
    if not difference:
        return TIES
    uncovered = _from_uncovered_days(span, standing, leftovers)
    explanations = _sets_that_make(difference, uncovered) if uncovered else []
    if explanations:
        only = explanations[0] if len(explanations) == 1 else ()
        return OpeningFinding(IN_A_GAP, undecided=True, entries=tuple(entry.id for entry in only))
    return OpeningFinding("carried_over", undecided=True) if carried else OpeningFinding("opening_differs")


def _from_uncovered_days(span: StatementSpan, standing: EntryStates, leftovers: Leftovers) -> list[tuple[BookEntry, Decimal]]:
    """Return possible events of days that no statement covers, each with its effect on K0 - C0: items outstanding before them that cleared
    in them, and entries dated in them that had not cleared yet."""
    chain = leftovers.chain
    earlier = chain.before(span)
    if earlier and not chain.gap_before(span):
        return []
    kind = leftovers.ledger.books.kind
    may_have_cleared = [(entry, entry.amount) for entry in standing.left_over if _outstanding_before(entry, span, leftovers)]
    may_have_cleared += [(entry, entry.amount) for entry in standing.undecided if entry.date < span.first]
    since = earlier[-1].last if earlier else None
    may_be_open = [
        (entry, -entry.amount)
        for entry in standing.cleared_before
        if entry.date < span.first
        and (since is None or entry.date > since)
        and entry.id not in leftovers.cleared
        and method_of(entry, kind).last_plausible_day(entry.date) >= span.first
    ]
    return may_have_cleared + may_be_open


def _outstanding_before(entry: BookEntry, span: StatementSpan, leftovers: Leftovers) -> bool:
    """True if the entry was outstanding at the last statement before the gap or at the opening, and has not cleared since."""
    if entry.date >= span.first or entry.id in leftovers.cleared:
        return False
    if entry.id in leftovers.reversed:  # it is in no balance brought forward, though the bank may have shown this half
        return True
    earlier = leftovers.chain.before(span)
    if earlier:
        return leftovers.item(entry, earlier[-1]).kind == OUTSTANDING
    opening = leftovers.ledger.books.opening_date
    return entry.brought_forward and opening is not None and opening < span.first


def _sets_that_make(total: Decimal, items: Sequence[tuple[BookEntry, Decimal]]) -> list[tuple[BookEntry, ...]]:
    """Return at most two sets of these items that add up to the total; empty sets if there are too many sums to tell."""
    sums: dict[Decimal, list[tuple[BookEntry, ...]]] = {Decimal(0): [()]}
    for entry, amount in items:
        for reached, sets in list(sums.items()):
            more = [(*chosen, entry) for chosen in sets]
            sums[reached + amount] = (sums.get(reached + amount, []) + more)[:2]
        if len(sums) > MOST_SUMS:
            return [(), ()]
    return sums.get(total, [])
