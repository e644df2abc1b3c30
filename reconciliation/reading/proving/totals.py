"""Totals and numbers of rows that the document prints anywhere: one that the rows do not come to contradicts them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate

from reconciliation.reading.proving.sums import NOTHING, Case, selections
from reconciliation.reading.scanning.entries import ScanItem
from reconciliation.reading.solving.solution import Solution, sides_of
from reconciliation.reading.tokens.alternatives import lists_of, phrases, words_of
from reconciliation.reading.tokens.amounts import HAS_DIGIT
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import balance_kind

NUMBER_OF = f"(?:{phrases('counts', 'number_of')})"
ROWS = f"(?:{phrases('counts', 'rows')})"
KIND = r"(?:(?:debit|credit|bank|account|other|total|posted|booked) ){0,2}"
REST = f"(?:{phrases('counts', 'filling')})"
NUMBER = r"(?<![\w.,/-])(?!(?:19|20)\d\d\b)(\d{1,4})(?![\w/-]|[.,]\d)"
DIGITS = {word: str(number) for number, words in enumerate(lists_of("counts")["in_words"], 2) for word in words.split()}
NUMBER_IN_WORDS = words_of("|".join(DIGITS))
COUNTS = re.compile(
    rf"^(?:count|stuckzahl|anzahl|aantal|antal)\W{{0,4}}(?P<alone>\d{{1,4}})$|\b{ROWS}(?: {REST})*\W{{0,4}}{NUMBER}\W*$|"
    rf"(?:^|\t|\b(?:contains|has|with|of|there were|lists) ){NUMBER} {KIND}{ROWS}(?: {REST})*\W*$"
)
NO_COUNT = words_of(phrases("counts", "no_count"))
OF_SIDE = re.compile(
    rf"(?P<name>[^\W\d_][^\d\t()]*?) ?\((?P<behind>\d{{1,5}})\)|"
    rf"^(?:you (?:made|had|received) |there were )?(?P<before>\d{{1,5}}) (?P<what>[^\d\t():]+?)(?= ?:? ?(?:\t|[^\w\s]?\d|$))"
    rf"|\b{NUMBER_OF} ?(?P<which>[^\d\t():]+?)\b[ :\t]*(?P<last>\d{{1,5}})$"
    rf"|(?P<counted>[^\d\t():]+?) (?:count|number)[ :\t]+(?P<number>\d{{1,5}})$"
)
BOTH_SIDES = re.compile(r"([^\d\t:]+): (\d{1,5})[\t ,;/]+([^\d\t:]+): (\d{1,5})")
STEP = re.compile(r"(\d) [^\W\d_]")
LONGEST_LINE = 80  # most characters of a line with a total; a longer line is prose
FEWEST_STEPS, LEVEL = 3, 2.0  # fewest steps of a summary; most points between their left edges
MOST_PARTS = 10
NAMED_NUMBER = re.compile(r"([^\t:]+?)(?: ?\(\d+\))? ?: ?(\d{1,9})(?=\t|$)")  # a name and a number, which may be an account's
MOST_ITEMS = 10
ADDED = "+ "  # printed before a name in a summary that is written as a sum


def count_differs(case: Case) -> bool:
    """True if a printed number of transactions, or of those of a side, is not that of the rows: all, or those of a table or a side."""
    lines = [line for line in case.section.rows if not case.sums.is_of_rows(line)]
    for line in lines:
        # The number is beside the word for rows, in one of the line's cells or across two.
        text = NUMBER_IN_WORDS.sub(lambda match: DIGITS[match[0]], fold(line.row.text))
        if line.days or not HAS_DIGIT.search(text) or NO_COUNT.search(text) or len(text) > LONGEST_LINE:
            continue
        match = COUNTS.search(text)
        if match and int(next(filter(None, match.groups()))) not in case.sums.counts:
            return True
    tables = list(case.best.sides_of_tables.values())
    several = selections(tables, fewest=1) if len(tables) <= MOST_PARTS else ((sides,) for sides in tables)
    groups = [(case.best.sides,), *several]  # all rows, and tables together; all rows of one of several tables may be of one side
    whole = {sides.rows for sides in tables} if len(tables) > 1 else set()
    of_side = {1: whole | {sum(table.rows_in for table in some) for some in groups}}
    of_side[-1] = whole | {sum(table.rows_out for table in some) for some in groups}
    counts = list(_numbers_of_sides(lines, case.section.rows, card=case.kind.owed))
    for place, (way, count, alone) in enumerate(counts):
        others = [other for index, (side, other, _) in enumerate(counts) if side == way and index != place][:MOST_PARTS]
        if alone and not any(count + sum(some) in of_side[way] for some in selections(others)):
            return True
    return False


def _numbers_of_sides(lines: Sequence[Printed], section: Sequence[Printed], *, card: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield each number beside the name of a side: the side, the number, and whether nothing else is named. Lines of the section without
    figures that are numbered one, two, three and so on under each other are steps, as of a form to fill in, and have none."""
    steps: set[Printed] = set()
    run: list[Printed] = []
    numbered = ((line, int(match[1])) for line in section if not line.figures and (match := STEP.match(line.plain)))
    for line, number in numbered:
        level = not run or (run[0].row.page == line.row.page and abs(run[0].row.left - line.row.left) <= LEVEL)
        run = [*run, line] if level and number == len(run) + 1 else [line] if number == 1 else []
        steps |= set(run) if len(run) >= FEWEST_STEPS else set()
    for line in lines:
        text = fold(line.row.text)
        if line in steps or not HAS_DIGIT.search(text):
            continue
        both = None if line.figures else BOTH_SIDES.fullmatch(text)
        if both and terms.direction(both[1], card=card) * terms.direction(both[3], card=card) < 0:
            yield from ((terms.direction(both[side], card=card), int(both[side + 1]), terms.plain_side(both[side])) for side in (1, 3))
        for match in OF_SIDE.finditer(text):
            name = match["name"] or match["what"] or match["which"] or match["counted"]
            way = terms.direction(name, card=card)
            if way and (line.figures or not match["behind"] or terms.plain_side(name)):
                yield way, int(match["behind"] or match["before"] or match["last"] or match["number"]), terms.plain_side(name)


