"""A document as a whole: the numbers of its pages, its headers, looked up once; the terms of a card; a list of all its accounts."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby, pairwise

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.tokens.alternatives import beginning, lists_of, phrases, words_of
from reconciliation.reading.tokens.amounts import Figure, NumberStyle
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import row_of
from reconciliation.reading.vocabulary.labels import NEAR, balance_kind, phrases_of
from reconciliation.reading.vocabulary.phrases import BALANCE_OF_DAY, CARD_TERMS, CARD_TITLE, NO_COLUMN

Number = tuple[int, int]  # a page's own number, and of how many (0 if none is printed)
Numbers = dict[int, Number]  # by page of the file
WORDS = phrases("statements", "pages")
OF = r"(?:of|von|/|sur|de|di|da|van|out of|av|af|z|ze|iz|din|apo|απο|dari|daripada)"
VALUES = {name: value for value, names in enumerate(lists_of("statements")["numbers"], 1) for name in names.split()}
COUNTED = rf"(\d{{1,3}}|(?<!\w)(?:{'|'.join(sorted(VALUES, key=len, reverse=True))})\b)"
NUMBER = rf"[\s-]*(?:number|no|nr|n)?\s*[.:°]*\s*{COUNTED}"
OF_SEVERAL = re.compile(rf"{beginning(WORDS)}{NUMBER}\s*(?:{OF}\s*{COUNTED}(?!\w)|\((\d{{1,3}})\))")
ALONE = re.compile(
    rf"(?:\S*auszug\w*\s*(?:nr\.?)?\s*[\d/]+\s*,?\s*|this is |total pages: \d+\s*)?(?:{WORDS}|p){NUMBER}(?:\s*{OF}\s*{COUNTED})?"
    rf"(?: of your statement)?|{COUNTED}\.?\s*(?:(?:{WORDS})\s*{OF}\s*{COUNTED}|{OF}\s*{COUNTED}\s*(?:{WORDS}))|(?:{WORDS}) ([a-h])"
)
DASHED, HASH = re.compile(rf"- ?{COUNTED} ?-(?: ?\(?{COUNTED}\)?)?"), re.compile(r"# ?(\d{1,3})")
NEXT = re.compile(rf"(?:continued|fortsetzung|suite|continua\w*|segue|vervolg) (?:(from|von|van)|on|auf|sur|en|a|op) (?:{WORDS}){NUMBER}")
LETTERS = {letter: value for value, letter in enumerate("abcdefgh", 1)}
BARE, MAY_BE_BARE = re.compile(rf"(?:ref:\S+ |p\. ?)?(\d{{1,3}})\s*{OF}\s*(\d{{1,3}})"), re.compile(rf"\d\s*{OF}\s*\d")
COUNTER = re.compile(rf"([^\d\t]{{0,20}}?)(?<!\w){COUNTED}(?: ?{OF} ?(\d{{1,3}}))?(?!\w)([^\d\t]{{0,12}})")
NAME, SHEET = words_of(WORDS), words_of(r"sheet|leaf|blatt|blad|hoja|feuille|feuillet|folio|foglio|folha")  # two pages, perhaps
TOP_ROWS, BOTTOM_ROWS, MOST_PAGES = 6, 4, 300
SAME_PLACE, SAME_START = 2.0, 10.0  # most points between equal places; most points between starts of centred or right-aligned cells

TITLE_ROWS = 16
CARD_NUMBER = re.compile(r"\b[x*•\d]{4}[ -][x*•]{4}[ -][x*•]{4}[ -]\d{4}\b|\b\d{4}[ -]\d{2}[x*]{2}[ -][x*]{4}[ -]\d{4}\b")
LISTED_NUMBER = re.compile(r"[x*•.\d](?:[ \-.]?[x*•\d]){2,}\d")
FEWEST_NAMES, FEWEST_DIGITS, LABEL_LENGTH = 2, 4, 160  # fewest names of terms; fewest digits of an account number; characters of a label
ENDS = ("opening", "closing")
MASK = re.compile(r"(?<![a-z])x{2,}(?![a-z])")


def with_balances_under_days(rows: Sequence[Printed], style: NumberStyle) -> list[Printed]:
    """Return the rows, where days stand over their rows each beside its last balance, with this balance below the last of the rows."""
    headed = [line.begins_with_day and len(line.figures) == 1 and BALANCE_OF_DAY.fullmatch(line.folded) is not None for line in rows]
    heads = [index for index, (_, below) in enumerate(pairwise(rows)) if headed[index] and below.figures and not below.days]
    moved = [*rows]
    for head in reversed(heads) if len(heads) > 1 and len(heads) == sum(headed) else ():
        row, end = rows[head].row, rows[head].days[0].end
        parts = [[word for word, at in zip(row.words, row.offsets, strict=True) if (at < end) is of_day] for of_day in (True, False)]
        day, balance = (look_at(row_of(row.page, part), style) for part in parts)
        below = itertools.takewhile(lambda line: not line.days and not balance_kind(line.folded), rows[head + 1 :])
        last = head + max((place for place, line in enumerate(below, 1) if line.figures), default=0)
        moved[head : last + 1] = [day, *rows[head + 1 : last + 1], balance]
    return moved


def without_numbers(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows, with no page's number taken for a day: one right under the word for a page, or a bare one that no named one
    contradicts."""
    unnamed = [*rows[:1]]
    for above, printed in pairwise(rows):
        cell = _under_its_name(above, printed) if printed.days else None
        days = tuple(day for day in printed.days if not cell or not cell[1] <= day.x0 <= cell[2])
        unnamed.append(replace(printed, days=days) if cell else printed)
    named = {} if counts_sheets(unnamed) else _named_on(unnamed)
    bare = {page: numbered for page, _, edges in _pages(unnamed) for numbered in _bare_on(edges) if numbered[0].days}
    bare = {page: numbered for page, numbered in bare.items() if named.get(page, numbered[1]) == numbered[1]}
    if not _counts_on({page: number for page, (_, number) in bare.items()}):
        return unnamed
    for printed, _ in bare.values():
        days = tuple(day for day in printed.days if day.start <= printed.row.text.rfind("\t"))
        unnamed[unnamed.index(printed)] = replace(printed, days=days)
    return unnamed


