"""Lines that the books lack and that cancel each other: possibly an error of the bank and its correction, which only a person can
confirm."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.verification.verdict import NewItem, Opposite, StatementVerdict

MOST = 20
"""With more lines of one amount no opposite is offered."""
ASIDE = frozenset({"overlaps", "account_unconfirmed"})

_Place = tuple[int, NewItem]
_Found = Mapping[tuple[str | None, Decimal], Sequence[_Place]]


def with_opposites(verdicts: Sequence[StatementVerdict]) -> list[StatementVerdict]:
    """Return the verdicts with the lines of the same account that would cancel each new row, by day; rows of statements that prove nothing
    have none."""
    places: dict[tuple[str | None, Decimal], list[_Place]] = defaultdict(list)
    for index, verdict in enumerate(verdicts):
        for item in _free(verdict):
            places[verdict.account_id, item.amount].append((index, item))
    return [_offering(verdict, places) for verdict in verdicts]


def _free(verdict: StatementVerdict) -> Iterator[NewItem]:
    if ASIDE.isdisjoint(verdict.reasons):
        yield from (item for item in verdict.new if item.amount and item.date and not item.undone_by and not item.repeats)


def _offering(verdict: StatementVerdict, places: _Found) -> StatementVerdict:
    free = {item.line for item in _free(verdict)}
    return replace(verdict, new=tuple(_with(item, verdict, places) if item.line in free else item for item in verdict.new))


def _with(item: NewItem, verdict: StatementVerdict, places: _Found) -> NewItem:
    others = places.get((verdict.account_id, -item.amount), ())
    if len(others) > MOST:
        return item
    opposites = (Opposite(statement=index, line=other.line, date=other.date, description=other.description) for index, other in others)
    return replace(item, opposites=tuple(sorted(opposites, key=lambda opposite: (str(opposite.date), opposite.statement, opposite.line))))
