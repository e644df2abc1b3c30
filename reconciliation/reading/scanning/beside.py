"""Tables side by side on one line: where they end, and which part of a row is whose."""

from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import balance_kind

LONGEST_WORDS = 70  # characters of a row between tables that is no prose


def groups_end(printed: Printed, header: Header | None) -> bool:
    """Tables side by side end at a balance, a total's row, prose, or figures without a day where each has one."""
    if balance_kind(printed.folded) in {"opening", "closing"}:
        return True
    if not printed.figures:
        return len(printed.plain) > LONGEST_WORDS or bool(direction(printed.plain))
    if header is not None and header.roles[0] in DATE_ROLES and not printed.days:
        return True
    return not printed.days and len(printed.figures) == 1 and len(printed.folded) > 8


def part_of(printed: Printed, x0: float, x1: float, style: NumberStyle) -> Printed | None:
    """The part of a row that belongs to one of the tables side by side."""
    words = printed.words_within(x0, x1)
    if not words:
        return None
    part = look_at(row_of(printed.row.page, words), style)
    days = tuple(moved for day in printed.days if (moved := _moved(day, printed.row, part.row)))
    days = days or (part.days if style.pointed_days else ())
    figures = tuple(one for one in part.figures if all(one.end <= day.start or day.end <= one.start for day in days))
    return replace(part, figures=figures, days=days)


def _moved(day: Day, row: Row, part: Row) -> Day | None:
    """A day of the whole row, as its order was told from the document, at its place in the part; None where its words are not in it."""
    places = {id(word): offset for word, offset in zip(part.words, part.offsets, strict=True)}
    ends = [offset + len(word.text) for word, offset in zip(row.words, row.offsets, strict=True)]
    first = max(index for index, offset in enumerate(row.offsets) if offset <= day.start)
    last = next(index for index, end in enumerate(ends) if end >= day.end)
    if id(row.words[first]) not in places or id(row.words[last]) not in places:
        return None
    start = places[id(row.words[first])] + day.start - row.offsets[first]
    return replace(day, start=start, end=places[id(row.words[last])] + day.end - row.offsets[last])
