"""Figures that look like money: how this document writes them, decided once, and where each one stands."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from reconciliation.reading.tokens.money_marks import (
    ALIKE,
    CURRENCY,
    HAS_CURRENCY,
    HAS_DIGIT,
    IN_MARKS,
    MARK,
    MINUS,
    OUT_MARKS,
    SHORTENED,
    SYMBOLS,
)
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.rows import Row

WHOLE_NUMBER = r"(?:\d{1,3}(?:[.,' ]\d{3}){1,4}|\d{1,6})"
ROUND_SUM = re.compile(
    rf"(?:(?<=\t)|(?<=^))(?P<before>\(?(?:[{MINUS}+][ ]?)?)(?P<number>{WHOLE_NUMBER}(?P<tenth>[.,]\d(?!\d))?)"
    rf"(?P<after>\)?[{MINUS}+]?(?:[ ]?{CURRENCY}\)?)?(?:[ ]?{MARK})?)(?=\t|$)"
)
WHOLE_MARK = re.compile(rf"{MARK}$")
MARK_AT_END, NOT_DIGIT, BLANK = re.compile(r"(?<![A-Za-z])[A-Za-z]{1,6}\.?$"), re.compile(r"\D"), "\t"
LONE_SIGN = re.compile(rf"(?:^|[\s])(?:[{MINUS}(][ ]?[{SYMBOLS}]|[{SYMBOLS}][ ]?[{MINUS}(])\t$")
LONE_BRACKET = re.compile(r"(?:^|\s)\(\t$")
LONE_LENGTH, GLUED_LENGTH = 5, 2  # characters of what these find at the end of a text, which need not be looked through
GLUED = re.compile(r"\d[^\w \t]$|[*" + MINUS + r"]$")  # an unknown mark, not a gap, between a figure and what stands before it
POINT_OF_NAME = re.compile(rf"(?:{'|'.join(SHORTENED)})\.$")  # Rs.31, where nothing else tells whether that is 31 or .31
THOUSANDS = re.compile(rf"[{MINUS}($€£]{{0,3}}\d{{1,3}}[.,']?")  # digits that may be the thousands of the figure after them
DIGITS_APART = re.compile(r" ?\d+(?=[\t ]|$)")  # digits right behind a figure without decimals that may be its own
WHOLE_GROUP = re.compile(r"\d{3}(?!\d)|[.,]\d")  # or decimals alone
OPERATOR, FEWEST_OF_SUM = re.compile(rf"^[{MINUS}+] | [{MINUS}+]$"), 3
NEAR = 1.5  # heights between such digits and the figure
OVERPRINTED = 0.25  # heights by which a word may reach into the one beside it


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a row: its size, the sign and mark printed with it, and where it stands."""

    size: Decimal
    sign: int  # +1 or -1 as printed, 0 where none is
    mark: str  # CR, DR, OD, DB, C, D, H, S or nothing
    currency: str
    start: int
    end: int
    x0: float
    x1: float
    whole: bool = False  # printed without decimals, or with fewer than others
    broken: bool = False  # digits stand so close beside it that they may be its own, or other words lie over it

    @property
    def printed(self) -> Decimal:
        """The value as printed: negative only where a minus, brackets or a debit mark say so."""
        negative = self.sign < 0 or self.mark in OUT_MARKS
        return -self.size if negative else self.size


def figures_of(row: Row, style: NumberStyle) -> list[Figure]:
    """The row's figures from left to right."""
    text = row.text.translate(ALIKE)
    if not HAS_DIGIT.search(text):
        return []
    found = style.pattern.finditer(text) if style.any_figure.search(text) else ()
    figures = [_figure(row, text, match, style.decimals) for match in found if _is_sum(text, match, style)]
    figures = _without_operators(text, figures)
    if style.whole_pattern is None or not HAS_CURRENCY.search(text):
        return figures
    for match in style.whole_pattern.finditer(text):
        if all(match.end() <= one.start or match.start() >= one.end for one in figures):
            figures.append(_figure(row, text, match, 0))
    return sorted(figures, key=lambda figure: figure.start)


