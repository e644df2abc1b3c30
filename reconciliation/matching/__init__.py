"""Matching of lines with entries: pure, no database. From the surest to the least: slips, exact, reversals, groups, differing."""

from collections.abc import Hashable, Iterable, Mapping

from reconciliation.matching.contra import contras_to_confirm, set_reversals_apart
from reconciliation.matching.differing import find_differing
from reconciliation.matching.exact import settle_exact
from reconciliation.matching.groups import find_groups, find_slips
from reconciliation.matching.outcome import Difference, DifferingPair, Doubt, Group, Pair, Undecided, Weighing
from reconciliation.matching.rows import Edge, MatchRow, Support, make_row

__all__ = [
    "Difference",
    "DifferingPair",
    "Doubt",
    "Edge",
    "Group",
    "MatchRow",
    "Pair",
    "Support",
    "Undecided",
    "Weighing",
    "contras_to_confirm",
    "make_row",
    "weigh",
]


def weigh(
    lines: Iterable[MatchRow],
    entries: Iterable[MatchRow],
    *,
    reversal_of: Mapping[Hashable, Hashable] | None = None,
    paired: Iterable[MatchRow] = (),
) -> Weighing:
    """Match all lines of an account with its entries, once. Unmatched rows stay in `lines` and `entries`.

    `reversal_of` links the key of a reversing entry to the key of the one that it undoes. `paired` are rows that a person paired one by
    one: they are not matched again, but show that their payees pay singly.
    """
    weighing = Weighing(lines, entries, paired)
    find_slips(weighing)
    settle_exact(weighing)
    set_reversals_apart(weighing, reversal_of or {})
    find_groups(weighing)
    find_differing(weighing)
    return weighing
