"""What a document says as a whole, looked up once for all its accounts."""

import itertools
import re
from collections.abc import Sequence
from functools import cached_property

from reconciliation.reading.document.numbering import Numbers, numbers_of
from reconciliation.reading.document.terms import terms_beside
from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, CARD_TITLE

TITLE_ROWS = 16
CARD_NUMBER = re.compile(r"\b[x*•\d]{4}[ -][x*•]{4}[ -][x*•]{4}[ -]\d{4}\b|\b\d{4}[ -]\d{2}[x*]{2}[ -][x*]{4}[ -]\d{4}\b")


class Paper:
    """All rows of a document, or of one account's section, the file's count of pages."""

    def __init__(self, rows: Sequence[Printed], *, pages: int) -> None:
        self.rows = rows
        self.pages = pages
        self._headers: dict[int, tuple[Header, int] | None] = {}

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """The header that its words, and what stands under them, tell to start at a row, and how many rows it takes."""
        if index not in self._headers:
            self._headers[index] = header_of(self.rows, index)
        return self._headers[index]

    @cached_property
    def numbers(self) -> Numbers:
        """What each page calls itself: its number, and of how many."""
        return numbers_of(self.rows)

    @cached_property
    def card_terms(self) -> int:
        """Different terms of a card that stand as labels beside a figure or a day, or over nothing but such, not in prose."""
        return len({match[0] for match in terms_beside(self.rows, CARD_TERMS)})

    @cached_property
    def names_card(self) -> bool:
        """Does its head speak of a card, or print a card's number?"""
        before = itertools.takewhile(lambda printed: not (printed.days and printed.figures), self.rows[:TITLE_ROWS])
        head = "\n".join(printed.plain for printed in before if not printed.figures)
        return bool(CARD_TITLE.search(head) or CARD_NUMBER.search(head))
