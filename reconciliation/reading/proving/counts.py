"""Numbers of rows that the document prints, wherever they stand: one that is not that of the rows contradicts them."""

import re
from collections.abc import Iterator, Sequence

from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.sums import selections
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction, plain_side
from reconciliation.reading.vocabulary.lists import phrases

NUMBER_OF = f"(?:{phrases('counts', 'number_of')})"
ROWS = f"(?:{phrases('counts', 'rows')})"
KIND = r"(?:(?:debit|credit|bank|account|other|total|posted|booked) ){0,2}"
REST = f"(?:{phrases('counts', 'filling')})"
NUMBER = r"(?<![\w.,/-])(?!(?:19|20)\d\d\b)(\d{1,4})(?![\w/-]|[.,]\d)"
IN_WORDS = (
    "two zwei deux dos twee|three drei trois tres tre drie|four vier quatre cuatro quattro|five funf cinq cinco cinque vijf|"
    "six sechs seis sei zes|seven sieben sept siete sette zeven|eight acht huit ocho otto|nine neun neuf nueve nove negen|"
    "ten zehn dix diez dieci tien|eleven elf onze undici|twelve zwolf douze doce dodici twaalf"
)
DIGITS = {word: str(number) for number, words in enumerate(IN_WORDS.split("|"), 2) for word in words.split()}
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
LONGEST_LINE = 80  # characters; what is longer is prose
FEWEST_STEPS, LEVEL = 3, 2.0  # points between the left edges of steps
MOST_PARTS = 10


def count_differs(case: Case) -> bool:
    """True if a printed number of transactions, or of those of a side, is not that of the rows: all, or those of a table or a side."""
    lines = [line for line in case.section.rows if not case.sums.is_of_rows(line)]
    if any(_number_of_rows(line) not in {None, *case.sums.counts} for line in lines):
        return True
    of_side = _counts_of_sides(case)
    counts = list(_numbers_of_sides(lines, _steps(case.section.rows), card=case.kind.owed))
    for place, (way, count, alone) in enumerate(counts):
        others = [other for index, (side, other, _) in enumerate(counts) if side == way and index != place][:MOST_PARTS]
        if alone and not any(count + sum(some) in of_side[way] for some in selections(others)):
            return True
    return False


def _counts_of_sides(case: Case) -> dict[int, set[int]]:
    """Return the numbers of rows of money in by 1 and of money out by -1: of all, of tables together, and all rows of one of several."""
    tables = list(case.best.sides_of_tables.values())
    several = selections(tables, fewest=1) if len(tables) <= MOST_PARTS else ((sides,) for sides in tables)
    groups = [(case.best.sides,), *several]
    whole = {sides.rows for sides in tables} if len(tables) > 1 else set()
    into, out = {sum(one.rows_in for one in some) for some in groups}, {sum(one.rows_out for one in some) for some in groups}
    return {1: into | whole, -1: out | whole}


def _number_of_rows(line: Printed) -> int | None:
    """Return the number beside the word for rows, in one of the line's cells or across two."""
    text = NUMBER_IN_WORDS.sub(lambda match: DIGITS[match[0]], fold(line.row.text))
    if line.days or not HAS_DIGIT.search(text) or NO_COUNT.search(text) or len(text) > LONGEST_LINE:
        return None
    match = COUNTS.search(text)
    return int(next(filter(None, match.groups()))) if match else None


def _numbers_of_sides(lines: Sequence[Printed], steps: set[Printed], *, card: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield each number beside the name of a side: the side, the number, and whether nothing else is named."""
    for line in lines:
        text = fold(line.row.text)
        if line in steps or not HAS_DIGIT.search(text):
            continue
        both = None if line.figures else BOTH_SIDES.fullmatch(text)
        if both and direction(both[1], card=card) * direction(both[3], card=card) < 0:
            yield from ((direction(both[side], card=card), int(both[side + 1]), plain_side(both[side])) for side in (1, 3))
        for match in OF_SIDE.finditer(text):
            name = match["name"] or match["what"] or match["which"] or match["counted"]
            way = direction(name, card=card)
            if way and (line.figures or not match["behind"] or plain_side(name)):
                yield way, int(match["behind"] or match["before"] or match["last"] or match["number"]), plain_side(name)


def _steps(lines: Sequence[Printed]) -> set[Printed]:
    """Return the lines without figures that are numbered one, two, three and so on under each other, as of a form to fill in."""
    steps: set[Printed] = set()
    run: list[Printed] = []
    for line in lines:
        match = None if line.figures else STEP.match(line.plain)
        if match is None:
            continue
        level = not run or (run[0].row.page == line.row.page and abs(run[0].row.left - line.row.left) <= LEVEL)
        run = [*run, line] if level and int(match[1]) == len(run) + 1 else [line] if match[1] == "1" else []
        steps |= set(run) if len(run) >= FEWEST_STEPS else set()
    return steps
