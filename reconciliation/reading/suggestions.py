"""What single change would make the printed figures follow: suggested to a person, never applied to a reading.

The kinds are those of any casting error: a row left out or entered twice, a wrong side, two digits transposed (the
difference is then divisible by nine), one digit misread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Literal, get_args

from reconciliation.reading.arithmetic import Gap, gaps_in_time
from reconciliation.reading.statement import PrintedLine, PrintedStatement

Kind = Literal[
    "balance_misread", "doubled_row", "wrong_sign", "digits_swapped", "missing_row", "opening_misread", "closing_misread", "digit_misread"
]
STRENGTH: tuple[Kind, ...] = get_args(Kind)
MOST_GAPS, MOST = 5, 20  # where more is wrong than this, the reading is; nobody goes through more proposals than this


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A change that closes one gap. `line` is the index of the row that it changes or is next to, `page` where that is.

    `amount` replaces `read`, None for a missing row; of a doubled row both are the amount that is printed twice.
    A missing row belongs between two rows: at the index `line` at the earliest, at `until` at the latest; else `until` is
    None. With it all printed balances follow if `alone`, and otherwise those up to the next gap.
    """

    kind: Kind
    line: int
    amount: Decimal
    read: Decimal | None
    page: int
    until: int | None = None
    alone: bool = True


def repairs_of(statement: PrintedStatement) -> tuple[Repair, ...]:
    """Return the repairs, the likeliest first; none where everything follows, or too much does not."""
    gaps, backwards = gaps_in_time(statement)
    if not 0 < len(gaps) <= MOST_GAPS or statement.integrity.holds:
        return ()
    repairs = [repair for gap in gaps for repair in _of_rows(gap, statement.lines, backwards=backwards, alone=len(gaps) == 1)]
    repairs += [*_of_balances(gaps, statement.lines), *_of_ends(gaps, statement)]
    return tuple(sorted(repairs, key=lambda repair: (not repair.alone, STRENGTH.index(repair.kind), repair.line))[:MOST])


def _of_rows(gap: Gap, lines: Sequence[PrintedLine], *, backwards: bool, alone: bool) -> Iterator[Repair]:
    yield _missing(gap, lines, backwards=backwards, alone=alone)
    for index in gap.rows:
        line = lines[index]
        right = line.amount + gap.by
        kind = _misreading(line.amount, right)
        if kind:
            yield Repair(kind=kind, line=index, amount=right, read=line.amount, page=line.page, alone=alone)
        if not right and _is_doubled(index, gap.rows, lines):
            yield Repair(kind="doubled_row", line=index, amount=line.amount, read=line.amount, page=line.page, alone=alone)


def _missing(gap: Gap, lines: Sequence[PrintedLine], *, backwards: bool, alone: bool) -> Repair:
    """Return the missing row: before any row of the gap, in time; after them all only where no row's own balance ends it."""
    first, last = (min(gap.rows), max(gap.rows)) if gap.rows else (0, -1) if backwards else (len(lines), len(lines) - 1)
    line, until = (first + 1, last + 1) if backwards else (first, last)
    if gap.to is None:
        line, until = (line - 1, until) if backwards else (line, until + 1)
    page = lines[min(line, len(lines) - 1)].page if lines else 1
    return Repair(kind="missing_row", line=line, until=until, amount=gap.by, read=None, page=page, alone=alone)


def _misreading(read: Decimal, right: Decimal) -> Kind | None:
    """Return how the right amount became the one that was read, None where nothing simple explains it."""
    if right == -read:
        return "wrong_sign"
    if not right or (read < 0) != (right < 0):
        return None
    before, after = (format(abs(amount), "f").replace(".", "") for amount in (read, right))
    longest = max(len(before), len(after))
    before, after = before.zfill(longest), after.zfill(longest)
    match [place for place in range(longest) if before[place] != after[place]]:
        case [_]:
            return "digit_misread"
        case [place, following] if following == place + 1 and before[place : place + 2] == after[place : place + 2][::-1]:
            return "digits_swapped"
    return None


def _is_doubled(index: int, rows: Sequence[int], lines: Sequence[PrintedLine]) -> bool:
    """True if the row before or after it is the same; of two in one gap only the second counts."""
    row, before, after = lines[index], lines[max(index - 1, 0) : index], lines[index + 1 : index + 2]
    others = (*before, *(after if index + 1 not in rows else ()))
    return any((other.date, other.amount) == (row.date, row.amount) for other in others)


def _of_balances(gaps: Sequence[Gap], lines: Sequence[PrintedLine]) -> Iterator[Repair]:
    """Yield each balance that is off by as much as the next one makes good again."""
    for gap, following in pairwise(gaps):
        if gap.to is None or gap.to != following.since or gap.by + following.by:
            continue
        line = lines[gap.to]
        if line.balance is not None:
            right, alone = line.balance - gap.by, len(gaps) == 2
            yield Repair(kind="balance_misread", line=gap.to, amount=right, read=line.balance, page=line.page, alone=alone)


def _of_ends(gaps: Sequence[Gap], statement: PrintedStatement) -> Iterator[Repair]:
    """Yield the opening or closing balance itself, where a balance beside a row contradicts it."""
    opening, closing, alone = statement.opening_balance, statement.closing_balance, len(gaps) == 1
    for gap in gaps:
        if opening is not None and gap.since is None and gap.to is not None:
            line, page = gap.rows[0], statement.lines[gap.rows[0]].page
            yield Repair(kind="opening_misread", line=line, amount=opening + gap.by, read=opening, page=page, alone=alone)
        if closing is not None and gap.to is None and gap.since is not None:
            line, page = gap.since, statement.lines[gap.since].page
            yield Repair(kind="closing_misread", line=line, amount=closing - gap.by, read=closing, page=page, alone=alone)
