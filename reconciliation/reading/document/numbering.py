"""What each page calls itself: its number, and of how many, in several languages."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise

from reconciliation.reading.tokens.alternatives import beginning, words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels_near import phrases_of

Numbers = dict[int, tuple[int, int]]  # by page of the file: its own number, and of how many (0 where none is printed)

WORDS = (
    r"page|pages|pg|seite|pagina|pag|blatt|blad|bladzijde|hoja|sheet|leaf|folio|extrait|feuillet|feuille|foglio|folha|sida|sid|side|"
    r"strona|str|"
    r"halaman|hal|muka surat"
)
OF = r"(?:of|von|/|sur|de|di|da|van|out of|av|af|z|dari|daripada)"
IN_WORDS = (
    "one i ein eins eine un une uno una um uma een",
    "two ii zwei deux dos due dois duas twee",
    "three iii drei trois tres tre drie",
    "four iv vier quatre cuatro quattro quatro",
    "five v funf cinq cinco cinque vijf",
    "six vi sechs seis sei zes",
    "seven vii sieben sept siete sette sete zeven",
    "eight viii acht huit ocho otto oito",
    "nine ix neun neuf nueve nove negen",
    "ten x zehn dix diez dieci dez tien",
)
VALUES = {name: value for value, names in enumerate(IN_WORDS, 1) for name in names.split()}
COUNTED = rf"(\d{{1,3}}|(?<!\w)(?:{'|'.join(sorted(VALUES, key=len, reverse=True))})\b)"
NUMBER = rf"\s*(?:number|no|nr|n)?\s*[.:°]*\s*{COUNTED}"
OF_SEVERAL = re.compile(rf"{beginning(WORDS)}{NUMBER}\s*(?:{OF}\s*{COUNTED}(?!\w)|\((\d{{1,3}})\))")
ALONE = re.compile(rf"(?:\S*auszug\w*\s*(?:nr\.?)?\s*[\d/]+\s*,?\s*)?(?:{WORDS}|p){NUMBER}")
BARE, MAY_BE_BARE = re.compile(rf"(?:ref:\S+ )?(\d{{1,3}})\s*{OF}\s*(\d{{1,3}})"), re.compile(rf"\d\s*{OF}\s*\d")
DASHED = re.compile(rf"- ?{COUNTED} ?-")
COUNTER = re.compile(rf"([^\d\t]{{0,20}}?)(?<!\w){COUNTED}(?: ?{OF} ?(\d{{1,3}}))?(?!\w)([^\d\t]{{0,12}})")
NAME = words_of(WORDS)
TOP_ROWS, BOTTOM_ROWS, MOST_PAGES = 6, 4, 300
SAME_PLACE, SAME_START = 2.0, 10.0  # points; where a cell begins that is set to the middle or the right
Place = tuple[str, float, float]  # the words around a number, and the left edge and the top of its cell


def without_numbers(rows: Sequence[Printed]) -> list[Printed]:
    """The rows, no page's number taken for a day: a bare one, or one under its name."""
    pages = [list(group) for _, group in groupby(_without_named(rows), key=lambda printed: printed.row.page)]
    rows = [printed for page in pages for printed in page]
    bare = {printed.row.page: printed for page in pages for printed in _edges(page) if printed.days and _bare(printed)}
    if not _counts_on({page: number for page, printed in bare.items() if (number := _bare(printed))}):
        return [*rows]
    return [_without_last(printed) if bare.get(printed.row.page) is printed else printed for printed in rows]


def _without_last(printed: Printed) -> Printed:
    """The row without the day in its last cell."""
    return replace(printed, days=tuple(day for day in printed.days if day.start <= printed.row.text.rfind("\t")))


def _without_named(rows: Sequence[Printed]) -> list[Printed]:
    """The rows without the days that stand under a page's name in a row of names."""
    found = [rows[0]] if rows else []
    for above, printed in pairwise(rows):
        cell = _under_its_name(above, printed) if printed.days else None
        days = tuple(day for day in printed.days if cell is None or not cell[1] <= day.x0 <= cell[2])
        found.append(printed if days == printed.days else replace(printed, days=days))
    return found


