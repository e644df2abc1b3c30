"""What a model is told, once, of rows that do not add up: figures that code computed and numbers of lines, no word of the page."""

from collections.abc import Iterable, Iterator, Sequence

from reconciliation.extracting.choosing import adds_up, first_break
from reconciliation.extracting.lines import Chunk, place_of
from reconciliation.extracting.pointing import Finder
from reconciliation.extracting.telling import Told
from reconciliation.reading.statement import PrintedStatement, Reading

MOST_LINES = 40  # of one kind that are named
AGAIN = "Look again and give the whole answer for these lines once more."


def is_wrong(reading: Reading, finder: Finder) -> bool:
    """Is a sum or a balance wrong, or was anything refused?"""
    sums = (bool(each.integrity.difference) or first_break(each) is not None for each in reading.statements)
    return bool(finder.refused) or any(sums)


def correction(reading: Reading, told: Told, finder: Finder) -> str:
    """The numeric error, statement by statement, and the lines that were refused or left over."""
    wrong = [statement for statement in reading.statements if not adds_up(statement)]
    sentences = [sentence for statement in wrong for sentence in _of_one(statement, told)]
    refused = [f"{each['line']} ({each['code']})" for each in finder.refused[:MOST_LINES]]
    sentences += [f"Refused lines: {', '.join(refused)}."] if refused else []
    over = told.left_over[:MOST_LINES]
    sentences += [f"Lines with a figure that nothing names: {', '.join(map(str, over))}."] if over else []
    return "\n".join([*sentences, AGAIN])


def concerned(reading: Reading, told: Told, finder: Finder, chunks: Sequence[Chunk]) -> list[int]:
    """Which chunks the error may be in: those of the lines that it names, else all of them."""
    named = {int(each["line"]) for each in finder.refused} | set(told.left_over) | set(_broken_lines(reading.statements, told))
    found = [index for index, chunk in enumerate(chunks) if named & {line.number for line in chunk}]
    return found or list(range(len(chunks)))


def _of_one(statement: PrintedStatement, told: Told) -> Iterator[str]:
    opening, closing, difference = statement.opening_balance, statement.closing_balance, statement.integrity.difference
    if opening is not None and closing is not None and difference:
        movement = closing - opening - difference
        yield (
            f"The opening balance {opening} and the sum {movement} of {len(statement.lines)} rows make {opening + movement}, "
            f"but the printed closing balance is {closing}: the difference is {difference}."
        )
    for line in _broken_lines([statement], told):
        yield f"The balance on line {line} does not follow from the balance before it and the amount."


def _broken_lines(statements: Iterable[PrintedStatement], told: Told) -> Iterator[int]:
    for statement in statements:
        line = first_break(statement)
        if line is not None and place_of(line) in told.numbers:
            yield told.numbers[place_of(line)]
