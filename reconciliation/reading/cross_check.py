"""Cross-check of a reading in doubt with the other engine. It never proves anything: a figure that it does not find is marked as unread."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from reconciliation.documents.limits import DocumentClock, DocumentLimits, OutOfTime
from reconciliation.documents.pages import OpenedDocument, UnreadMark
from reconciliation.documents.second_opinion import Opinion, second_opinion
from reconciliation.printed.statement import Reading

BY_SECOND_ENGINE = "second_engine"  # the first one failed: there is nothing to compare
FIGURE = re.compile(r"[.,]?\d(?:[.,'`\N{RIGHT SINGLE QUOTATION MARK}]?\d)*")
SPACED = re.compile(r"\d(?: ?[.,'`\N{RIGHT SINGLE QUOTATION MARK}]? ?\d)+")  # a figure with spaced digits, or several figures
LETTERS_APART = re.compile(r"(?m)(?:^\S\n){2,}\S?$")  # characters that the engine put on separate lines
GLUED = re.compile(r"(.*[.,]\d\d\d?)\d")  # decimals and the digit right behind them
NO_DIGIT = re.compile(r"\D")
GROUP, MOST_GROUPS = re.compile(r"\d{3}(?!\d)"), 4  # a group of three digits; most groups of an amount
DECIMALS = re.compile(r"[.,](\d+)\D*$")


def read_twice(
    document: OpenedDocument,
    fetch: Callable[[], bytes],
    *,
    limits: DocumentLimits,
    read: Callable[[OpenedDocument], Reading],
    password: str | None = None,
    clock: DocumentClock | None = None,
) -> tuple[OpenedDocument, Reading]:
    """Return the document, with all that is known against it, and its reading. `fetch` gives the bytes if the second engine is asked, in
    the time that the `clock` of the document leaves."""
    clock = clock or DocumentClock(limits.seconds)
    reading = read(document)
    if not reading.statements or BY_SECOND_ENGINE in document.notes:
        return document, reading
    if not _is_flagged(document) and all(statement.integrity.holds is True for statement in reading.statements):
        return document, reading
    checked = judged(document, reading, opinion_in_time(fetch, password=password, limits=limits, clock=clock))
    if (checked.marks, checked.incomplete) != (document.marks, document.incomplete):
        return checked, read(checked)
    return checked, replace(reading, notes=checked.notes)


def opinion_in_time(
    fetch: Callable[[], bytes], *, password: str | None = None, limits: DocumentLimits, clock: DocumentClock
) -> Opinion | None:
    """Return the second engine's opinion, or None if the clock of the document leaves no time, or too little."""
    try:
        return clock.run(lambda seconds: second_opinion(fetch(), password=password, limits=replace(limits, seconds=seconds)))
    except OutOfTime:
        return None


def _is_flagged(document: OpenedDocument) -> bool:
    return bool(document.hidden_text or document.incomplete or document.notes)


def judged(document: OpenedDocument, reading: Reading, opinion: Opinion | None) -> OpenedDocument:
    """Return the document with the objections of the second engine."""
    if opinion is None:  # earlier objections to the document stay unanswered
        return replace(document, notes=(*document.notes, "second_engine_failed"), incomplete=_is_flagged(document))
    # A figure of rows or balances that the first engine read on a page, and the second does not find there, is marked.
    rows = [figure for statement in reading.statements for line in statement.lines for figure in (line.amount, line.balance)]
    ends = [figure for statement in reading.statements for figure in (statement.opening_balance, statement.closing_balance)]
    figures = [_as_printed(f"{abs(figure):f}") for figure in (*rows, *ends) if figure is not None]
    used = {(written, decimals) for digits, decimals in figures for written in (digits, digits.lstrip("0")) if written}
    marks: list[UnreadMark] = []
    for page in document.pages:
        if page.source != "text":
            continue
        digits = digits_in(opinion.texts[page.number - 1]) if page.number <= len(opinion.texts) else set()
        for text, place in _with_groups([word.text for word in page.words]):
            printed = {_as_printed(figure) for figure in FIGURE.findall(text)}  # 2/7 holds two figures, and not 27
            if any(written not in digits for written, _ in printed & used):
                marks.append(UnreadMark(page.number, page.words[place].box, "digit"))
    notes = (*document.notes, *opinion.lost, *opinion.notes, *(("engines_disagree",) if marks else ()))
    incomplete = document.incomplete or "portfolio" in opinion.lost
    return replace(document, notes=tuple(dict.fromkeys(notes)), marks=(*document.marks, *marks), incomplete=incomplete)


def digits_in(text: str) -> set[str]:
    """Return the digits of every whole figure of a page: 110.00 does not contain the figure 10.00."""
    parts = FIGURE.findall(text)
    glued = (match[1] for part in parts if (match := GLUED.match(part)))
    apart = LETTERS_APART.sub(lambda match: match[0].replace("\n", ""), text)
    return {NO_DIGIT.sub("", part) for part in (*(part for part, _ in _with_groups(parts)), *glued, *SPACED.findall(apart))}


def _with_groups(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield every word, and every few that may be one figure with spaces between its thousands, with the place of the first."""
    for start, text in enumerate(words):
        yield text, start
        for group in words[start + 1 : start + MOST_GROUPS]:
            if not GROUP.match(group):
                break
            text += group
            yield text, start


def _as_printed(figure: str) -> tuple[str, int]:
    """Return a figure's digits, and how many of them are decimals."""
    decimals = DECIMALS.search(figure)
    return NO_DIGIT.sub("", figure), len(decimals[1]) if decimals else 0
