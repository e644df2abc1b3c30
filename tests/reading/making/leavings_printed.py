"""Leavings that are printed and mean nothing: bar codes, fold marks, icons, stamps, footers, logos."""

import re
from dataclasses import replace

from reportlab.pdfbase.pdfmetrics import stringWidth

from reconciliation.documents.pages import UnreadMark
from tests.reading.making.chance import Chance
from tests.reading.making.ink import BOLD, HEIGHT, PLAIN, WIDTH, Shape, Text
from tests.reading.making.maker import Document
from tests.reading.making.names import FEWEST, rows_on

CODES = (
    "*{number}*",
    "(01){number}",
    "\N{LATIN CAPITAL LETTER I WITH GRAVE}{number}K\N{LATIN CAPITAL LETTER I WITH CIRCUMFLEX}",
    "{number}",
)
CODE_PLACES = {"head": (400.0, 22.0), "foot": (250.0, 834.0), "beside": (560.0, 330.0)}
MARKS = ("-", "_", "|")
MARK_STEP = 8.5
SIGNS = {"private": ("\ue8b1", "\uf0a8"), "sign": ("\N{BULLET}", "\N{DAGGER}", "\N{SECTION SIGN}")}
LETTERS = {"private": "\ue04b", "wrong": "\N{CURRENCY SIGN}"}
SHARE = 0.4  # of the names that have such a letter
CURRENCY_CODE = re.compile(r"(?<=\d )[A-Z]{3}\b")
STAMPS = ("DUPLICATE", "ORIGINAL COPY", "CONFIDENTIAL")
FEET = ("{bank}, registered in Exampleton 04711", "www.bank.example   0800 123 456", "Form 12-345 (10/19)")
SHEETS = {
    "de": "Blatt {n} von {m}",
    "fr": "Feuille {n}/{m}",
    "es": "Hoja {n} de {m}",
    "it": "Foglio {n} di {m}",
    "nl": "Blad {n} van {m}",
    "pt": "Folha {n} de {m}",
    "sv": "Blad {n} av {m}",
    "pl": "Arkusz {n} z {m}",
}
LOGO = (40.0, 14.0, 130.0, 30.0)


def bar_code(chance: Chance, document: Document, option: str) -> None:
    """Print a code in type that looks like bars, on each page."""
    pattern, number = chance.pick(CODES), chance.digits(chance.pick((4, 8, 14)))
    x, y = CODE_PLACES[option]
    size = 5 if option == "beside" else 9
    for texts in document.sheet.pages:
        texts.append(Text(x, y, pattern.format(number=number), size, PLAIN))


def fold_marks(chance: Chance, document: Document, option: str) -> None:
    """Print marks that a machine counts at the left edge, and dashes where the page is folded."""
    mark, count = chance.pick(MARKS), chance.between(2, 6)
    top = float(chance.between(200, 500))
    for texts in document.sheet.pages:
        texts += [Text(12, top + MARK_STEP * place, mark, 8, PLAIN) for place in range(count)]
        texts += [Text(8, y, "-", 8, PLAIN) for y in (HEIGHT / 3, 2 * HEIGHT / 3)]


def glyphs(chance: Chance, document: Document, option: str) -> None:
    """Spoil one letter in some names of rows, where there are several; a lost one leaves a gap. The code of a currency behind a figure is
    no name: without it the figure may be an amount of the row."""
    for texts in document.sheet.pages:
        for place, text in rows_on(document, texts, fewest=FEWEST):
            codes = {at for code in CURRENCY_CODE.finditer(text.text) for at in range(*code.span())}
            letters = [at for at, letter in enumerate(text.text) if letter.isalpha() and at not in codes and _names_on(text.text[at + 1 :])]
            if not letters or not chance.happens(SHARE):
                continue
            at = chance.pick(letters)
            before, after = text.text[:at], text.text[at + 1 :]
            if option == "lost":
                x = text.x + stringWidth(text.text[: at + 1], text.font, text.size)
                texts[place] = replace(text, text=before)
                texts.append(replace(text, text=after, x=x))
            else:
                texts[place] = replace(text, text=before + LETTERS[option] + after)


def _names_on(behind: str) -> bool:
    """True if the text behind a gap has a word, or no figure, which would be in a cell of its own."""
    return re.search(r"[^\W\d_]{2}", behind) is not None or not any(map(str.isdigit, behind))


def icons(chance: Chance, document: Document, option: str) -> None:
    """Print a sign left of each row's text, or in the margin where columns are close."""
    sign = chance.pick(SIGNS[option])
    for texts in document.sheet.pages:
        for _, text in rows_on(document, texts):
            x = 28.0 if document.habits["gaps"] == "narrow" else text.x - 9
            texts.append(Text(x, text.y, sign, text.size - 1, PLAIN))


def stamped(chance: Chance, document: Document, option: str) -> None:
    """Print a word across each page, level or along a diagonal."""
    word = chance.pick(STAMPS)
    for texts in document.sheet.pages:
        if option == "level":
            size = 50.0 if len(word) > 10 else 70.0
            texts.append(Text((WIDTH - stringWidth(word, BOLD, size)) / 2, 430, word, size, BOLD))
        else:
            texts += [Text(110 + 26.0 * place, 620 - 36.0 * place, letter, 40, BOLD) for place, letter in enumerate(word) if letter != " "]


def feet(chance: Chance, document: Document, option: str) -> None:
    """Print a footer in small type between the last two rows of each page, where there are two."""
    for texts in document.sheet.pages:
        rows = sorted({text.y for _, text in rows_on(document, texts)})
        if len(rows) < 2:
            continue
        lines = sorted({text.y for text in texts if text.y >= rows[-2]})
        y = (lines[0] + lines[1]) / 2
        texts.append(Text(210, y, chance.pick(FEET).format(bank="Example Bank"), 5, PLAIN))


def sheets(chance: Chance, document: Document, option: str) -> None:
    """Number the sheets of paper below each of several pages; a sheet has two pages."""
    pages, words = document.sheet.pages, SHEETS.get(document.habits["country"], "Sheet {n} of {m}")
    for place, texts in enumerate(pages if len(pages) > 1 else ()):
        texts.append(Text(40, 832, words.format(n=place // 2 + 1, m=(len(pages) + 1) // 2), 7, PLAIN))


def logo(chance: Chance, document: Document, option: str) -> None:
    """Draw a logo at the head of each page, above all text; it is taken for type that was not read."""
    for number in range(1, len(document.sheet.pages) + 1):
        document.sheet.marks.append(UnreadMark(number, LOGO, "type"))
        left, top, _, bottom = LOGO
        bars = [(left + 14 * place, top, left + 14 * place + 3, bottom) for place in range(6)]
        document.sheet.shapes += [Shape(number, bar) for bar in bars]