def numbers_of(rows: Sequence[Printed]) -> Numbers:
    """Return the pages' own numbers: named, unless these number sheets of two pages, or bare ones every page; else bare "2/3"
    at the edges that count on or rise in one place; else what counts from 1 in one place of all pages."""
    pages, named = _pages(rows), {} if counts_sheets(rows) else _named_on(rows, sheets=False) or _named_on(rows)
    edges_of = {page: edges for page, _, edges in pages}
    bare = {page: numbered for page, _, edges in pages for numbered in _bare_on(edges)[:1]}
    numbers = {page: number for page, (_, number) in bare.items()}
    counts_every_page = [*numbers.values()] == [(number, len(edges_of)) for number in range(1, len(edges_of) + 1)]
    if named and not (counts_every_page and len(set(named.values())) < len(named)):
        return named
    if _counts_on(numbers) or (len(bare) > 1 and all(_rises(before, after) for before, after in pairwise(bare.values()))):
        return numbers
    hashed = {page: (int(match[1]), 0) for page, _, edges in pages for line in edges if (match := HASH.fullmatch(line.row.text.strip()))}
    return hashed if [*hashed] == [*edges_of] and (1, 0) in hashed.values() else _counters(edges_of)


def counts_sheets(rows: Sequence[Printed]) -> bool:
    """True if the named numbers are those of sheets of two pages, of which the back of the last one may be empty and not in the file."""
    last = rows[-1].row.page if rows else 0
    sheets = {page: ((page + 1) // 2, (last + 1) // 2) for page in {row.row.page for row in rows}}
    return last > 1 and _named_on(rows) == sheets and not _named_on(rows, sheets=False)


def _named_on(rows: Sequence[Printed], *, sheets: bool = True) -> Numbers:
    counted = [printed for printed in rows if sheets or not SHEET.search(printed.plain)]
    return {page: number for page, *lines in _pages(counted) if (number := next(_named_numbers(*lines), None))}


def _pages(rows: Sequence[Printed]) -> list[tuple[int, list[Printed], list[Printed]]]:
    """Return the pages, each with its rows, and with those at its top and its bottom."""
    pages = [(page, list(group)) for page, group in groupby(rows, key=lambda printed: printed.row.page)]
    return [(page, rows, rows[:TOP_ROWS] + rows[max(TOP_ROWS, len(rows) - BOTTOM_ROWS) :]) for page, rows in pages]


def _named_numbers(on_page: Sequence[Printed], edges: Sequence[Printed]) -> Iterator[Number]:
    """Yield the numbers that the word for a page introduces: of so many anywhere, alone at its edge, or right under the word."""
    yield from filter(None, (_number(OF_SEVERAL.search(printed.plain)) for printed in on_page))
    for printed in edges:
        cells = [fold(cell).strip() for cell in printed.row.text.split("\t")]
        for match in filter(None, (ALONE.fullmatch(cell.strip(" -.")) or DASHED.fullmatch(cell) for cell in cells)):
            value, count = [*(_value(text) for text in match.groups() if text), 0][:2]
            yield value, count if value <= count else 0
        for match in filter(None, map(NEXT.fullmatch, cells)):
            yield _value(match[2]) + (1 if match[1] else -1), 0
    yield from (cell[0] for above, printed in pairwise(on_page) if (cell := _under_its_name(above, printed)))


def _under_its_name(above: Printed, printed: Printed) -> tuple[Number, float, float] | None:
    """Return the page's number in a cell right under the word for a page, and the cell's edges."""
    if not MAY_BE_BARE.search(printed.plain) or not NAME.search(above.plain):
        return None
    names = [(x0, x1) for phrase, x0, x1 in phrases_of(above) if NAME.fullmatch(fold(phrase))]
    for phrase, x0, x1 in phrases_of(printed) if names else ():
        number = _number(BARE.fullmatch(fold(phrase)))
        if number and any(left < x1 and x0 < right for left, right in names):
            return number, x0, x1
    return None


def _bare_on(edges: Sequence[Printed]) -> list[tuple[Printed, Number]]:
    """Return the rows whose last cell is a number as in "2/3"."""
    last_cells = ((printed, fold(printed.row.text.split("\t")[-1]).strip(" -()")) for printed in edges if not printed.figures)
    return [(printed, number) for printed, cell in last_cells if (number := _number(BARE.fullmatch(cell)))]


def _number(match: re.Match[str] | None) -> Number | None:
    """Return the number and the count that a pattern matched, if they can be a page's."""
    number, count = (_value(text) for text in match.groups() if text) if match else (0, 0)
    return (number, count) if 1 <= number <= count <= MOST_PAGES else None


def _value(text: str) -> int:
    return VALUES.get(text) or LETTERS.get(text) or int(text)


def _counts_on(numbers: Numbers) -> bool:
    """True if each is a page further, or a first page after a last one: else these may be days."""
    return bool(numbers) and all(
        (count == before_count and number - before == page - before_page) or (number == 1 and before == before_count)
        for (before_page, (before, before_count)), (page, (number, count)) in pairwise(sorted(numbers.items()))
    )


def _rises(before: tuple[Printed, Number], after: tuple[Printed, Number]) -> bool:
    """True if the later page has a higher number of the same count in the same place, or each on a line of its own; or if it is a first
    page in the same place, and neither can be a day."""
    (above, (first, first_count)), (printed, (second, second_count)) = before, after
    across = abs(above.row.words[-1].x1 - printed.row.words[-1].x1)
    in_place = across <= SAME_PLACE and abs(above.row.top - printed.row.top) <= SAME_PLACE
    if first_count == second_count and first < second:
        return in_place or "\t" not in above.row.text + printed.row.text
    return in_place and second == 1 and not above.days and not printed.days


def _counters(edges_of: Mapping[int, Sequence[Printed]]) -> Numbers:
    """Return page numbers found by position: 1 on the first page and rising on each later one, between the same words."""
    pages: list[dict[tuple[str, float, float], Number]] = []
    for edges in edges_of.values():
        bare = (printed for printed in edges if not (printed.figures or printed.days or SHEET.search(printed.plain)))
        phrases_on = ((phrase, x0, printed.row.top) for printed in bare for phrase, x0, _ in phrases_of(printed))
        cells = ((COUNTER.fullmatch(fold(phrase).strip()), x0, top) for phrase, x0, top in phrases_on)
        pages.append({(f"{cell[1]} {cell[4]}", x0, top): (_value(cell[2]), int(cell[3] or 0)) for cell, x0, top in cells if cell})
    for (words, x0, top), number in pages[0].items() if pages else ():
        later = [counter for page in pages[1:] for counter in page.items() if counter[0][0] == words]
        numbers = [number, *(other for (_, left, y0), other in later if abs(left - x0) <= SAME_START and abs(y0 - top) <= SAME_PLACE)]
        if number[0] == 1 and len(numbers) == len(pages) > 1 and all(before[0] < after[0] for before, after in pairwise(numbers)):
            return dict(zip(edges_of, numbers, strict=True))
    return {}


def pages_missing(pages: Iterable[int], numbers: Numbers, *, in_file: int, ended: bool) -> bool:
    """True if by the numbers of these pages one is not in the file, or is another document's. None is missed after an end."""
    known = sorted(numbers.keys() & set(pages))
    jumps = [after for before, after in pairwise(known) if numbers[after][0] - after != numbers[before][0] - before]
    last_pages = {page for page, (number, count) in numbers.items() if number == count > 0}
    if any(numbers[page][0] != 1 or page - 1 not in last_pages for page in jumps):
        return True
    for page, (number, count) in ((page, numbers[page]) for page in known):
        first = page - number + 1
        last = first + count - 1 if count else page
        others = (other for other in range(first, page if ended else last + 1) if other in numbers)
        if first < 1 or (last > in_file and not ended) or any(numbers[other][0] != other - first + 1 for other in others):
            return True
    return False


class Paper:
    """All rows of a document, or of one account's section, and the file's count of pages. `is_statement` is true if a person said so."""

    def __init__(self, rows: Sequence[Printed], *, pages: int, is_statement: bool = False) -> None:
        self.rows, self.pages, self.is_statement = rows, pages, is_statement
        self._headers: dict[int, tuple[Header, int] | None] = {}

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """Return the header that begins at a row by its words and the rows under them, and how many rows it takes."""
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
    """Return the account on each row of such a list, which goes on under its headings to the first other row; without number and balances
    on the row right below, if its figures are the sums of the list."""
    accounts: dict[Printed, ListedAccount] = {}
    for index, printed in enumerate(rows[:-1]):
        if printed.figures or "\t" not in printed.row.text or len(rows[index + 1].figures) < len(ENDS):
            continue
        places = {balance_kind(fold(phrase)): (x0, x1) for phrase, x0, x1 in phrases_of(printed)}
        sums = dict.fromkeys(ENDS, Decimal(0))
        for below in rows[index + 1 :] if places.keys() >= set(ENDS) else ():
            account = _account_on(below, places) if below.row.page == printed.row.page else None
            if account is None:
                if [figure.printed for figure in below.figures] == list(sums.values()) and not below.days:
                    accounts[below] = ListedAccount("", {})
                break
            accounts[below] = account
            sums = {kind: total + account.balances[kind].printed for kind, total in sums.items()}
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
    return next((account.number for account in accounts if account.number and account.number in text), "")
