"""The gate after a person's answers: the proof that the printed figures give for the rows and balances as decided.

The first gate (`reconciliation/reading/proving`) sees the page. This one has its result, the rows with their printed balances, and the
answers. It repeats every sum, drops each doubt that an answer removed, and keeps all others. A typed figure proves nothing by itself:
docs/decisions/0038 has the rule.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.printed.arithmetic import BalanceStep, facts_of_gaps, gaps_in_time, steps_in_time, sums_of_sides
from reconciliation.printed.statement import TESTIFIED, UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow

OF_SUMS = frozenset({"no_opening", "no_closing", "no_rows", "rows_differ", "balance_breaks"})
"""Facts of the first gate that follow from rows and balances alone, and are found again."""
OF_MARKS = frozenset({"ink_unread", "figures_unaccounted"})
OF_AMOUNTS = frozenset({"against_marks", "against_types"})
"""Doubts about the amount of the row at their place."""
OF_ENDS = {"opening_unnamed": "opening_typed", "closing_unnamed": "closing_typed"}
TALLEST_ROW = 30.0  # points
ZERO = Decimal(0)
NO_DIGIT = re.compile(r"\D")
GROUP = re.compile(r"\d{3}(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The values of a statement that a person typed. `amounts` and `balances` are the indexes of rows, `no_rows` of those that a person
    called no row; `places` are the rows as they were read whose amount was corrected; `ends` the codes of typed ends; `marks` the answered
    marks, `dismissed` those that were called no row."""

    amounts: frozenset[int] = frozenset()
    balances: frozenset[int] = frozenset()
    no_rows: frozenset[int] = frozenset()
    places: tuple[PrintedLine, ...] = ()
    ends: frozenset[str] = frozenset()
    marks: tuple[UnreadRow, ...] = ()
    dismissed: tuple[UnreadRow, ...] = ()
    rows_added: bool = False
    turned: bool = False

    def __bool__(self) -> bool:
        return bool(self.amounts or self.balances or self.ends or self.marks or self.no_rows or self.rows_added or self.turned)

    def doubts_left(self, read: PrintedStatement, now: PrintedStatement) -> Iterator[Fact]:
        """Yield each doubt of the first gate, except those that follow from the figures and those whose premise an answer removed."""
        for fact in read.integrity.unconfirmed:
            answered = fact.code in OF_MARKS and not now.unread and any(_lies_on(fact, mark) for mark in self.marks)
            corrected = fact.code in OF_AMOUNTS and any(_lies_on(fact, line) for line in self.places)
            entered = OF_ENDS.get(fact.code) in self.ends
            if fact.code not in OF_SUMS and not (answered or corrected or entered):
                yield fact
        if read.integrity.holds is None and not read.integrity.unconfirmed:  # its doubts are not known
            yield Fact(code="never_proved")

    def unproved_answers(self, now: PrintedStatement, *, totals: bool) -> Iterator[Fact]:
        """Yield the answers that no printed figure confirms."""
        for index in sorted(self.amounts - self.confirmed_amounts(now, totals=totals)):
            line = now.lines[index]
            yield Fact(code="typed_unconfirmed", figures=(str(index + 1),), page=line.page, box=line.box)
        answered = bool(self.marks or self.rows_added or self.no_rows)
        if answered and not (totals or (_has_chain(now, self) and not self.may_cancel(now))):
            yield Fact(code="answers_unconfirmed")
        if self.turned:
            yield Fact(code="sides_turned")

    def confirmed_amounts(self, now: PrintedStatement, *, totals: bool) -> frozenset[int]:
        """Return the typed amounts that the printed figures determine. The row alone lies between two balances that were read, and nothing
        in the steps beside it was typed; or it is the only typed amount of its side, and the printed sums of both sides are those of the
        rows. Beside a mark or a row that was called no row, none is: the amount may make up for a row that was dropped there."""
        if self.dismissed or self.no_rows:
            return frozenset()
        steps = _steps_as_read(now, self)
        has_typed = [bool(self.amounts.intersection(step.rows)) for step in steps]
        rows = set()
        for place, step in enumerate(steps):
            beside = has_typed[max(place - 1, 0) : place] + has_typed[place + 1 : place + 2]
            if len(step.rows) == 1 and step.to == step.rows[0] and step.by == 0 and not any(beside):
                rows.add(step.rows[0])
        if totals:
            for side in (True, False):
                of_side = {index for index in self.amounts if (now.lines[index].amount > 0) is side}
                rows |= of_side if len(of_side) == 1 else set()
        return frozenset(rows)

    def may_cancel(self, now: PrintedStatement) -> bool:
        """True if two places that were called no row, marks or rows, or one that is taller than a row, lie between two rows: rows that
        cancel would leave no trace in the balances."""
        rows = [line for index, line in enumerate(now.lines) if index not in self.no_rows]
        places: list[UnreadRow | PrintedLine] = [*self.dismissed, *(now.lines[index] for index in self.no_rows)]
        above = Counter(sum((line.page, line.box[1]) < (place.page, place.box[1]) for line in rows) for place in places)
        unplaced = any(now.lines[index].box[3] <= now.lines[index].box[1] for index in self.no_rows)
        return unplaced or any(count > 1 for count in above.values()) or any(place.box[3] - place.box[1] > TALLEST_ROW for place in places)

    def unconfirmed_ends(self, read: PrintedStatement, now: PrintedStatement, *, totals: bool) -> Iterator[Fact]:
        """Yield the typed ends that nothing confirms. Beside the sums of both sides, one end confirms the other if that was not read; of
        two that were read and disagree, either may be the wrong one. The opening balance and the first row confirm only each other, so that
        nothing confirms the opening balance if the first row was typed, or a row before the first balance was called no row; likewise at
        the end."""
        steps = _steps_as_read(now, self)
        if steps and not totals:
            first, last = steps[0], steps[-1]
            is_typed = len(first.rows) == 1 and first.rows[0] in self.amounts and first.by == 0
            if is_typed or self.no_rows.intersection(first.rows):
                yield Fact(code="first_row_typed")
            if self.no_rows.intersection(last.rows):
                yield Fact(code="last_row_typed")
        balances = self.ends & {"opening_typed", "closing_typed"}
        unread = {
            *(["opening_typed"] if read.opening_balance is None and now.opening_balance is not None else []),
            *(["closing_typed"] if read.closing_balance is None and now.closing_balance is not None else []),
        }
        confirmed = balances & unread if totals and len(balances) == 1 else frozenset()
        yield from (Fact(code=code) for code in sorted(self.ends - confirmed))