def total_differs(case: Case) -> bool:
    """True if a figure named as a sum of a side or of all rows is not their sum: of all, of a table or page, or with other sums."""
    sums, best, owed = case.sums, case.best, case.kind.owed
    of_accounts = sums.totals_of_accounts()
    for item in (item for item in sums.above if item.printed not in of_accounts):  # a total under a table's headings with no row above it
        in_table = item.kind == "total" and item.inside and item.role not in {"", "balance"}
        if in_table and item.figure and item.figure.size not in {NOTHING, *sums.of_rows}:
            return True
    movements = {abs(amount) for amount in best.amounts if amount is not None}
    turned_over, headings = best.sides.into + best.sides.out, {table.heading for table in best.tables}
    # The sums of a summary, by their printed signs, may be all money in and all money out; or be the sum of the rows, if these are net of
    # something beside them, as of a fee.
    parts = [(item.label, item.figure) for item in sums.between_ends if item.figure is not None]
    signed = [(figure.sign or terms.direction(label)) * figure.size for label, figure in parts if figure.size]
    sides, net = sides_of(signed), any("aside" in entry.figures for entry in best.entries)
    leads = (net and sides.net == best.sides.net) or (sides.into, sides.out) == (best.sides.into, best.sides.out)
    leading = {(label, figure.size) for label, figure in parts} if signed and 0 not in signed and leads else set()
    # A plus before a name means money in, except on a card.
    named = [
        (*figure, terms.side_in_summary(figure[0], owed=owed) or int(figure[0].startswith(ADDED) and not owed)) for figure in sums.named
    ]
    broken_down = _parts_above_totals(named, best)
    for place, (label, size, inside, way) in enumerate(named):
        if way and terms.LARGEST.match(label) and size not in movements:
            return True
        if (label, size) in leading or place in broken_down:
            continue
        of_table = terms.TOTAL.search(label) is not None and " ".join(terms.TOTAL.sub(" ", label).split()) in headings
        if way and (terms.names_sum_of_side(label, held=not owed) or of_table):
            right = sums.of_side(with_opening=owed or inside)[way]
            others = [other for _, other, _, side in named if side == way and other != size][:MOST_ITEMS]
            empty = not (best.sides.into if way > 0 else best.sides.out)
            if not (size in right if size else empty) and not any(sum(some, size) in right for some in selections(others, fewest=1)):
                return True
        elif (terms.NET.fullmatch(label) or terms.TURNOVER.fullmatch(label)) and size not in {*sums.of_rows, turned_over}:
            return True
    return False


