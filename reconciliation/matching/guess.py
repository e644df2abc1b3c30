"""The likeliest pairing of rows of equal amount: of a set in which any is right, or a guess for a person."""

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from finance.cache import PAIRS, remembered
from reconciliation.matching.assignment import assign
from reconciliation.matching.components import Component
from reconciliation.matching.evidence import CHEQUE_LATEST, Edge, Link, Support
from reconciliation.matching.rows import MatchRow

LETTERS_A_MISTAKE = 3
"""Names that differ are spelt alike if at most one letter in three is wrong, over the length of the shorter one."""


def whole_pairing(component: Component) -> list[Edge] | None:
    """Return the likeliest pairing that leaves no row of the component alone, or None."""
    best = best_pairing(component)
    return best if len(best) == len(component.lines) else None


def likely_pairing(component: Component) -> tuple[Edge, ...]:
    """Return the best guess. An entry is left out if a line without a pair has equal support for it: only their days could tell which of
    the two lines is not in the books."""
    likely = [link for link in component.links if _likely(link)]
    best = best_pairing(component.of(likely))
    seated = {edge.line for edge in best}
    loudest: dict[MatchRow, Support] = {}
    for line, entry, strength, _ in likely:
        if line not in seated:
            loudest[entry] = max(strength, loudest.get(entry, strength))
    return tuple(edge for edge in best if edge.entry not in loudest or edge.support > loudest[edge.entry])


def _likely(link: Link) -> bool:
    """True if the pair may be guessed: names that differ must at least be spelt alike."""
    line, entry, strength, _ = link
    return strength > Support.CONTRADICTS or spelt_alike(line.payee, entry.payee)


def best_pairing(component: Component) -> list[Edge]:
    """Return the assignment of most pairs and, among these, of most worth."""
    if len(component.links) == 1:
        return [Edge(*component.links[0])]
    places = {entry: place for place, entry in enumerate(component.entries)}
    rows = {line: place for place, line in enumerate(component.lines)}
    table: list[dict[int, float]] = [{} for _ in rows]
    links: dict[tuple[int, int], Link] = {}
    seat = 32.0 * (len(rows) + 1)  # more than any gain of worth from seating one row less
    for link in component.links:
        row, column = rows[link[0]], places[link[1]]
        links[row, column] = link
        table[row][column] = seat + worth(link)
    return [Edge(*links[row, column]) for row, column in enumerate(assign(table, len(places))) if column is not None]


def worth(link: Link) -> float:
    """Return the worth of a pair among otherwise equal rows: support first, then text, then days."""
    line, entry, strength, lag = link
    alike = _likeness(line.text, entry.text) if line.text and entry.text else 0.0
    days = lag if lag >= 0 else -1.5 * lag
    return 10.0 + 4.0 * strength + 3.0 * alike - 0.35 * min(days, CHEQUE_LATEST / 10) - 0.01 * min(days, 30) ** 2


@remembered(PAIRS)
def _likeness(one: str, other: str) -> float:
    """Return the similarity of two texts, 0 to 1, regardless of word order."""
    return fuzz.token_set_ratio(one, other) / 100


@remembered(PAIRS)
def spelt_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True if one may be the other, mistyped or cut."""
    mine, theirs = "".join(one), "".join(other)
    both = min(len(mine), len(theirs))
    mistakes = both // LETTERS_A_MISTAKE
    return OSA.distance(mine[:both], theirs[:both], score_cutoff=mistakes) <= mistakes if both else False
