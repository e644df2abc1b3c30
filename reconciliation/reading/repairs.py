"""What single change would make the printed figures follow: proposed to a person, never applied to a reading.

The kinds are those of any casting error: a row left out or entered twice, a wrong side, two digits transposed (the
difference is then divisible by nine), one digit misread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from operator import gt, lt
from typing import Literal, get_args

from reconciliation.reading.statement import PrintedLine, PrintedStatement

Kind = Literal[
    "balance_misread",
    "doubled_row",
    "wrong_sign",
    "digits_swapped",
    "missing_row",
    "opening_misread",
    "closing_misread",
    "digit_misread",
]
STRENGTH: tuple[Kind, ...] = get_args(Kind)
MOST_GAPS, MOST = 5, 20  # where more is wrong than this, the reading is; nobody goes through more proposals than this


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A change that closes one gap. `line` is the index of the row it speaks of or stands beside, `page` where that is.

    `amount` should stand where `read` does, None for a missing row; of a doubled row both are what stands there twice.
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


@dataclass(frozen=True, slots=True)
class Gap:
    """Between two printed balances the rows do not make the difference: they lack `by`.

    `rows` are indexes in the order of time. `since` and `to` are the rows that print the balances at its ends, None for the
    opening and the closing balance."""

    rows: tuple[int, ...]
    by: Decimal
    since: int | None
    to: int | None


def repairs_of(statement: PrintedStatement) -> tuple[Repair, ...]:
    """The likeliest first; none where everything follows, or too much does not."""
    gaps, backwards = gaps_in_time(statement)
    if not 0 < len(gaps) <= MOST_GAPS or statement.integrity.holds:
        return ()
    found = [repair for gap in gaps for repair in _of_gap(gap, statement.lines, backwards=backwards, alone=len(gaps) == 1)]
    found += [*_of_balances(gaps, statement.lines), *_of_ends(gaps, statement)]
    return tuple(sorted(found, key=lambda repair: (not repair.alone, STRENGTH.index(repair.kind), repair.line))[:MOST])


def gaps_of(statement: PrintedStatement, order: Sequence[int]) -> list[Gap]:
    """Where the printed balances do not follow from the rows, taken in this order."""
    gaps: list[Gap] = []
    rows: list[int] = []
    reached, since = statement.opening_balance, None
    balances = [(index, statement.lines[index].balance) for index in order]
    for index, balance in [*balances, (None, statement.closing_balance)]:
        if index is not None:
            rows.append(index)
        if balance is None:
            continue
        moved = sum((statement.lines[row].amount for row in rows), Decimal(0))
        if reached is not None and reached + moved != balance:
            gaps.append(Gap(tuple(rows), balance - reached - moved, since, index))
        reached, since, rows = balance, index, []
    return gaps


def gaps_in_time(statement: PrintedStatement) -> tuple[list[Gap], bool]:
    """The gaps, and whether the newest row stands first: as the dates say, else the order in which more follows."""
    forwards = range(len(statement.lines))
    days = [line.date for line in statement.lines if line.date]
    either = [(gaps_of(statement, forwards), False), (gaps_of(statement, forwards[::-1]), True)]
    rises, falls = (sum(holds(one, other) for one, other in pairwise(days)) for holds in (lt, gt))
    return either[falls > rises] if falls != rises else min(either, key=lambda found: len(found[0]))


def _of_gap(gap: Gap, lines: Sequence[PrintedLine], *, backwards: bool, alone: bool) -> Iterator[Repair]:
    yield _missing(gap, lines, backwards=backwards, alone=alone)
    for index in gap.rows:
        line = lines[index]
        right = line.amount + gap.by
        kind = _kind(line.amount, right)
        if kind:
            yield Repair(kind=kind, line=index, amount=right, read=line.amount, page=line.page, alone=alone)
        if not right and _stands_twice(index, gap.rows, lines):
            yield Repair(kind="doubled_row", line=index, amount=line.amount, read=line.amount, page=line.page, alone=alone)


def _missing(gap: Gap, lines: Sequence[PrintedLine], *, backwards: bool, alone: bool) -> Repair:
    """Before any row of the gap, in time; after them all only where no row's own balance ends it."""
    first, last = (min(gap.rows), max(gap.rows)) if gap.rows else (len(lines), len(lines) - 1)
    if not gap.rows and backwards:
        first, last = 0, -1
    line, until = (first + 1, last + 1) if backwards else (first, last)
    if gap.to is None:
        line, until = (line - 1, until) if backwards else (line, until + 1)
    page = lines[min(line, len(lines) - 1)].page if lines else 1
    return Repair(kind="missing_row", line=line, until=until, amount=gap.by, read=None, page=page, alone=alone)


def _kind(read: Decimal, right: Decimal) -> Kind | None:
    """How the one may have become the other, None where nothing simple tells."""
    if right == -read:
        return "wrong_sign"
    if not right or (read < 0) != (right < 0):
        return None
    longest = max(len(_digits(read)), len(_digits(right)))
    before, after = _digits(read).zfill(longest), _digits(right).zfill(longest)
    match [place for place in range(longest) if before[place] != after[place]]:
        case [_]:
            return "digit_misread"
        case [one, other] if other == one + 1 and (before[one], before[other]) == (after[other], after[one]):
            return "digits_swapped"
    return None


def _digits(amount: Decimal) -> str:
    return format(abs(amount), "f").replace(".", "")


def _stands_twice(index: int, rows: Sequence[int], lines: Sequence[PrintedLine]) -> bool:
    """Is the row beside it the same? Of two in one gap only the second is named."""
    return _same(index, index - 1, lines) or (_same(index, index + 1, lines) and index + 1 not in rows)


def _same(index: int, other: int, lines: Sequence[PrintedLine]) -> bool:
    if not 0 <= other < len(lines):
        return False
    return (lines[index].date, lines[index].amount) == (lines[other].date, lines[other].amount)


def _of_balances(gaps: Sequence[Gap], lines: Sequence[PrintedLine]) -> Iterator[Repair]:
    """A balance that lies off by as much as the next one makes good again."""
    for gap, following in pairwise(gaps):
        if gap.to is None or gap.to != following.since or gap.by + following.by:
            continue
        line = lines[gap.to]
        if line.balance is not None:
            right, alone = line.balance - gap.by, len(gaps) == 2
            yield Repair(kind="balance_misread", line=gap.to, amount=right, read=line.balance, page=line.page, alone=alone)


def _of_ends(gaps: Sequence[Gap], statement: PrintedStatement) -> Iterator[Repair]:
    """The opening or closing balance itself, where a balance beside a row speaks against it."""
    opening, closing, alone = statement.opening_balance, statement.closing_balance, len(gaps) == 1
    for gap in gaps:
        if opening is not None and gap.since is None and gap.to is not None:
            line, page = gap.rows[0], statement.lines[gap.rows[0]].page
            yield Repair(kind="opening_misread", line=line, amount=opening + gap.by, read=opening, page=page, alone=alone)
        if closing is not None and gap.to is None and gap.since is not None:
            line, page = gap.since, statement.lines[gap.since].page
            yield Repair(kind="closing_misread", line=line, amount=closing - gap.by, read=closing, page=page, alone=alone)