def _under_its_name(above: Printed, printed: Printed) -> tuple[tuple[int, int], float, float] | None:
    """The page's number in a cell right under the word that says so, and where the cell stands."""
    if not MAY_BE_BARE.search(printed.plain) or not NAME.search(above.plain):
        return None
    names = [(x0, x1) for phrase, x0, x1 in phrases_of(above) if NAME.fullmatch(fold(phrase))]
    for phrase, x0, x1 in phrases_of(printed) if names else ():
        match = BARE.fullmatch(fold(phrase))
        number = _sane(int(match[1]), int(match[2])) if match else None
        if number and any(left < x1 and x0 < right for left, right in names):
            return number, x0, x1
    return None


def numbers_of(rows: Sequence[Printed]) -> Numbers:
    """The pages' own numbers; a bare "2/3" only at a page's edge, and where all of them count on or stand in one place; else what counts
    from 1 in one place of all pages. Names that number sheets of several pages give way to numbers that count every page."""
    named: Numbers = {}
    bare: dict[int, Printed] = {}
    edges_of: dict[int, list[Printed]] = {}
    for page, group in groupby(rows, key=lambda printed: printed.row.page):
        on_page = list(group)
        edges = edges_of[page] = _edges(on_page)
        titled = (cell[0] for above, printed in pairwise(on_page) if (cell := _under_its_name(above, printed)))
        number = _first(map(_of_several, on_page)) or _first(map(_alone, edges)) or _first(titled)
        if number:
            named[page] = number
        if found := next(filter(_bare, edges), None):
            bare[page] = found
    numbers = {page: number for page, printed in bare.items() if (number := _bare(printed))}
    counts_every_page = [*numbers.values()] == [(number, len(edges_of)) for number in range(1, len(edges_of) + 1)]
    if named and not (counts_every_page and len(set(named.values())) < len(named)):
        return named
    return numbers if _counts_on(numbers) or _rises_in_place(numbers, bare) else _counters(edges_of)


def _counters(edges_of: Mapping[int, Sequence[Printed]]) -> Numbers:
    """Return page numbers found by position: 1 on the first page and rising on each later one, between the same words."""
    first, *others = (dict(chain.from_iterable(map(_counters_on, edges))) for edges in edges_of.values() or ([],))
    for place, number in first.items():
        found = [number, *(other[key] for other in others for key in other if _same_place(key, place))]
        if number[0] == 1 and len(found) == len(edges_of) > 1 and all(before[0] < after[0] for before, after in pairwise(found)):
            return dict(zip(edges_of, found, strict=True))
    return {}


def _counters_on(printed: Printed) -> Iterator[tuple[Place, tuple[int, int]]]:
    """Each cell of a row without figures and days that holds one number, perhaps of so many: its words and where it stands."""
    for phrase, x0, _ in phrases_of(printed) if not (printed.figures or printed.days) else ():
        match = COUNTER.fullmatch(fold(phrase).strip())
        if match:
            yield (f"{match[1]} {match[4]}", x0, printed.row.top), (_value(match[2]), int(match[3] or 0))


def _same_place(one: Place, other: Place) -> bool:
    return one[0] == other[0] and abs(one[1] - other[1]) <= SAME_START and abs(one[2] - other[2]) <= SAME_PLACE


def _value(text: str) -> int:
    return VALUES.get(text) or int(text)


def first_pages(numbers: Numbers) -> set[int]:
    """Pages that call themselves page 1: a document begins there."""
    return {page for page, (number, _) in numbers.items() if number == 1}


