"""A document as a whole: its headers and page numbers, looked up once; the terms of a card; a list of all its accounts."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reconciliation.reading.document.numbering import Numbers, counts_sheets, numbers_of
from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import NO_COLUMN
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.labels_near import NEAR, phrases_of
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, CARD_TITLE

TITLE_ROWS = 16
CARD_NUMBER = re.compile(r"\b[x*•\d]{4}[ -][x*•]{4}[ -][x*•]{4}[ -]\d{4}\b|\b\d{4}[ -]\d{2}[x*]{2}[ -][x*]{4}[ -]\d{4}\b")
LISTED_NUMBER = re.compile(r"[x*•.\d](?:[ \-.]?[x*•\d]){2,}\d")
FEWEST_NAMES, FEWEST_DIGITS, LABEL_LENGTH = 2, 4, 160  # of terms; of an account's number, the hidden ones too; characters
ENDS = ("opening", "closing")
MASK = re.compile(r"(?<![a-z])x{2,}(?![a-z])")


class Paper:
    """All rows of a document, or of one account's section, and the file's count of pages."""

    def __init__(self, rows: Sequence[Printed], *, pages: int) -> None:
        self.rows, self.pages = rows, pages
        self._headers: dict[int, tuple[Header, int] | None] = {}

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """Return the header that begins at a row by its words and what is under them, and how many rows it takes."""
        if index not in self._headers:
            self._headers[index] = header_of(self.rows, index)
        return self._headers[index]

    @cached_property
    def numbers(self) -> Numbers:
        return numbers_of(self.rows)

    @cached_property
    def counts_sheets(self) -> bool:
        return counts_sheets(self.rows)

    @cached_property
    def card_terms(self) -> int:
        """Count the different terms of a card that label a figure or a day, outside prose."""
        return len({match[0] for match in terms_beside(self.rows, CARD_TERMS)})

    @cached_property
    def names_card(self) -> bool:
        """True if the head names a card or has a card's number."""
        before = itertools.takewhile(lambda printed: not (printed.days and printed.figures), self.rows[:TITLE_ROWS])
        head = "\n".join(printed.plain for printed in before if not printed.figures)
        return bool(CARD_TITLE.search(head) or CARD_NUMBER.search(head))


def terms_beside(rows: Sequence[Printed], terms: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the terms that label a figure or a day: on its line, or on the line above a line of figures and days. Prose is skipped."""
    for printed, below in itertools.zip_longest(rows, rows[1:]):
        labels = printed.figures or printed.days or (below is not None and _names_nothing(below))
        if labels and len(printed.plain) < LABEL_LENGTH:
            yield from terms.finditer(printed.plain)


def terms_in(rows: Sequence[Printed]) -> frozenset[Printed]:
    """Return the rows of days and sums, no movements, under the names of terms, and those where a slip to pay with repeats the days."""
    boxed = [printed for printed in rows if printed.days and printed.figures and _names_nothing(printed)]
    days_on = {printed: tuple((day.first, day.second, day.year) for day in printed.days) for printed in boxed}
    of_terms = set()
    for above, below in itertools.pairwise(rows):
        names = fold(above.row.text).split("\t") if below in days_on and not above.figures and not above.days else []
        if len(names) >= FEWEST_NAMES and any(map(NO_COLUMN.search, names)):
            of_terms.add(days_on[below])
    return frozenset(printed for printed in boxed if days_on[printed] in of_terms)


def _names_nothing(printed: Printed) -> bool:
    """True if the line has figures or days and no words; the letters that mask a number are none."""
    return bool(printed.figures or printed.days) and not any(map(str.isalpha, MASK.sub("", printed.folded)))


@dataclass(frozen=True, slots=True)
class ListedAccount:
    """An account's number, and its figures by opening and closing."""

    number: str
    balances: Mapping[str, Figure]


def overviews_in(rows: Sequence[Printed]) -> dict[Printed, ListedAccount]:
    """Return the account on each row of such a list, which goes on under its headings to the first other row."""
    accounts: dict[Printed, ListedAccount] = {}
    for index, printed in enumerate(rows[:-1]):
        if printed.figures or "\t" not in printed.row.text or len(rows[index + 1].figures) < len(ENDS):
            continue
        places = {balance_kind(fold(phrase)): (x0, x1) for phrase, x0, x1 in phrases_of(printed)}
        for below in rows[index + 1 :] if places.keys() >= set(ENDS) else ():
            account = _account_on(below, places) if below.row.page == printed.row.page else None
            if account is None:
                break
            accounts[below] = account
    return accounts


def _account_on(printed: Printed, places: Mapping[str, tuple[float, float]]) -> ListedAccount | None:
    balances: dict[str, Figure] = {}
    for kind in ENDS:
        x0, x1 = places[kind]
        gaps = [min(abs(figure.x0 - x0), abs(figure.x1 - x1), abs(figure.x0 + figure.x1 - x0 - x1) / 2) for figure in printed.figures]
        if min(gaps, default=NEAR + 1) <= NEAR:
            balances[kind] = printed.figures[gaps.index(min(gaps))]
    if len(set(map(id, balances.values()))) < len(ENDS) or len(printed.days) > 1:
        return None
    before = fold(printed.row.text[: min(figure.start for figure in balances.values())])
    numbers = [number for number in LISTED_NUMBER.findall(before) if len(re.sub(r"[ \-.]", "", number)) >= FEWEST_DIGITS]
    return ListedAccount(numbers[-1].upper(), balances) if numbers else None


def listed_number(printed: Printed, accounts: Iterable[ListedAccount]) -> str:
    """Return the number of a listed account that is on a row of nothing but words; empty where there is none."""
    text = "" if printed.figures or printed.days else fold(printed.row.text).upper()
    return next((account.number for account in accounts if account.number in text), "")