def shows_all(text: str, amounts: tuple[Decimal, ...]) -> bool:
    """True if the words that were read at a place hold each of these figures once, with any signs and separators."""
    words = text.split()
    for amount in amounts:
        wanted = format(abs(amount), "f")
        digits, decimals = NO_DIGIT.sub("", wanted), len(wanted.partition(".")[2])
        end = re.compile(rf"\d[.,'\u2019·]\d{{{decimals}}}\D*$" if decimals else "")
        figure = next((run for run in _runs(words) if end.search(run[-1]) and NO_DIGIT.sub("", "".join(run)) == digits), None)
        if figure is None:
            return False
        start = next(place for place in range(len(words)) if tuple(words[place : place + len(figure)]) == figure)
        del words[start : start + len(figure)]
    return True


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield each word, and each word with the groups of three digits that follow it, as in "1 234 567,89"."""
    for start in range(len(words)):
        stop = start + 1
        yield tuple(words[start:stop])
        while stop < len(words) and GROUP.match(words[stop]):
            stop += 1
            yield tuple(words[start:stop])


def judge_again(read: PrintedStatement, now: PrintedStatement, typed: Typed) -> Integrity:
    """Return the integrity of the statement as decided."""
    if not typed:
        return read.integrity
    opening, closing = now.opening_balance, now.closing_balance
    computed = read.integrity.opening_computed if opening == read.opening_balance else False
    gaps, _ = gaps_in_time(now)
    difference = None if opening is None or closing is None else closing - opening - sum((line.amount for line in now.lines), ZERO)
    rows_changed = bool(typed.amounts or typed.places or typed.rows_added or typed.turned)
    doubts = tuple(typed.doubts_left(read, now))
    if gaps:
        explained = read.integrity.holds is None and bool(doubts)
        broken = next((gap.to for gap in gaps if gap.to is not None), None)
        return Integrity(
            holds=None if explained else False,
            opening_computed=computed,
            difference=difference,
            first_break=None if explained else broken,
            unconfirmed=(*facts_of_gaps(now, difference), *doubts),
        )
    printed_totals = next((fact.figures for fact in read.integrity.confirmed if fact.code == "totals_agree"), None)
    totals = printed_totals == _sides(now)  # they were the sums of the rows as read, and are those of the rows as decided
    open_points = (
        *(Fact(code=code) for code, balance in (("no_opening", opening), ("no_closing", closing)) if balance is None),
        *doubts,
        *typed.unproved_answers(now, totals=totals),
        *typed.unconfirmed_ends(read, now, totals=totals),
    )
    moved = bool(opening or any(line.amount or line.balance for line in now.lines))
    holds = True if not open_points and moved and difference == 0 else None
    codes = {fact.code for fact in open_points}
    chain = _has_chain(now, typed) or totals or (read.integrity.rows_follow and not rows_changed)
    return Integrity(
        holds=holds,
        rows_follow=holds is None and bool(codes) and codes <= UNNAMED_ENDS.keys() and chain,
        opening_computed=computed,
        difference=difference,
        confirmed=tuple(_confirmed(read, now, totals=totals, rows_changed=rows_changed)),
        unconfirmed=() if holds else open_points or (Fact(code="unproved"),),
    )


def _lies_on(fact: Fact, place: UnreadRow | PrintedLine) -> bool:
    if fact.box is None or fact.page != place.page:
        return False
    x0, y0, x1, y1 = place.box
    return fact.box[0] <= x1 and fact.box[2] >= x0 and fact.box[1] <= y1 and fact.box[3] >= y0


def _steps_as_read(now: PrintedStatement, typed: Typed) -> list[BalanceStep]:
    """Return the steps between the balances that were read."""
    opening = None if "opening_typed" in typed.ends else now.opening_balance
    return steps_in_time(replace(now, lines=tuple(_without_typed_balance(now, typed)), opening_balance=opening))


def _without_typed_balance(now: PrintedStatement, typed: Typed) -> Iterator[PrintedLine]:
    for index, line in enumerate(now.lines):
        yield replace(line, balance=None) if index in typed.balances else line


def _has_chain(now: PrintedStatement, typed: Typed) -> bool:
    """True if a balance that was read follows every row, those aside that a person called no row. Call it where nothing breaks."""
    rows = [line for index, line in enumerate(_without_typed_balance(now, typed)) if index not in typed.no_rows]
    return bool(rows) and all(line.balance is not None for line in rows)


def _sides(now: PrintedStatement) -> tuple[str, ...]:
    into, out = sums_of_sides(now)
    return f"{into:,}", f"{out:,}"


def _confirmed(read: PrintedStatement, now: PrintedStatement, *, totals: bool, rows_changed: bool) -> Iterator[Fact]:
    """Yield a fact for each check that the figures as decided pass."""
    opening, closing = now.opening_balance, now.closing_balance
    if now.lines and opening is not None and closing is not None:
        yield Fact(code="rows_lead", figures=(f"{opening:,}", f"{closing:,}"))
    printed = sum(line.balance is not None for line in now.lines)
    if printed:
        yield Fact(code="balances_follow", figures=(str(printed), str(printed)))
    if totals:
        yield Fact(code="totals_agree", figures=_sides(now))
    unchanged = {"pages_complete", "holdings_listed", "trades_listed", *TESTIFIED}
    unchanged |= set() if rows_changed else {"totals_of_rows_agree", "parts_agree"}
    yield from (fact for fact in read.integrity.confirmed if fact.code in unchanged)
