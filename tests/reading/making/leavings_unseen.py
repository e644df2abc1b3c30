"""Leavings that are invisible on the page: job codes beyond its edge, hidden text, covered names."""

from dataclasses import replace

from tests.reading.making.chance import Chance
from tests.reading.making.ink import COVERED, HEIGHT, PLAIN, Shape, Text
from tests.reading.making.maker import Document
from tests.reading.making.names import dispensable_names

JOB_CODES = (
    "JOB 0047112 {day} 14:22:05 P{page:04}/{pages:04} K12",
    "XK12 {number} {compact} C5 {page}/{pages}",
    "StatementGen V 4.12 {day}",
    "{day} {number} SEQ {page:06} 20.00G",
)
HEADS = (
    "%%DOC-BEGIN%% ACCT={number} PAGES={pages}",
    "{number} {day} {figure}",
    "<<ADDRESS>> {number} <<END>>",
)
PLACES = {"below": (60.0, HEIGHT + 9), "above": (60.0, -7.0), "beside": (-260.0, 400.0)}
SHARE = 0.5  # of the names that are covered


def job_code(chance: Chance, document: Document, option: str) -> None:
    """Write a printer's words off each page, at one of its edges."""
    pattern, (x, y) = chance.pick(JOB_CODES), PLACES[option]
    number = chance.digits(9)
    for page, texts in enumerate(document.sheet.pages, 1):
        texts.append(Text(x, y, _filled(document, pattern, number, page), 6, PLAIN))


def hidden_head(chance: Chance, document: Document, option: str) -> None:
    """Write an archive's sorting label at the head of the document's first page, unseen."""
    text = _filled(document, chance.pick(HEADS), chance.digits(10), 1)
    document.sheet.pages[0].append(Text(40, chance.pick((20.0, 52.0)), text, 5, PLAIN, option))


def layer(chance: Chance, document: Document, option: str) -> None:
    """Repeat every text unseen, in its place or almost."""
    down = chance.pick((0.0, 0.6))
    for texts in document.sheet.pages:
        texts += [replace(text, y=text.y + down, look="unpainted") for text in texts]


def redacted(chance: Chance, document: Document, option: str) -> None:
    """Cover some of the rows' names, those of their first line, where print tells without them that it is a row, and its side."""
    for number, texts in enumerate(document.sheet.pages, 1):
        for place, text in dispensable_names(document, texts):
            if chance.happens(SHARE):
                texts[place] = replace(text, look=COVERED)
                box = (text.x - 1, text.y - 0.8 * text.size, text.x + text.width + 1, text.y + 0.25 * text.size)
                document.sheet.shapes.append(Shape(number, box, over=True))


def _filled(document: Document, pattern: str, number: str, page: int) -> str:
    account = document.made.accounts[0]
    return pattern.format(
        day=account.last.strftime("%d.%m.%Y"),
        compact=account.last.strftime("%y%m%d"),
        number=number,
        page=page,
        pages=len(document.sheet.pages),
        figure=f"{abs(account.closing):,}",
    )
