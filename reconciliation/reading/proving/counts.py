"""Numbers of rows that the document prints, wherever they stand: none may say otherwise."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction, plain_side

NUMBER_OF = r"(?:number of|no\.? of|total|count of|anzahl(?: der)?|nombre d[e\'] ?|numero de|numero di|aantal)"
ROWS = r"(?:transactions|entries|items|buchungen|umsatze|operations|movimientos|operaciones|movimenti|transacties)"
COUNTS = re.compile(rf"\b{NUMBER_OF} ?{ROWS}\b\D{{0,3}}(\d{{1,5}})$|^(\d{{1,5}}) (?!items){ROWS}$")
OF_SIDE = re.compile(
    rf"(?P<name>[^\W\d_][^\d\t()]*?) ?\((?P<behind>\d{{1,5}})\)|^(?P<before>\d{{1,5}}) (?P<what>[^\d\t():]+?)(?= ?:? ?(?:\t|[^\w\s]?\d|$))"
    rf"|\b{NUMBER_OF} ?(?P<which>[^\d\t():]+?)\b[ :\t]*(?P<last>\d{{1,5}})$"
)
STEP = re.compile(r"(\d) [^\W\d_]")
FEWEST_STEPS, LEVEL = 3, 2.0  # points between the left edges of steps
MOST_PARTS = 10


def count_differs(best: Solution, rows: Sequence[Printed], *, card: bool) -> bool:
    """Does a printed number of transactions, or of those of a side, differ from that of the rows, all or those of a table or a side?"""
    known, by_way = counts_of(best), counts_by_way(best)
    found = [int(match[1] or match[2]) for printed in rows if _has_number_at_end(printed.plain) and (match := COUNTS.search(printed.plain))]
    told = list(_of_sides(best, rows, card=card))
    return any(count not in known for count in found) or any(
        alone and not _adds_up(count, [other for one, (side, other, _) in enumerate(told) if side == way and one != place], by_way[way])
        for place, (way, count, alone) in enumerate(told)
    )


def counts_of(best: Solution) -> set[int]:
    """How many rows there are: all, those of a side and those of each table."""
    tables = [entry.table_id for entry in best.entries]
    less = sum((amount or 0) < 0 for amount in best.amounts)
    return {len(tables), less, len(tables) - less, *map(tables.count, set(tables))}


def counts_by_way(best: Solution) -> dict[int, set[int]]:
    """How many rows of money in there are by 1, and of money out by -1: of all, and of each table; of several tables also all of one."""
    pairs = list(zip((entry.table_id for entry in best.entries), best.amounts, strict=True))
    sizes = Counter(table for table, _ in pairs)
    whole = set(sizes.values()) if len(sizes) > 1 else set()
    found: dict[int, set[int]] = {}
    for way in (1, -1):
        tables = [table for table, amount in pairs if (amount or 0) * way > 0]
        found[way] = {len(tables), *map(tables.count, sizes)} | whole
    return found


def _of_sides(best: Solution, rows: Sequence[Printed], *, card: bool) -> Iterator[tuple[int, int, bool]]:
    """Each number beside the name of a side, but in a row's own words: the side, the number, and whether nothing else is named."""
    read = {id(word) for entry in best.entries for word in entry.words}
    steps = _steps(rows)
    for printed in rows:
        text = fold(printed.row.text)
        if printed in steps:
            continue
        if not (_has_number_at_end(text) or "(" in text) or any(id(word) in read for word in printed.row.words):
            continue
        for match in OF_SIDE.finditer(text):
            name = match["name"] or match["what"] or match["which"]
            way = direction(name, card=card)
            if way and (printed.figures or not match["behind"]):
                yield way, int(match["behind"] or match["before"] or match["last"]), plain_side(name)


def _steps(rows: Sequence[Printed]) -> set[Printed]:
    """Lines without figures that are numbered one, two, three and so on under each other, as of a form to fill in: they count nothing."""
    found: set[Printed] = set()
    run: list[Printed] = []
    for printed in rows:
        match = None if printed.figures else STEP.match(printed.plain)
        if match is None:
            continue
        level = not run or (run[0].row.page == printed.row.page and abs(run[0].row.left - printed.row.left) <= LEVEL)
        run = [*run, printed] if level and int(match[1]) == len(run) + 1 else [printed] if match[1] == "1" else []
        found |= set(run) if len(run) >= FEWEST_STEPS else set()
    return found


def _has_number_at_end(text: str) -> bool:
    """Does it begin or end with one? To tell at once that nothing is counted."""
    return text[:1].isdecimal() or text[-1:].isdecimal()


def _adds_up(count: int, others: Sequence[int], known: set[int]) -> bool:
    """Is it a number of rows, or does it come to one with others of its side?"""
    parts = others[:MOST_PARTS]
    return any(count + sum(some) in known for size in range(len(parts) + 1) for some in itertools.combinations(parts, size))