def pages_missing(pages: Iterable[int], numbers: Numbers, *, in_file: int, ended: bool) -> bool:
    """Does the numbering of these pages tell of one that is not in the file, or that is another's? None is missed after an end."""
    known = sorted(set(pages) & set(numbers))
    jumps = any(
        numbers[after][0] - numbers[before][0] != after - before for before, after in pairwise(known) if not _restarts(numbers, after)
    )
    return jumps or any(_incomplete(page, numbers, in_file, ended=ended) for page in known)


def _restarts(numbers: Numbers, page: int) -> bool:
    """True if the page is numbered 1 and the page before it is the last of its own count."""
    before = numbers.get(page - 1, (0, 0))
    return numbers[page][0] == 1 and before[0] == before[1] > 0


def counted_through(numbers: Numbers, *, in_file: int) -> bool:
    """Do the file's pages call themselves the first to the last of so many, all of them?"""
    return in_file > 0 and numbers == {page: (page, in_file) for page in range(1, in_file + 1)}


def _incomplete(page: int, numbers: Mapping[int, tuple[int, int]], in_file: int, *, ended: bool) -> bool:
    number, count = numbers[page]
    first = page - number + 1
    last = first + count - 1 if count else page
    if first < 1 or (last > in_file and not ended):
        return True
    return any(numbers.get(other, (other - first + 1, 0))[0] != other - first + 1 for other in range(first, page if ended else last + 1))


def _edges(on_page: Sequence[Printed]) -> list[Printed]:
    """The rows at the top and the bottom of a page."""
    return [printed for index, printed in enumerate(on_page) if index < TOP_ROWS or index >= len(on_page) - BOTTOM_ROWS]


def _first(found: Iterable[tuple[int, int] | None]) -> tuple[int, int] | None:
    return next((one for one in found if one), None)


def _of_several(printed: Printed) -> tuple[int, int] | None:
    match = OF_SEVERAL.search(printed.plain)
    return _sane(_value(match[1]), _value(match[2] or match[3])) if match else None


def _alone(printed: Printed) -> tuple[int, int] | None:
    cells = [fold(cell).strip() for cell in printed.row.text.split("\t")]
    matches = [match for cell in cells if (match := ALONE.fullmatch(cell.strip(" -.")) or DASHED.fullmatch(cell))]
    return (_value(matches[0][1]), 0) if matches and _value(matches[0][1]) else None


def _bare(printed: Printed) -> tuple[int, int] | None:
    match = None if printed.figures else BARE.fullmatch(fold(printed.row.text.split("\t")[-1]).strip(" -()"))
    return _sane(int(match[1]), int(match[2])) if match else None


def _sane(number: int, count: int) -> tuple[int, int] | None:
    return (number, count) if 1 <= number <= count <= MOST_PAGES else None


def _counts_on(bare: Numbers) -> bool:
    """A page further each time, or a first page after a last one: else these may be days."""
    return bool(bare) and all(
        (count == before_count and number - before == page - before_page) or (number == 1 and before == before_count)
        for (before_page, (before, before_count)), (page, (number, count)) in pairwise(sorted(bare.items()))
    )


def _rises_in_place(numbers: Numbers, rows: Mapping[int, Printed]) -> bool:
    """Higher with each page, of the same count, where the page before has its own, or a first page, and no days: a page between them may
    be lost."""
    return len(numbers) > 1 and all(
        _alike(rows[before], rows[page]) and (_rises(numbers[before], numbers[page]) or _begins(numbers[page], rows[before], rows[page]))
        for before, page in pairwise(sorted(numbers))
    )


def _rises(before: tuple[int, int], number: tuple[int, int]) -> bool:
    return before[1] == number[1] and before[0] < number[0]


def _begins(number: tuple[int, int], *rows: Printed) -> bool:
    return number[0] == 1 and not any(printed.days for printed in rows)


def _alike(printed: Printed, other: Printed) -> bool:
    """Do they end in one place of their pages?"""
    across = abs(printed.row.words[-1].x1 - other.row.words[-1].x1)
    return across <= SAME_PLACE and abs(printed.row.top - other.row.top) <= SAME_PLACE
