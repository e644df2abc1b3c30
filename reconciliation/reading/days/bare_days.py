"""Days printed as four digits under a heading of days: 0302 is the third of February, or the second of March."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.headings.roles import plain_word
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of
from reconciliation.reading.vocabulary.labels_near import phrases_of

FOUR = re.compile(r"[0-3]\d[0-3]\d")
FEWEST = 3  # in one column
FARTHEST = 80  # rows below their heading


@dataclass(frozen=True, slots=True)
class Found:
    """One number of four digits that may be a day, and the row on which it stands."""

    index: int
    day: Day


def with_bare_days(rows: Sequence[Printed]) -> list[Printed]:
    """The rows, with the days of each column of such numbers that stands under a heading of days, or beside days that are almost
    the same."""
    columns: dict[tuple[int, int], list[Found]] = defaultdict(list)
    for index, printed in enumerate(rows):
        for day in _candidates(printed) if printed.figures else ():
            columns[(round(day.x0), round(day.x1))].append(Found(index, day))
    many = [found for found in columns.values() if len(found) >= FEWEST]
    roles = {id(found): _role_over(rows, found[0]) for found in many}
    told = [found for found in many if roles[id(found)] in DATE_ROLES]
    beside = {one.index: one.day for found in told for one in found}
    beside |= {index: printed.days[0] for index, printed in enumerate(rows) if printed.days}
    told += [found for found in many if roles[id(found)] is None and _lie_beside(found, beside)]
    added: dict[int, list[Day]] = defaultdict(list)
    for one in itertools.chain.from_iterable(told):
        added[one.index].append(one.day)
    return [
        replace(printed, days=tuple(sorted((*printed.days, *added[index]), key=lambda day: day.start))) if index in added else printed
        for index, printed in enumerate(rows)
    ]


def _candidates(printed: Printed) -> Iterator[Day]:
    """Words of four digits that are a day in either order, and stand in a cell of their own."""
    for word, start in zip(printed.row.words, printed.row.offsets, strict=True):
        end = start + len(word.text)
        if not FOUR.fullmatch(word.text) or printed.row.text[start - 1 : start].strip("\t") or printed.row.text[end : end + 1].strip("\t"):
            continue
        day = Day(int(word.text[:2]), int(word.text[2:]), None, start, end, named=False, x0=word.x0, x1=word.x1)
        if day.possible(day_first=True) or day.possible(day_first=False):
            yield day


def _lie_beside(found: Sequence[Found], days: Mapping[int, Day]) -> bool:
    """True if most of these numbers stand on the row of a day, and share its month or its day. One number alone is none."""
    pairs = [(one.day, day) for one in found if (day := days.get(one.index)) is not None]
    alike = sum(bool({one.first, one.second} & {day.first, day.second}) for one, day in pairs)
    return 2 * alike > len(found) and len({(one.day.first, one.day.second) for one in found}) > 1


def _role_over(rows: Sequence[Printed], found: Found) -> str | None:
    """The role that the nearest cell of words without figures over it names; None where it names none."""
    for printed in reversed(rows[max(0, found.index - FARTHEST) : found.index]):
        over = [] if printed.figures else [text for text, x0, x1 in phrases_of(printed) if x0 < found.day.x1 and found.day.x0 < x1]
        if over:
            return role_of(" ".join(plain_word(word) for word in over[0].split()))
    return None
