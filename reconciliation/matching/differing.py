"""One payment that the two sides record differently: another amount, the other sign, a far-off day."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal

from finance.payees import same_payee
from reconciliation.matching.agreement import ByPayee, KnownPayees
from reconciliation.matching.evidence import in_window, nearest_lag, numbers_agree, numbers_differ, references_agree
from reconciliation.matching.outcome import Difference, DifferingPair, Doubt, Weighing
from reconciliation.matching.rows import MatchRow

FARTHEST = 62
"""Days within which an equal amount of an agreeing payee still counts as one payment with a wrong date."""
MOST_APART = 3
"""Amounts that differ by at most this part of the larger one may differ by a tip, a fee, a rate or a rise."""

Kind = Callable[[MatchRow, MatchRow, int], Difference | None]


def find_differing(weighing: Weighing) -> None:
    """Find pairs of unequal amounts or opposite signs, then of far-off days, if a row has no other such partner."""
    lonely, known = _Lonely(weighing), KnownPayees(weighing.alone)

    def other_day(line: MatchRow, entry: MatchRow, lag: int) -> Difference | None:
        far = line.amount == entry.amount and abs(lag) <= FARTHEST
        return Difference.DATE if far and not known.pays_again(line) else None

    lonely.take(_other_amount)
    lonely.take(other_day)
    for place, question in enumerate(weighing.undecided):
        if question.doubt in {Doubt.WEAK, Doubt.AMBIGUOUS}:  # an entry of the same payee on a far-off day may be the partner too
            free, payees = set(weighing.entries), [entry.payee for entry in question.entries]
            others = [line for line in question.lines if not any(same_payee(line.payee, payee) for payee in payees)]
            near = [(line, entry) for line in others for entry in lonely.entries.near_to(line) if entry in free]
            far = dict.fromkeys(entry for line, entry in near if _differing(line, entry, other_day))
            weighing.take((), far)
            weighing.undecided[place] = replace(question, entries=(*question.entries, *far))


class _Lonely:
    """Finds pairs without rivals. Rows that wait for a person are rivals too."""

    def __init__(self, weighing: Weighing) -> None:
        self.weighing = weighing
        self.lines = ByPayee((*weighing.lines, *(line for group in weighing.undecided for line in group.lines)))
        self.entries = ByPayee((*weighing.entries, *(entry for group in weighing.undecided for entry in group.entries)))
        self.gone: set[MatchRow] = set()

    def take(self, kind_of: Kind) -> None:
        """Take the pairs of these kinds; taken rows are no rivals to those of other kinds, found later."""
        free, pairs = set(self.weighing.entries), []
        for line in self.weighing.lines:
            pair = _only(_differing(line, entry, kind_of) for entry in self.entries.near_to(line) if entry not in self.gone)
            if pair is None or pair.entry not in free:
                continue
            lines = [other for other in self.lines.near_to(pair.entry) if other not in self.gone]
            if _only(_differing(other, pair.entry, kind_of) for other in lines):
                pairs.append(pair)
        for pair in pairs:
            self.weighing.differing.append(pair)
            self.weighing.take((pair.line,), (pair.entry,))
            self.gone |= {pair.line, pair.entry}


def _only(candidates: Iterable[DifferingPair | None]) -> DifferingPair | None:
    """Return the only pair; None if there is none or a second one, at which the search stops."""
    first = None
    for pair in candidates:
        if pair and first:
            return None
        first = first or pair
    return first


def _differing(line: MatchRow, entry: MatchRow, kind_of: Kind) -> DifferingPair | None:
    """Return the pair if the two are one payment that differs in this way, or None."""
    lag = nearest_lag(line, entry)
    kind = None if lag is None else kind_of(line, entry, lag)
    if lag is None or kind is None or numbers_differ(line, entry):
        return None
    same_payment = same_payee(line.payee, entry.payee) or _numbered(line, entry)
    return DifferingPair(line, entry, kind, lag) if same_payment else None


def _other_amount(line: MatchRow, entry: MatchRow, lag: int) -> Difference | None:
    """Return SIGN, or AMOUNT if one amount may be meant by the other: it is not much larger, or has the same digits in another order or
    with the point elsewhere."""
    if not in_window(entry, lag):
        return None
    if line.amount == -entry.amount:
        return Difference.SIGN
    if line.amount == entry.amount or (line.amount < 0) != (entry.amount < 0):
        return None
    printed, booked = abs(line.amount), abs(entry.amount)
    near = abs(printed - booked) * MOST_APART <= max(printed, booked)
    return Difference.AMOUNT if near or _numbered(line, entry) or _digits(printed) == _digits(booked) else None


def _digits(amount: Decimal) -> list[str]:
    return sorted(format(amount, "f").replace(".", "").strip("0"))


def _numbered(line: MatchRow, entry: MatchRow) -> bool:
    return numbers_agree(line, entry) or references_agree(line, entry)