def _parts_above_totals(named: Sequence[tuple[str, Decimal, bool, int]], best: Solution) -> set[int]:
    """Return the places of the figures right above a total of money in or of money out that come to it, if each is a row's of that side or
    the sum of several that follow one another."""
    parts: set[int] = set()
    for end, (label, total, _, way) in enumerate(named):
        reached = {NOTHING, *accumulate(amount * way for amount in best.amounts if amount is not None and amount * way > 0)}
        for start in range(max(0, end - MOST_ITEMS), end - 1) if way and terms.TOTAL.search(label) and total == max(reached) else ():
            sizes = [size for _, size, *_ in named[start:end]]
            if sum(sizes) == total and all(any(before + size in reached for before in reached) for size in sizes):
                parts |= set(range(start, end))
    return parts


def whole_number_differs(case: Case) -> bool:
    """True if, among whole amounts, a number without decimals that only its name tells from an account's is another balance or sum."""
    best = case.best
    if any(amount is None or amount != amount.to_integral_value() for amount in best.amounts):
        return False
    allowed = case.sums.of_rows | {Decimal(count) for count in case.sums.counts}
    ends = {"opening": best.opening, "closing": best.closing}
    for label, digits in (match.groups() for line in case.section.rows for match in NAMED_NUMBER.finditer(fold(line.row.text))):
        end, number = ends.get(balance_kind(label)), Decimal(digits)
        if (end is not None and abs(end) != number) or (terms.direction(label) and terms.plain_side(label) and number not in allowed):
            return True
    return False


def summary_differs(case: Case) -> bool:
    """True if two figures, between opening and closing or named as the two sides, are not the sides of the rows."""
    best, into, out = case.best, case.best.sides.into, case.best.sides.out
    sides_of_tables = [sorted((table.into, table.out)) for table in best.sides_of_tables.values() if table.into and table.out]
    for sizes, ways in _pairs(case):
        for (size, rest), way in zip((sizes, sizes[::-1]), ways[::-1], strict=True) if sorted(sizes) not in sides_of_tables else ():
            # one is a side of the rows, the other not the other side; where it is zero, its name must say which side it is
            if (size == into != out and rest != out and (size or way < 0)) or (size == out != into and rest != into and (size or way > 0)):
                return True
        if set(sizes) != {into, out}:
            # Both lead from one end to the other and neither is a side. A bank may leave refunds out of both if balances confirm the rows.
            if abs(sizes[0] - sizes[1]) == abs(best.movement) and not best.by_row:
                return True
        elif into != out and ways[0] != ways[1] and not {(1, out), (-1, into)}.isdisjoint(zip(ways, sizes, strict=True)):
            return True  # the sides of the rows, but named the other way
    return False


def _pairs(case: Case) -> Iterator[tuple[list[Decimal], list[int]]]:
    """Yield the sizes and sides of two figures with no other beside them: between opening and closing, or named as the two sides."""
    figures: dict[tuple[int, Decimal], str] = {}
    opened = False
    for item in [*case.draft.items, ScanItem("entry", 0)]:
        # An average, a limit and an available amount are no sums; interest and transfers are.
        is_sum = item.kind in {"summary", "total"} and not terms.NO_BALANCE.search(
            item.label.replace("interest", "").replace("transfer", "")
        )
        if item.kind in {"opening", "closing", "entry"}:
            ways = [terms.direction(label, card=case.kind.owed) for label in figures.values()]
            closed = opened and item.kind == "closing"
            if len(figures) == 2 and (closed or (sorted(ways) == [-1, 1] and all(map(terms.plain_side, figures.values())))):
                yield [size for _, size in figures], ways
            figures, opened = {}, item.kind == "opening"
        elif is_sum and item.figure:
            figures.setdefault((id(item.printed), item.figure.size), item.label)
