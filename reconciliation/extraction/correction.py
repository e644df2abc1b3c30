"""The correction sent to a model, once, if rows do not add up: computed figures and line numbers, no word of the page."""

from collections.abc import Iterator, Sequence

from reconciliation.extraction.lines import Chunk, place_of
from reconciliation.extraction.locate import Finder
from reconciliation.extraction.located_rows import LocatedRows
from reconciliation.extraction.select import adds_up, first_break
from reconciliation.printed.statement import Reading

MOST_LINES = 40  # of one kind that are named
AGAIN = "Look again and give the whole answer for these lines once more."


def is_wrong(reading: Reading, finder: Finder) -> bool:
    """True if a sum or a balance is wrong, or anything was refused."""
    sums = (bool(each.integrity.difference) or first_break(each) is not None for each in reading.statements)
    return bool(finder.refused) or any(sums)


def corrections(reading: Reading, located: LocatedRows, finder: Finder, chunks: Sequence[Chunk]) -> dict[int, str]:
    """Return the text of the correction by number of the chunk, from 1: for the faulty chunks, or for all if none is known to be.

    Each chunk is sent the sums of the whole document, and only its own lines.
    """
    sums = []
    for statement in reading.statements:
        opening, closing, difference = statement.opening_balance, statement.closing_balance, statement.integrity.difference
        if not adds_up(statement) and opening is not None and closing is not None and difference:
            movement = closing - opening - difference
            sums.append(
                f"The opening balance {opening} and the sum {movement} of {len(statement.lines)} rows make {opening + movement}, "
                f"but the printed closing balance is {closing}: the difference is {difference}."
            )
    own = {number: list(_of_chunk(number, chunk, reading, located, finder)) for number, chunk in enumerate(chunks, 1)}
    concerned = [number for number in own if own[number]] or list(own)
    return {number: "\n".join([*sums, *own[number], AGAIN]) for number in concerned}


def _of_chunk(number: int, chunk: Chunk, reading: Reading, located: LocatedRows, finder: Finder) -> Iterator[str]:
    lines = {line.number for line in chunk}
    breaks = (line for statement in reading.statements if (line := first_break(statement)) is not None)
    numbers = (located.numbers.get(place_of(line)) for line in breaks)
    broken = [number for number in numbers if number is not None and number in lines]
    refused = [f"{each['line']} ({each['code']})" for each in finder.refused if each["chunk"] == number]
    over = [str(line) for line in located.left_over if line in lines]
    if broken:
        yield f"The balance on line {broken[0]} does not follow from the balance before it and the amount."
    if refused:
        yield f"Refused lines: {', '.join(refused[:MOST_LINES])}."
    if over:
        yield f"Lines with a figure that nothing names: {', '.join(over[:MOST_LINES])}."
