"""Matching of lines with entries: pure, no database. From the surest to the least: payouts, slips, exact, reversals, groups, differing."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal

from finance.payees import payees_agree
from reconciliation.matching.differing import find_differing
from reconciliation.matching.evidence import CHEQUE_LATEST, numbers_agree, references_agree
from reconciliation.matching.exact import settle_exact
from reconciliation.matching.groups import find_groups, find_slips
from reconciliation.matching.outcome import Difference, DifferingPair, Doubt, Group, Pair, Undecided, Weighing
from reconciliation.matching.payouts import find_payouts
from reconciliation.matching.rows import Edge, MatchRow, Payout, PayoutPart, Support, make_row

__all__ = [
    "Difference",
    "DifferingPair",
    "Doubt",
    "Edge",
    "Group",
    "MatchRow",
    "Pair",
    "Payout",
    "PayoutPart",
    "Support",
    "Undecided",
    "Weighing",
    "contras_to_confirm",
    "make_row",
    "weigh",
]
FARTHEST = 62
"""Days between a payment and its undoing."""


def weigh(
    lines: Iterable[MatchRow],
    entries: Iterable[MatchRow],
    *,
    reversal_of: Mapping[Hashable, Hashable] | None = None,
    paired: Iterable[MatchRow] = (),
    payouts: Sequence[Payout] = (),
) -> Weighing:
    """Match all lines of an account with its entries, once. Unmatched rows stay in `lines` and `entries`.

    `reversal_of` links the key of a reversing entry to the key of the one that it undoes. `paired` are rows that a person paired one by
    one: they are not matched again, but show that their payees pay singly. `payouts` are those of the account's reports.
    """
    weighing = Weighing(lines, entries, paired)
    find_payouts(weighing, payouts)
    find_slips(weighing)
    settle_exact(weighing)
    set_reversals_apart(weighing, reversal_of or {})
    find_groups(weighing)
    find_differing(weighing)
    return weighing


def set_reversals_apart(weighing: Weighing, reversal_of: Mapping[Hashable, Hashable]) -> None:
    """Take linked halves of opposite amounts out of the leftover entries, both at once."""
    left = {entry.key: entry for entry in weighing.entries}
    for key, original in reversal_of.items():
        line, other = left.get(key), left.get(original)
        if line and other and line.amount == -other.amount:
            weighing.reversals.append((other, line))
            weighing.take((), (line, other))
            del left[key], left[original]


def contras_to_confirm(entries: Iterable[MatchRow]) -> list[Undecided]:
    """Return leftover entries that look like a payment and its undoing, if each has no other such partner."""
    by_amount: dict[Decimal, list[MatchRow]] = defaultdict(list)
    rows = list(entries)
    for entry in rows:
        by_amount[entry.amount].append(entry)
    pairs = []
    for out in (row for row in rows if row.amount < 0):
        for back in by_amount.get(-out.amount, ()):
            apart = abs(out.day - back.day)
            if numbers_agree(out, back):
                undoes = apart <= CHEQUE_LATEST
            else:
                undoes = apart <= FARTHEST and (payees_agree(out.payee, back.payee) or references_agree(out, back))
            if undoes:
                pairs.append((out, back))
    claims = Counter(row for pair in pairs for row in pair)
    return [Undecided(Doubt.CONTRA, (), pair) for pair in pairs if claims[pair[0]] == claims[pair[1]] == 1]