def _without_operators(text: str, figures: list[Figure]) -> list[Figure]:
    """In a sum written out, as "100.00 - 20.00 + 5.00 = 85.00", a sign that stands apart is none of the figure beside it."""
    if "=" not in text or len(figures) < FEWEST_OF_SUM:
        return figures
    return [replace(one, sign=0) if OPERATOR.search(text[one.start : one.end]) else one for one in figures]


def _is_sum(text: str, match: re.Match[str], style: NumberStyle) -> bool:
    """Of money without decimals: are its thousands marked, is a currency named, or does it fill its cell, and begin with no nought?"""
    if style.decimals or not match["number"].isdigit() or _currency(match["before"] + " " + match["after"]):
        return True
    if match["number"][0] == "0" < match["number"]:
        return False
    return text[: match.start()].strip(" ")[-1:] in {"", "\t"} and text[match.end() :].strip(" ")[:1] in {"", "\t"}


def round_sums_of(row: Row) -> list[Figure]:
    """The row's cells that are nothing but a number without decimals, or with one, perhaps with thousands marked and a sign."""
    text = row.text.translate(ALIKE)
    return [replace(_figure(row, text, match, bool(match["tenth"])), whole=True) for match in ROUND_SUM.finditer(text)]


def _figure(row: Row, text: str, match: re.Match[str], decimals: int) -> Figure:
    before, after = match["before"], match["after"]
    x0, x1 = row.span(match.start("number"), match.end("number"))
    mark = MARK_AT_END.search(after.strip(" ()")) or (WHOLE_MARK.match(row.right_behind(x1)) if row.across else None)
    word = mark[0].rstrip(".").upper() if mark and mark[0].rstrip(".").upper() in OUT_MARKS | IN_MARKS else ""
    return Figure(
        size=Decimal(NOT_DIGIT.sub("", match["number"])).scaleb(-decimals),
        whole=not decimals,
        sign=_sign(before, after) or _sign_apart(text[: match.start()], after),
        mark=word,
        currency=_currency(before + " " + after),
        start=match.start(),
        end=match.end(),
        x0=x0,
        x1=x1,
        broken=_broken(row, text[: match.start()], match)
        or (not decimals and DIGITS_APART.match(text, match.end()) is not None)
        or _overprinted(row, match),
    )


def _broken(row: Row, before: str, match: re.Match[str]) -> bool:
    """Does the figure go on to its left, past a mark or a gap that this document's style does not know, or may its point be another's?"""
    if GLUED.search(before[-GLUED_LENGTH:]) or POINT_OF_NAME.search(match["before"] + match["number"][:1]):
        return True
    if match["before"] or not WHOLE_GROUP.match(match["number"]):
        return False
    index = bisect_right(row.offsets, match.start()) - 1
    if index < 1 or row.offsets[index] != match.start():
        return False
    word, figure = row.words[index - 1], row.words[index]
    return THOUSANDS.fullmatch(word.text.translate(ALIKE)) is not None and figure.x0 - word.x1 <= NEAR * (figure.y1 - figure.y0)


def _overprinted(row: Row, match: re.Match[str]) -> bool:
    """Does a word lie over the figure, so that its sign or mark may stand behind that one?"""
    first = bisect_right(row.offsets, match.start("number")) - 1
    last = bisect_right(row.offsets, match.end() - 1) - 1
    beside = list(pairwise(row.words[max(0, first - 1) : last + 2]))
    return any(before.x1 - after.x0 > OVERPRINTED * min(before.y1 - before.y0, after.y1 - after.y0) for before, after in beside)


def _sign(before: str, after: str) -> int:
    if any(mark in before + after for mark in MINUS) or ("(" in before and ")" in after):
        return -1
    return 1 if "+" in before + after else 0


def _sign_apart(before: str, after: str) -> int:
    """A sign that stands in a cell of its own before the figure; a bracket only where it is closed."""
    beside = before[-LONE_LENGTH:]
    return -1 if LONE_SIGN.search(beside) or (")" in after and LONE_BRACKET.search(beside)) else 0


def _currency(text: str) -> str:
    match = HAS_CURRENCY.search(text)
    return match[0] if match else ""


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with these spans blanked out: lengths and offsets stay."""
    for start, end in spans:
        text = f"{text[:start]}{BLANK * (end - start)}{text[end:]}"
    return text
