"""Balances of a file as evidence: whether they follow from its rows, and the first row where they do not."""

import datetime as dt
import itertools
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.rows import FileAccount, FileRow
from finance.templatetags.money import money

NOT_COUNTED = {"pending", "void"}


@dataclass(frozen=True, slots=True)
class WeighedRow:
    """One row with its amount and the balance stated after it; either is None if the row has none. `group` is the account and currency
    that balances run over."""

    place: int
    amount: Decimal | None
    balance: Decimal | None
    day: dt.date | None = None
    group: Hashable = None


@dataclass(frozen=True, slots=True)
class Break:
    """A balance that does not follow: the rows lead to `expected`, the file states `stated`. `place` is 0 for the whole file."""

    place: int
    expected: Decimal
    stated: Decimal


@dataclass(frozen=True, slots=True)
class BalanceChain:
    """Balances held against amounts. `direction` is 1 if the oldest row comes first, -1 if the newest does, 0 if no order is known.

    `held` counts the balances that follow from another one before them. A balance that nothing moved proves no amount.
    """

    direction: int = 0
    held: int = 0
    breaks: tuple[Break, ...] = ()
    opening: Decimal | None = None
    closing: Decimal | None = None

    @property
    def proves(self) -> bool:
        """True if at least two balances follow and none contradicts."""
        return self.held >= 2 and not self.breaks

    def better_than(self, other: "BalanceChain") -> bool:
        return (len(self.breaks), -self.held) < (len(other.breaks), -other.held)


def chain_of(steps: Iterable[WeighedRow], opening: Decimal | None = None) -> BalanceChain:
    """Return the balances of all groups held against their amounts."""
    groups: dict[Hashable, list[WeighedRow]] = defaultdict(list)
    for step in steps:
        groups[step.group].append(step)
    chains = [_chain(group, opening) for group in groups.values()]
    if len(chains) == 1:
        return chains[0]
    directions = {chain.direction for chain in chains if chain.held}
    return BalanceChain(
        direction=directions.pop() if len(directions) == 1 else 0,
        held=sum(chain.held for chain in chains),
        breaks=tuple(sorted((one_break for chain in chains for one_break in chain.breaks), key=lambda one_break: one_break.place)),
    )


def _chain(steps: Sequence[WeighedRow], opening: Decimal | None) -> BalanceChain:
    down, up = _walk(steps, 1, opening), _walk(steps[::-1], -1, opening)
    if not down.breaks and not up.breaks:
        first, last = steps[0].day, steps[-1].day
        return up if first and last and first > last else down
    if down.breaks and up.breaks and (free := _in_any_order(steps)):
        return free
    return up if up.better_than(down) else down


def _walk(steps: Sequence[WeighedRow], direction: int, opening: Decimal | None) -> BalanceChain:
    """Hold each balance against the one before and the amounts between; the steps are in order of time."""
    expected, held, first, last = opening, 0, opening, opening
    breaks: list[Break] = []
    for step in steps:
        if expected is not None:
            expected = None if step.amount is None else expected + step.amount
        if step.balance is None:
            continue
        if expected == step.balance:
            held += expected != last
        elif expected is not None:
            breaks.append(Break(step.place, expected, step.balance))
        elif first is None and step.amount is not None:
            first = step.balance - step.amount
        expected = last = step.balance
    return BalanceChain(direction=direction, held=held, breaks=tuple(breaks), opening=first, closing=last)


def _in_any_order(steps: Sequence[WeighedRow]) -> BalanceChain | None:
    """Return the chain of rows in no order of time, such as those of one day newest first: every balance but the last is one before. No
    row comes before a row of an earlier day."""
    pairs = [(step.balance - step.amount, step.balance) for step in steps if step.amount is not None and step.balance is not None]
    if len(pairs) < len(steps) or len(pairs) < 3:
        return None
    before, after = Counter(first for first, _second in pairs), Counter(second for _first, second in pairs)
    first, last = before - after, after - before
    if first.total() > 1 or not _hang_together(pairs) or not _in_order_of_days(steps, first):
        return None
    return BalanceChain(held=len(steps) - 1, opening=next(iter(first), None), closing=next(iter(last), None))


