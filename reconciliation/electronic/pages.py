"""The text of an electronic statement on pages, with the place of each row: a person sees the file itself, not the result of reading it.

Lines that are longer than a page is wide go on below. In XML and OFX the space between elements is left out, and each entry begins a line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from unicodedata import east_asian_width

from django.utils.html import escape

from finance.imports.reading import recognized_format
from finance.imports.untrusted_files import decoded
from reconciliation.documents.pages import Box, OpenedDocument, Page

WIDTH, HEIGHT = 595.0, 842.0  # points: A4
MARGIN, STEP, SIZE = 42.0, 12.0, 8.0  # points
COLUMNS, LINES = 100, 63
ADVANCE = (WIDTH - 2 * MARGIN) / COLUMNS
NOWHERE: tuple[int, Box] = (1, (0.0, 0.0, 0.0, 0.0))

CAMT = r"(?:\w+:)?(?:GrpHdr|Stmt|Rpt|Ntfctn|FrToDt|Acct|Bal|TxsSummry|Ntry)"
OFX = r"(?:BANKACCTFROM|CCACCTFROM|BANKTRANLIST|STMTTRN|LEDGERBAL|AVAILBAL)"
BREAKS = {"camt": re.compile(rf"(?=<{CAMT}[\s>])"), "ofx": re.compile(rf"(?=<{OFX}>)", re.IGNORECASE)}
BETWEEN = re.compile(r"\s+(?=<)")
ROWS = {
    "camt": re.compile(r"<(?:\w+:)?Ntry[\s>]"),
    "ofx": re.compile(r"<STMTTRN>", re.IGNORECASE),
    "mt940": re.compile(r":61:"),
}
"""The beginning of a row's first line, of formats whose rows have no number of a line."""
ENDS = {"mt940": re.compile(r":(?!86:)|-|\{"), "qif": re.compile(r"\s*\^")}
"""The beginning of the first line after a row; rows of other formats are one line."""
MOST_LINES_OF_ROW = 40
COLLAPSED, NO_BREAK = re.compile("^ +| {2,}"), "\N{NO-BREAK SPACE}"
"""Spaces that a browser would draw as one or none."""
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class TextPages:
    """The lines of all pages, and for each row its page and its box; NOWHERE for a row whose place is not certain."""

    lines: tuple[str, ...]
    places: tuple[tuple[int, Box], ...]

    @property
    def count(self) -> int:
        return -(-max(len(self.lines), 1) // LINES)

    def as_document(self) -> OpenedDocument:
        """Return the pages as they are shown. Nothing is read from them: they have no words."""
        return OpenedDocument(pages=tuple(Page(number, WIDTH, HEIGHT, ()) for number in range(1, self.count + 1)))


def pages_of(text: str, format_: str, row_numbers: Sequence[int]) -> TextPages:
    """Return the pages of a file's text; `row_numbers` are the rows' own lines, or their counts in formats without meaningful lines."""
    lines = lines_of(text, format_)
    begins: list[int] = []  # the line of a page on which each line of the file begins
    wrapped: list[str] = []
    for line in lines:
        begins.append(len(wrapped))
        wrapped += _wrapped(line)
    begins.append(len(wrapped))
    starts = [number - 1 for number in row_numbers]
    if format_ in ROWS:
        starts = [number for number, line in enumerate(lines) if ROWS[format_].match(line)]
    if len(starts) != len(row_numbers) or any(not 0 <= start < len(lines) for start in starts):
        return TextPages(tuple(wrapped), (NOWHERE,) * len(row_numbers))
    places = []
    for start in starts:
        following = range(start + 1, min(start + MOST_LINES_OF_ROW, len(lines))) if format_ in ENDS else ()
        end = next((number for number in following if ENDS[format_].match(lines[number])), start + 1)
        # lines that go on to the next page are left out of the box
        first, page = begins[start], begins[start] // LINES
        last = min(max(begins[end], first + 1), (page + 1) * LINES) - 1
        places.append((page + 1, (MARGIN, _top(first % LINES), WIDTH - MARGIN, _top(last % LINES) + STEP)))
    return TextPages(tuple(wrapped), tuple(places))


def lines_of(text: str, format_: str) -> list[str]:
    """Return the lines of the file, those of XML and OFX one for each of its parts."""
    if format_ in BREAKS:
        return [part for part in BREAKS[format_].split(BETWEEN.sub("", text)) if part]
    return text.splitlines()


def page_drawing(data: bytes, number: int) -> str | None:
    """Return page `number` (from 1) of the file's text as SVG, None if there is none. Raises FileRefused."""
    return drawing_of(decoded(data), recognized_format(data), number)


def drawing_of(text: str, format_: str, number: int) -> str | None:
    """Return page `number` (from 1) as SVG, None if there is none. The text is escaped."""
    lines = [line.rstrip() for line in pages_of(text, format_, ()).lines[(number - 1) * LINES : number * LINES]]
    if number < 1 or (not lines and number > 1):
        return None
    drawn = ""
    for place, line in enumerate(lines):
        if line:
            width = sum(2 if east_asian_width(character) in "WF" else 1 for character in line) * ADVANCE
            words = escape(COLLAPSED.sub(lambda spaces: NO_BREAK * len(spaces[0]), line))
            drawn += f'<text x="{MARGIN:g}" y="{_top(place) + SIZE + 1:g}" textLength="{width:.2f}" '
            drawn += f'lengthAdjust="spacingAndGlyphs">{words}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" height="{HEIGHT:g}">'
        f'<rect width="100%" height="100%" fill="#fff"/><g font-family="monospace" font-size="{SIZE:g}" fill="#111" xml:space="preserve">'
        f"{drawn}</g></svg>"
    )


def _wrapped(line: str) -> Iterator[str]:
    """Yield the parts of a line that fit on a page; a wide character of East Asia takes two columns."""
    line = NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", line.expandtabs(4))
    if len(line) <= COLUMNS and line.isascii():
        yield line
        return
    reached = 0
    columns: list[int] = []
    for character in line:
        reached += 2 if east_asian_width(character) in "WF" else 1
        columns.append((reached - 1) // COLUMNS)
    for _, part in groupby(zip(columns, line, strict=True), key=lambda column: column[0]):
        yield "".join(character for _, character in part)
    if not line:
        yield ""


def _top(line: int) -> float:
    return MARGIN + line * STEP
