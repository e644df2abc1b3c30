"""Paragraphs: lines of words that go on from the line above, whatever day or figure they happen to begin with."""

from collections.abc import Iterator, Sequence

from reconciliation.reading.tokens.printed import Printed

FEWEST_LETTERS = 50  # of a line that another one goes on with
SAME_EDGE, SAME_HEIGHT = 1.0, 0.5  # points
CLOSE = 0.7  # heights between two lines of a paragraph


def going_on(rows: Sequence[Printed]) -> Iterator[Printed]:
    """Each line of one cell right under a long line of words with the same left edge and size."""
    above: Printed | None = None
    for printed in rows:
        if above is not None and _goes_on(printed, above):
            yield printed
        above = printed


def _goes_on(printed: Printed, above: Printed) -> bool:
    here, there = printed.row, above.row
    return (
        "\t" not in here.text
        and "\t" not in there.text
        and here.page == there.page
        and abs(here.left - there.left) <= SAME_EDGE
        and abs(here.height - there.height) <= SAME_HEIGHT
        and here.top - there.bottom <= CLOSE * here.height
        and not above.begins_with_day
        and sum(letter.isalpha() for letter in there.text) >= FEWEST_LETTERS
    )
