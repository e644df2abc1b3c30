"""Connected parts of the graph of admissible pairs."""

from collections.abc import Iterable
from dataclasses import dataclass

from reconciliation.matching.evidence import Edge
from reconciliation.matching.rows import Row


@dataclass(frozen=True, slots=True)
class Component:
    """Rows that admissible pairs link, directly or through others; in order of day."""

    lines: list[Row]
    entries: list[Row]
    edges: list[Edge]

    @property
    def balanced(self) -> bool:
        return len(self.lines) == len(self.entries)

    @property
    def rows(self) -> set[int]:
        return {id(row) for row in (*self.lines, *self.entries)}


def components(edges: Iterable[Edge]) -> list[Component]:
    """The connected parts, in the order in which they are first met."""
    roots: dict[int, int] = {}

    def root(key: int) -> int:
        while roots[key] != key:
            roots[key] = roots[roots[key]]
            key = roots[key]
        return key

    links = list(edges)
    for link in links:
        line, entry = id(link.line), id(link.entry)
        roots.setdefault(line, line)
        roots.setdefault(entry, entry)
        roots[root(line)] = root(entry)
    parts: dict[int, list[Edge]] = {}
    for link in links:
        parts.setdefault(root(id(link.line)), []).append(link)
    return [_component(part) for part in parts.values()]


def _component(edges: list[Edge]) -> Component:
    lines = {id(link.line): link.line for link in edges}
    entries = {id(link.entry): link.entry for link in edges}
    return Component(sorted(lines.values(), key=_day), sorted(entries.values(), key=_day), edges)


def _day(row: Row) -> int:
    return row.day
