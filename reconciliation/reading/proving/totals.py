"""Totals that the document prints of its rows, wherever they stand: one that the rows do not come to contradicts them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.sums import NOTHING, sums_of_some
from reconciliation.reading.scanning.entries import Seen, Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.direction import direction, names_sum_of_side, plain_side
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import LARGEST, NET, NO_BALANCE, TOTAL, TURNOVER

NAMED_NUMBER = re.compile(r"([^\t:]+?)(?: ?\(\d+\))? ?: ?(\d{1,9})(?=\t|$)")  # without marks: it may be an account's number too
MOST_ITEMS = 10
ADDED = "+ "  # before a name in a summary that is written as a sum

Pair = tuple[Seen, Seen]


def total_differs(case: Case) -> bool:
    """True if a figure named as a sum, of money in, of money out or of all rows, is not what those rows come to: all, or those of a table
    or a page; alone, or together with other sums of its side."""
    sums, best, draft = case.sums, case.best, case.draft
    first = next((place for place, one in enumerate(draft.seen) if one.kind == "entry"), 0)
    for one in draft.seen[:first]:  # a total under a table's headings with no row above it
        total_above = one.kind == "total" and one.inside and one.role not in {"", "balance"}
        if total_above and one.figure and one.figure.size and one.figure.size not in sums.of_rows:
            return True
    named = [(label, size, inside, _way_of(label, card=case.kind.owed)) for label, size, inside in sums.named]
    allowed = {with_opening: sums.of_side(with_opening=with_opening) for with_opening in (False, True)}
    leading = _parts_that_lead(case)
    for label, size, inside, way in named:
        if (label, size) in leading:
            continue
        if way and (names_sum_of_side(label) or _names_table(label, best.tables)):
            right = allowed[case.kind.owed or inside][way]
            others = [other for _, other, _, side in named if side == way and other != size][:MOST_ITEMS]
            empty = not (best.sides.into if way > 0 else best.sides.out)
            if not (size in right if size else empty) and not any(size + rest in right for rest in sums_of_some(others, fewest=1)):
                return True
        elif (NET.fullmatch(label) or TURNOVER.fullmatch(label)) and size not in sums.of_rows | {best.sides.into + best.sides.out}:
            return True
    movements = {abs(amount) for amount in best.amounts if amount is not None}
    if any(way and LARGEST.match(label) and size not in movements for label, size, _, way in named):
        return True
    return _whole_number_differs(case)


def _way_of(label: str, *, card: bool) -> int:
    """Return 1 for money in, -1 for money out, 0 if the label names neither. A leading plus means money in, except on a card."""
    return direction(label, card=card) or (1 if label.startswith(ADDED) and not card else 0)


def _names_table(label: str, tables: Sequence[Table]) -> bool:
    """True if the label is the total of what a table's heading names."""
    rest = " ".join(TOTAL.sub(" ", label).split())
    return rest != label and any(rest == table.heading for table in tables)


def _parts_that_lead(case: Case) -> set[tuple[str, Decimal]]:
    """Return the label and the size of each sum in a summary whose sums, by their printed signs, are all money in and all money out."""
    parts = [(one.label, one.figure) for one in case.sums.between_ends if one.figure is not None and one.figure.size]
    ways = [figure.sign or direction(label) for label, figure in parts]
    into, out = (sum((figure.size for way, (_, figure) in zip(ways, parts, strict=True) if way == side), NOTHING) for side in (1, -1))
    leads = 0 not in ways and (into, out) == (case.best.sides.into, case.best.sides.out)
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
    return any(_pair_differs(pair, case.best, card=case.kind.owed) for pair in _pairs(case))


def _pair_differs(pair: Pair, best: Solution, *, card: bool) -> bool:
    into, out = best.sides.into, best.sides.out
    sizes, ways = [_size(one) for one in pair], [direction(one.label, card=card) for one in pair]
    sides_of_tables = [sorted((table.into, table.out)) for table in best.sides_of_tables.values() if table.into and table.out]
    if sorted(sizes) not in sides_of_tables:
        for (size, rest), way in zip((sizes, sizes[::-1]), ways[::-1], strict=True):
            # one is a side of the rows, the other not the other side; where it is zero, its name must say which side it is
            if (size == into != out and rest != out and (size or way < 0)) or (size == out != into and rest != into and (size or way > 0)):
                return True
    if into != out and set(sizes) == {into, out} and ways[0] != ways[1]:  # the sides of the rows, but named the other way
        return any(way and size != (into if way > 0 else out) for way, size in zip(ways, sizes, strict=True))
    # Both lead from one end to the other and neither is a side. A bank may leave refunds out of both: balances then confirm the rows.
    leads = abs(sizes[0] - sizes[1]) == abs(best.movement)
    return leads and not best.by_row and set(sizes) != {into, out}


def _size(one: Seen) -> Decimal:
    return one.figure.size if one.figure is not None else NOTHING


def _names_no_sum(label: str) -> bool:
    """True for an average, a limit, what is available. Interest and transfers are sums as others are."""
    return NO_BALANCE.search(label.replace("interest", "").replace("transfer", "")) is not None


def _pairs(case: Case) -> Iterator[Pair]:
    """Yield two figures with no other beside them, neither balance nor term: between opening and closing, or named as the two sides."""
    figures: dict[tuple[int, Decimal], Seen] = {}
    opened = False
    for one in [*case.draft.seen, None]:
        if one is None or one.kind in {"opening", "closing", "entry"}:
            pair = tuple(figures.values())
            closed = opened and one is not None and one.kind == "closing"
            ways = sorted(direction(part.label, card=case.kind.owed) for part in pair)
            if len(pair) == 2 and (closed or (ways == [-1, 1] and all(plain_side(part.label) for part in pair))):
                yield pair[0], pair[1]
            figures, opened = {}, one is not None and one.kind == "opening"
        elif one.kind in {"summary", "total"} and one.figure and not _names_no_sum(one.label):
            figures.setdefault((id(one.printed), one.figure.size), one)