def _in_order_of_days(steps: Iterable[WeighedRow], start: Counter[Decimal]) -> bool:
    """True if the rows of each day lead from the balance of the day before, the first from `start`; or if a day is not known."""
    by_day: dict[dt.date, list[WeighedRow]] = defaultdict(list)
    for step in steps:
        if step.day is None or step.amount is None or step.balance is None:
            return True
        by_day[step.day].append(step)
    reached = next(iter(start), None)
    for _day, rows in sorted(by_day.items()):
        pairs = [(row.balance - row.amount, row.balance) for row in rows if row.amount is not None and row.balance is not None]
        moved = Counter(after for _before, after in pairs)
        moved.subtract(before for before, _after in pairs)
        ends = {balance: count for balance, count in moved.items() if count}
        reached = pairs[0][0] if reached is None else reached
        if reached not in {before for before, _after in pairs} or (ends and (ends.get(reached) != -1 or len(ends) != 2)):
            return False
        reached = next((balance for balance, count in ends.items() if count == 1), reached)
    return True


def _hang_together(pairs: Iterable[tuple[Decimal, Decimal]]) -> bool:
    """True if every balance is reached from every other one over the rows."""
    near: dict[Decimal, set[Decimal]] = defaultdict(set)
    for first, second in pairs:
        near[first].add(second)
        near[second].add(first)
    reached: set[Decimal] = set()
    waiting = [next(iter(near))]
    while waiting:
        balance = waiting.pop()
        if balance not in reached:
            reached.add(balance)
            waiting += near[balance] - reached
    return len(reached) == len(near)


def steps_of(rows: Iterable[FileRow], *, sign: int = 1, pending: bool = False) -> list[WeighedRow]:
    """Return the steps of the rows that count; those that are pending too if `pending`. A row that cannot be read has no amount."""
    return [
        WeighedRow(row.place, row.amount, None if row.balance is None else sign * row.balance, row.booked_on, row.currency)
        for row in rows
        if not row.is_excluded and (row.status not in NOT_COUNTED or (pending and row.status == "pending"))
    ]


def chain_of_part(part: FileAccount, *, either_sign: bool = True) -> BalanceChain:
    """Return the running balances of the part held against its rows.

    Rows that are pending may count or not, and with `either_sign` a debt may be printed without its minus: the reading with the fewest
    contradictions is taken.
    """
    best = BalanceChain()
    if all(row.balance is None for row in part.rows):
        return best
    opening = part.opening.amount if part.opening else None
    for place, (sign, pending) in enumerate(itertools.product((1, -1) if either_sign else (1,), (False, True))):
        chain = chain_of(steps_of(part.rows, sign=sign, pending=pending), None if opening is None else sign * opening)
        if not chain.breaks:
            return chain
        if place == 0 or chain.better_than(best):
            best = chain
    return best


def breaks_of(part: FileAccount, *, either_sign: bool = True) -> tuple[Break, ...]:
    """Return where the rows do not lead from one stated balance to the next, the first break first."""
    return chain_of_part(part, either_sign=either_sign).breaks or _of_ends(part, either_sign=either_sign)


def _of_ends(part: FileAccount, *, either_sign: bool) -> tuple[Break, ...]:
    """Hold the sum of the rows against the stated opening and closing balance, if every amount is known."""
    if part.opening is None or part.closing is None or any(row.amount is None for row in part.rows):
        return ()
    last = part.closing.as_of  # a row after it is not in its balance
    in_time = (row for row in part.rows if last is None or row.booked_on is None or row.booked_on <= last)
    counted = [row for row in in_time if row.status not in NOT_COUNTED and not row.is_excluded]
    expected = sum((row.amount for row in counted if row.amount is not None), part.opening.amount)
    owed = part.opening.amount - (expected - part.opening.amount)  # a debt that is printed without its minus
    agrees = part.closing.amount == expected or (either_sign and part.closing.amount == owed)
    return () if agrees else (Break(0, expected, part.closing.amount),)


def in_words(breaks: Sequence[Break], currency: str) -> list[str]:
    """Return a sentence about the first break, with the number of further ones."""
    if not breaks:
        return []
    first = breaks[0]
    amounts = {"expected": first.expected, "stated": first.stated, "difference": first.stated - first.expected}
    figures = {"row": first.place} | {name: money(amount, currency) for name, amount in amounts.items()}
    if first.place:
        sentence = _(
            "Row %(row)d: the rows before lead to a balance of %(expected)s, but the file states %(stated)s (%(difference)s more)."
        )
    else:
        sentence = _("The file's opening balance and its rows lead to %(expected)s, but its closing balance is %(stated)s.")
    more = len(breaks) - 1
    also = ngettext("%(count)d more balance does not follow.", "%(count)d more balances do not follow.", more) % {"count": more}
    return [" ".join([sentence % figures, *([also] if more else [])])]
