"""Connected parts of the graph of admissible pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from reconciliation.matching.evidence import Link
from reconciliation.matching.rows import MatchRow

_day = attrgetter("day")
_line, _entry = itemgetter(0), itemgetter(1)


@dataclass(slots=True)
class Component:
    """Rows that admissible pairs link, directly or through others; in order of day."""

    lines: list[MatchRow]
    entries: list[MatchRow]
    links: Sequence[Link]

    @property
    def balanced(self) -> bool:
        return len(self.lines) == len(self.entries)

    @property
    def rows(self) -> set[MatchRow]:
        return {*self.lines, *self.entries}

    def of(self, links: Sequence[Link]) -> "Component":
        """Return the same rows with only these links."""
        return Component(self.lines, self.entries, links)


def components(links: Sequence[Link]) -> list[Component]:
    """Return the connected parts, in order of their first link."""
    if len(links) < 2:
        return [_component(links)] if links else []
    part_of: dict[MatchRow, list[MatchRow]] = {}
    rows = len({*map(_line, links), *map(_entry, links)})
    for line, entry, _, _ in links:
        mine, theirs = part_of.get(line), part_of.get(entry)
        if mine is None:
            mine = part_of[line] = [line]
        if theirs is None:
            mine.append(entry)
            part_of[entry] = mine
        elif mine is not theirs:
            mine = _joined(part_of, mine, theirs)
        if len(mine) >= rows:  # popular prices: nearly all links lie between rows that are joined already
            return [_component(links)]
    parts: dict[int, list[Link]] = {}
    for link in links:
        parts.setdefault(id(part_of[link[0]]), []).append(link)
    return [_component(part) for part in parts.values()]


def _joined(part_of: dict[MatchRow, list[MatchRow]], one: list[MatchRow], other: list[MatchRow]) -> list[MatchRow]:
    """Put the smaller part into the larger one, so that no row moves often."""
    small, large = (one, other) if len(one) < len(other) else (other, one)
    large += small
    for row in small:
        part_of[row] = large
    return large


def _component(links: Sequence[Link]) -> Component:
    if len(links) == 1:
        line, entry, _, _ = links[0]
        return Component([line], [entry], links)
    lines, entries = dict.fromkeys(map(_line, links)), dict.fromkeys(map(_entry, links))
    return Component(sorted(lines, key=_day), sorted(entries, key=_day), links)
