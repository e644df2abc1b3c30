"""Totals that the document prints of its rows, wherever they stand: one that the rows do not come to contradicts them."""

import re
from collections.abc import Iterator
from decimal import Decimal

from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.sums import NOTHING, selections
from reconciliation.reading.scanning.entries import ScanItem
from reconciliation.reading.solving.solution import Solution, sides_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.direction import direction, names_sum_of_side, plain_side
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import LARGEST, NET, NO_BALANCE, TOTAL, TURNOVER

NAMED_NUMBER = re.compile(r"([^\t:]+?)(?: ?\(\d+\))? ?: ?(\d{1,9})(?=\t|$)")  # without marks: it may be an account's number too
MOST_ITEMS = 10
ADDED = "+ "  # before a name in a summary that is written as a sum


def total_differs(case: Case) -> bool:
    """True if a figure named as a sum of a side or of all rows is not what those come to: all, of a table or page, or with other sums."""
    sums, best, owed = case.sums, case.best, case.kind.owed
    for one in sums.above:  # a total under a table's headings with no row above it
        in_table = one.kind == "total" and one.inside and one.role not in {"", "balance"}
        if in_table and one.figure and one.figure.size not in {NOTHING, *sums.of_rows}:
            return True
    movements = {abs(amount) for amount in best.amounts if amount is not None}
    headings, leading = {table.heading for table in best.tables}, _parts_that_lead(case)
    # A plus before a name means money in, except on a card.
    named = [(*one, direction(one[0], card=owed) or int(one[0].startswith(ADDED) and not owed)) for one in sums.named]
    for label, size, inside, way in named:
        if way and LARGEST.match(label) and size not in movements:
            return True
        if (label, size) in leading:
            continue
        of_table = TOTAL.search(label) is not None and " ".join(TOTAL.sub(" ", label).split()) in headings
        if way and (names_sum_of_side(label) or of_table):
            right = sums.of_side(with_opening=owed or inside)[way]
            others = [other for _, other, _, side in named if side == way and other != size][:MOST_ITEMS]
            empty = not (best.sides.into if way > 0 else best.sides.out)
            if not (size in right if size else empty) and not any(sum(some, size) in right for some in selections(others, fewest=1)):
                return True
        elif (NET.fullmatch(label) or TURNOVER.fullmatch(label)) and size not in sums.of_rows | {best.sides.into + best.sides.out}:
            return True
    return _whole_number_differs(case)


def _parts_that_lead(case: Case) -> set[tuple[str, Decimal]]:
    """Return the label and the size of each sum in a summary whose sums, by their printed signs, are all money in and all money out; or
    are what the rows come to, if these are net of something beside them, as of a fee."""
    parts = [(one.label, one.figure) for one in case.sums.between_ends if one.figure is not None and one.figure.size]
    signed = [(figure.sign or direction(label)) * figure.size for label, figure in parts]
    sides, of_rows = sides_of(signed), case.best.sides
    net = any("aside" in entry.figures for entry in case.best.entries) and sides.net == of_rows.net
    leads = 0 not in signed and (net or (sides.into, sides.out) == (of_rows.into, of_rows.out))
    return {(label, figure.size) for label, figure in parts} if leads else set()


def _whole_number_differs(case: Case) -> bool:
    """True if, among whole amounts, a number without decimals that only its name tells from an account's is another balance or sum."""
    best = case.best
    if any(amount is None or amount != amount.to_integral_value() for amount in best.amounts):
        return False
    allowed = case.sums.of_rows | {Decimal(count) for count in case.sums.counts}
    ends = {"opening": best.opening, "closing": best.closing}
    for label, digits in (match.groups() for line in case.section.rows for match in NAMED_NUMBER.finditer(fold(line.row.text))):
        end, number = ends.get(balance_kind(label)), Decimal(digits)
        if (end is not None and abs(end) != number) or (direction(label) and plain_side(label) and number not in allowed):
            return True
    return False


def summary_differs(case: Case) -> bool:
    """True if two figures, between opening and closing or named as the two sides, are not the sides of the rows."""
    return any(_pair_differs(sizes, ways, case.best) for sizes, ways in _pairs(case))


def _pair_differs(sizes: list[Decimal], ways: list[int], best: Solution) -> bool:
    into, out = best.sides.into, best.sides.out
    sides_of_tables = [sorted((table.into, table.out)) for table in best.sides_of_tables.values() if table.into and table.out]
    if sorted(sizes) not in sides_of_tables:
        for (size, rest), way in zip((sizes, sizes[::-1]), ways[::-1], strict=True):
            # one is a side of the rows, the other not the other side; where it is zero, its name must say which side it is
            if (size == into != out and rest != out and (size or way < 0)) or (size == out != into and rest != into and (size or way > 0)):
                return True
    if into != out and set(sizes) == {into, out} and ways[0] != ways[1]:  # the sides of the rows, but named the other way
        return any((way, size) in {(1, out), (-1, into)} for way, size in zip(ways, sizes, strict=True))
    # Both lead from one end to the other and neither is a side. A bank may leave refunds out of both: balances then confirm the rows.
    leads = abs(sizes[0] - sizes[1]) == abs(best.movement)
    return leads and not best.by_row and set(sizes) != {into, out}


def _pairs(case: Case) -> Iterator[tuple[list[Decimal], list[int]]]:
    """Yield the sizes and sides of two figures with no other beside them: between opening and closing, or named as the two sides."""
    figures: dict[tuple[int, Decimal], str] = {}
    opened = False
    for one in [*case.draft.seen, ScanItem("entry", 0)]:
        # An average, a limit and what is available are no sums; interest and transfers are.
        is_sum = one.kind in {"summary", "total"} and not NO_BALANCE.search(one.label.replace("interest", "").replace("transfer", ""))
        if one.kind in {"opening", "closing", "entry"}:
            ways = [direction(label, card=case.kind.owed) for label in figures.values()]
            closed = opened and one.kind == "closing"
            if len(figures) == 2 and (closed or (sorted(ways) == [-1, 1] and all(map(plain_side, figures.values())))):
                yield [size for _, size in figures], ways
            figures, opened = {}, one.kind == "opening"
        elif is_sum and one.figure:
            figures.setdefault((id(one.printed), one.figure.size), one.label)
