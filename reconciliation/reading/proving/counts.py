"""Numbers of rows that the document prints, wherever they stand: none may say otherwise."""

import itertools
import re
from collections.abc import Iterator, Sequence

from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction, plain_side

NUMBER_OF = (
    r"(?:number of|n[o°]\.? (?:of|de|di)|total|count of|anzahl(?: der)?|nombre (?:d[e\'] ?|total )?|numero (?:de|di|total de)|aantal|"
    r"antall?|liczba)"
)
ROWS = (
    r"(?:transactions?|entries|entry|items?|movements|operations?|postings|rows|records|buchungen|buchungsposten|posten|umsatze|vorgange|"
    r"ecritures|mouvements|movimientos|operaciones|apuntes|movimenti|operazioni|transacties|boekingen|mutaties|movimentos|lancamentos|"
    r"transaktion(?:er|en)|transaksjoner|operacji|transakcji|transaksi)"
)
KIND = r"(?:(?:debit|credit|bank|account|other|total|posted|booked) ){0,2}"
REST = (
    r"(?:\(?s\)?|count|number|total|in|on|for|this|the|statement|period|account|month|of|listed|shown|posted|made|processed|were|was|have|"
    r"been|here)"
)
NUMBER = r"(?<![\w.,/-])(?!(?:19|20)\d\d\b)(\d{1,4})(?![\w/-]|[.,]\d)"
COUNTS = re.compile(
    rf"\b{ROWS}(?: {REST})*\W{{0,4}}{NUMBER}\W*$|"
    rf"(?:^|\t|\b(?:contains|has|with|of|there were|lists) ){NUMBER} {KIND}{ROWS}(?: {REST})*\W*$"
)
NO_COUNT = words_of(
    r"free|per|limit|maximum|max|allowed|up to|first|next|over|more than|additional|excess|last|each|page|seite|included|only"
)
OF_SIDE = re.compile(
    rf"(?P<name>[^\W\d_][^\d\t()]*?) ?\((?P<behind>\d{{1,5}})\)|^(?P<before>\d{{1,5}}) (?P<what>[^\d\t():]+?)(?= ?:? ?(?:\t|[^\w\s]?\d|$))"
    rf"|\b{NUMBER_OF} ?(?P<which>[^\d\t():]+?)\b[ :\t]*(?P<last>\d{{1,5}})$"
    rf"|(?P<counted>[^\d\t():]+?) (?:count|number)[ :\t]+(?P<number>\d{{1,5}})$"
)
STEP = re.compile(r"(\d) [^\W\d_]")
LONGEST_LINE = 80  # characters; what is longer is prose
FEWEST_STEPS, LEVEL = 3, 2.0  # points between the left edges of steps
MOST_PARTS = 10


def count_differs(best: Solution, rows: Sequence[Printed], *, card: bool) -> bool:
    """Does a printed number of transactions, or of those of a side, differ from that of the rows, all or those of a table or a side?"""
    known, by_way = counts_of(best), counts_by_way(best)
    read = {id(word) for entry in best.entries for word in entry.words}
    found = [count for printed in rows if not any(id(word) in read for word in printed.row.words) for count in _of_rows(printed)]
    told = list(_of_sides(best, rows, card=card))
    return any(count not in known for count in found) or any(
        alone and not _adds_up(count, [other for one, (side, other, _) in enumerate(told) if side == way and one != place], by_way[way])
        for place, (way, count, alone) in enumerate(told)
    )


def _of_rows(printed: Printed) -> Iterator[int]:
    """The number beside the word for rows, in each of the line's cells or across two."""
    text = fold(printed.row.text)
    if printed.days or not HAS_DIGIT.search(text) or NO_COUNT.search(text) or len(text) > LONGEST_LINE:
        return
    match = COUNTS.search(text)
    if match:
        yield int(match[1] or match[2])


def counts_of(best: Solution) -> set[int]:
    """How many rows there are: all, those of a side and those of each table and page."""
    parts = {sides.rows for sides in (*best.sides_of_tables.values(), *best.sides_of_pages.values())}
    return best.sides.counts | parts


def counts_by_way(best: Solution) -> dict[int, set[int]]:
    """How many rows of money in there are by 1, and of money out by -1: of all, and of any of the tables; of several tables also all of
    one."""
    tables = list(best.sides_of_tables.values())
    whole = {sides.rows for sides in tables} if len(tables) > 1 else set()
    into, out = _any_of([sides.rows_in for sides in tables]), _any_of([sides.rows_out for sides in tables])
    return {1: into | whole | {best.sides.rows_in}, -1: out | whole | {best.sides.rows_out}}


def _any_of(counts: Sequence[int]) -> set[int]:
    """The sums of any of some counts; of many only each."""
    most = len(counts) if len(counts) <= MOST_PARTS else 1
    return {sum(some) for size in range(1, most + 1) for some in itertools.combinations(counts, size)}


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
            name = match["name"] or match["what"] or match["which"] or match["counted"]
            way = direction(name, card=card)
            if way and (printed.figures or not match["behind"] or plain_side(name)):
                yield way, int(match["behind"] or match["before"] or match["last"] or match["number"]), plain_side(name)


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
