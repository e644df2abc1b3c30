"""A second look where the first is in doubt: the other engine reads the same bytes, and the two are held against each other.

It never proves anything: a figure in use that it has nowhere on its page is a mark there, as any print that was not surely read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.documents.limits import Limits
from reconciliation.documents.pages import OpenedDocument, UnreadMark
from reconciliation.documents.second_opinion import Opinion, second_opinion
from reconciliation.reading.reader import read
from reconciliation.reading.statement import PrintedStatement, Reading

BY_SECOND_ENGINE = "second_engine"  # the first one failed: there is nothing to compare
FIGURE = re.compile(r"[.,]?\d(?:[.,'`\N{RIGHT SINGLE QUOTATION MARK}]?\d)*")
SPACED = re.compile(r"\d(?: ?[.,'`\N{RIGHT SINGLE QUOTATION MARK}]? ?\d)+")  # a figure whose digits stand apart, or several figures
LETTERS_APART = re.compile(r"(?m)(?:^\S\n){2,}\S?$")  # characters that the engine put on lines of their own
GLUED = re.compile(r"(.*[.,]\d\d\d?)\d")  # decimals, and what stands right behind them
NO_DIGIT = re.compile(r"\D")
GROUP, MOST_GROUPS = re.compile(r"\d{3}(?!\d)"), 4  # of three digits; no sum of money has more
DECIMALS = re.compile(r"[.,](\d+)\D*$")


def read_twice(
    document: OpenedDocument,
    fetch: Callable[[], bytes],
    *,
    limits: Limits,
    password: str | None = None,
    read: Callable[[OpenedDocument], Reading] = read,
) -> tuple[OpenedDocument, Reading]:
    """The document, with all that is known against it, and its reading. `fetch` gives the bytes if the second engine is asked."""
    reading = read(document)
    if not in_doubt(document, reading):
        return document, reading
    looked_at = judged(document, reading, second_opinion(fetch(), password=password, limits=limits))
    if (looked_at.marks, looked_at.incomplete) != (document.marks, document.incomplete):
        return looked_at, read(looked_at)
    return looked_at, replace(reading, notes=looked_at.notes)


def in_doubt(document: OpenedDocument, reading: Reading) -> bool:
    """Does a statement's gate not hold, or is a flag raised? Where no statement is read there is nothing to doubt."""
    if not reading.statements or BY_SECOND_ENGINE in document.notes:
        return False
    return flagged(document) or any(statement.integrity.holds is not True for statement in reading.statements)


def flagged(document: OpenedDocument) -> bool:
    """Is anything raised against the document itself?"""
    return bool(document.hidden_text or document.incomplete or document.notes)


def judged(document: OpenedDocument, reading: Reading, opinion: Opinion | None) -> OpenedDocument:
    """The document with what the second engine says of it."""
    if opinion is None:  # what was raised against the document stays unanswered
        notes = (*document.notes, "second_engine_failed")
        return replace(document, notes=notes, incomplete=document.incomplete or flagged(document))
    marks = tuple(contradicted(document, reading, opinion))
    notes = (*document.notes, *opinion.lost, *opinion.notes, *(("engines_disagree",) if marks else ()))
    incomplete = document.incomplete or "portfolio" in opinion.lost
    return replace(document, notes=tuple(dict.fromkeys(notes)), marks=(*document.marks, *marks), incomplete=incomplete)


def contradicted(document: OpenedDocument, reading: Reading, opinion: Opinion) -> Iterator[UnreadMark]:
    """Yield a mark for each figure of rows or balances that the first engine read on a page and the second does not find there."""
    wanted = {way for statement in reading.statements for figure in figures(statement) for way in ways(figure)}
    for page in document.pages:
        if page.source == "text":
            found = digits_in(opinion.texts[page.number - 1]) if page.number <= len(opinion.texts) else set()
            for text, place in figure_like([word.text for word in page.words]):
                printed = as_printed(text)
                if printed in wanted and printed[0] not in found:
                    yield UnreadMark(page.number, page.words[place].box, "digit")


def digits_in(text: str) -> set[str]:
    """The digits of every whole figure of a page: 10.00 is none of those of 110.00."""
    parts = FIGURE.findall(text)
    glued = (match[1] for part in parts if (match := GLUED.match(part)))
    apart = LETTERS_APART.sub(lambda match: match[0].replace("\n", ""), text)
    return {NO_DIGIT.sub("", part) for part in (*(part for part, _ in figure_like(parts)), *glued, *SPACED.findall(apart))}


def figure_like(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield every word, and every few that may be one figure with spaces between its thousands, with the place of the first."""
    for start, text in enumerate(words):
        yield text, start
        for group in words[start + 1 : start + MOST_GROUPS]:
            if not GROUP.match(group):
                break
            text += group
            yield text, start


def figures(statement: PrintedStatement) -> Iterator[Decimal]:
    """Those of rows and balances."""
    for line in statement.lines:
        yield line.amount
        if line.balance is not None:
            yield line.balance
    yield from (balance for balance in (statement.opening_balance, statement.closing_balance) if balance is not None)


def as_printed(word: str) -> tuple[str, int]:
    """A word's digits, and how many of them are decimals."""
    decimals = DECIMALS.search(word)
    return NO_DIGIT.sub("", word), len(decimals[1]) if decimals else 0


def ways(figure: Decimal) -> set[tuple[str, int]]:
    """The same of a figure as it may be printed, with or without a nought before it."""
    printed = f"{abs(figure):f}"
    digits, decimals = as_printed(printed)
    return {(digits, decimals), (digits.lstrip("0"), decimals)} - {("", decimals)}
