"""Sums of rows with one reference, found before pairs that only agree in their amount."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from reconciliation.matching.agreement import ByReference
from reconciliation.matching.evidence import Support, edge, in_window, nearest_lag, references_agree
from reconciliation.matching.outcome import Group, Weighing
from reconciliation.matching.rows import MatchRow

MOST_PARTS_OF_A_SLIP = 7

Rows = tuple[MatchRow, ...]


def find_slips(weighing: Weighing) -> None:
    """Take the slips: all rows of one reference on one side are the sum of one row of the other, and none of their rows has an exact
    partner supported by a name or number."""
    lines, entries = weighing.lines, weighing.entries
    slips: list[tuple[Rows, Rows]] = [((whole,), parts) for whole, parts in _slips(lines, entries, one_line=True)]
    slips += [(parts, (whole,)) for whole, parts in _slips(entries, lines, one_line=False)]
    claims = Counter(row for group in slips for row in (*group[0], *group[1]))
    partners = _Partners(lines, entries) if slips else None
    for of_lines, of_entries in slips:
        rows = (*of_lines, *of_entries)
        if partners and all(claims[row] == 1 and not partners.speaks_for(row) for row in rows):
            weighing.take(of_lines, of_entries)
            weighing.groups.append(Group(of_lines, of_entries))


def _slips(wholes: Iterable[MatchRow], parts: Iterable[MatchRow], *, one_line: bool) -> Iterator[tuple[MatchRow, Rows]]:
    named = ByReference(part for part in parts if part.references)
    for whole in wholes:
        if not whole.references:
            continue
        slip = tuple(part for part in named.near_to(whole) if _is_part(whole, part, one_line=one_line))
        if 1 < len(slip) <= MOST_PARTS_OF_A_SLIP and len({part.page for part in slip}) == 1 and _total(slip) == whole.amount:
            yield whole, slip


def _is_part(whole: MatchRow, part: MatchRow, *, one_line: bool) -> bool:
    line, entry = (whole, part) if one_line else (part, whole)
    lag = nearest_lag(line, entry)
    return lag is not None and in_window(entry, lag) and references_agree(whole, part)


def _total(rows: Sequence[MatchRow]) -> Decimal:
    return sum((row.amount for row in rows), Decimal(0))


class _Partners:
    """Finds the rows with an exact partner that is supported by more than the amount."""

    def __init__(self, lines: Iterable[MatchRow], entries: Iterable[MatchRow]) -> None:
        self.lines = _by_amount(lines)
        self.entries = _by_amount(entries)
        self.of_lines = {line for rows in self.lines.values() for line in rows}

    def speaks_for(self, row: MatchRow) -> bool:
        if row in self.of_lines:
            links = (edge(row, entry) for entry in self.entries.get(row.amount, ()))
        else:
            links = (edge(line, row) for line in self.lines.get(row.amount, ()))
        return any(link is not None and link.support > Support.SILENT for link in links)


def _by_amount(rows: Iterable[MatchRow]) -> dict[Decimal, list[MatchRow]]:
    grouped: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for row in rows:
        grouped[row.amount].append(row)
    return grouped
