"""Single rows of text, as the reader takes them from a page."""

from reconciliation.documents.pages import Page, Word
from reconciliation.reading.tokens.amounts import NumberStyle
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import Row, rows_of


def row(text: str) -> Row:
    """A row whose words are six points a character apart; `|` is a column's gap."""
    words, x = [], 40.0
    for part in text.split(" "):
        if part == "|":
            x += 40
            continue
        words.append(Word(part, x, 91.0, x + 5 * len(part), 102.0, 9.0))
        x += 5 * len(part) + 2.5
    return rows_of(Page(1, 600, 800, tuple(words)))[0]


def printed(text: str) -> Printed:
    """The days and figures of such a row, whose amounts have a decimal comma."""
    return look_at(row(text), NumberStyle(decimal=",", groups="."))
