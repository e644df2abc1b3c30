"""Figures that look like money: the style in which a document writes them, decided once, and the size, sign and place of each."""

import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from reconciliation.reading.tokens.alternatives import lists_of, one_of, phrases
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.rows import WIDE_GAP, Row

HARD_SPACE = "\u00a0"
ALIKE = str.maketrans(
    dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u02b9\u2032\u00b7\u02d9\u066c\uff07", "'")
    | dict.fromkeys("\u202f\u2009\u2007\u2008\u2006\u2005\u2004\u2003\u2002", HARD_SPACE)
    | dict.fromkeys("\u201a\uff0c", ",")
    | {"\uff0e": "."}
)  # marks of one meaning, a character for a character
MINUS = "-\u2212\u2013\u2010\u2011"
SYMBOLS = "$€£¥₹₩₽₺₫₱₪฿₴₦"
CODE = phrases("countries", "currencies").upper()
CODES = frozenset(CODE.split("|"))
NAMES = (
    rf"(?:US|CA|AU|A|C|S|HK|NZ|MX|AR|RD|NT|R|RM|Rs\.?|kr\.?|Fr\.?|zł|Kč)?[{SYMBOLS}]"
    rf"|R\$|RM|Rs\.?|Rp\.?|KSh|Ksh|TL|S/\.?(?=[ ]?\d)|Kr\.?|kr\.?|zł|zl|Kč|Ft|R(?=[ ]?[{MINUS}]?[ ]?[.,]?\d)|{CODE}"
)
CURRENCY = f"(?:{one_of(NAMES)})"
OUT_WORDS, IN_WORDS = (
    [word for word in lists_of("sides")[name] if len(word) > 3 or not word.isascii()] for name in ("marks_out", "marks_in")
)
OUT_MARKS = frozenset({"DR", "OD", "DB", "D", "S", "WN", "AF"}) | set(map(str.upper, OUT_WORDS))
IN_MARKS = frozenset({"CR", "C", "H", "MA", "A", "K", "BIJ"}) | set(map(str.upper, IN_WORDS))
MARKS = OUT_MARKS | IN_MARKS
GREEK = "|".join(word.upper() for word in [*OUT_WORDS, *IN_WORDS] if not word.isascii())
SHORT_MARK = rf"(?:(?:CR|DR|Cr|Dr|cr|dr|OD|DB|Wn|Ma|WN|MA|C|D|H|S)\b\.?|(?:[AK]|A[Ff]|B(?:ij|IJ)|{GREEK})(?=\t|$))"
WORDS = "|".join([*OUT_WORDS, *IN_WORDS]).translate({ord("a"): "[aä]", ord("e"): "[eé]"})  # words of both sides as they are printed
MARK = rf"(?:{SHORT_MARK}|(?i:{WORDS})(?=\t|$))"
IN_BRACKETS = r"\((?:CR|DR|Cr|Dr|cr|dr)\)"
SHORTENED = ("Rs", "Rp", "Kr", "kr", "Fr")
"""Names of currencies that a point may end."""
HAS_DIGIT, HAS_CURRENCY = re.compile(r"\d"), re.compile(CURRENCY)


FEWEST_WHOLE = 3  # fewest figures without decimals if no currency is known to have none
LONGEST_CELLS = 70  # most characters of a row without gaps; a longer row is prose and may write figures differently
GROUPS = (",", ".", f" {HARD_SPACE}", "'")  # separators of thousands in figures without decimals
LETTERS = re.compile(r"(?:[\W\d_]*[^\W\d_]){6}")  # more letters than a cell with only a figure, its currency and a mark has
FARTHEST = 12  # most characters before the first digit of a figure: signs, brackets and a currency
GROUPED = re.compile(rf"(?:(?<=\t)|^)[^\d\t\n]{{0,6}}\d{{1,3}}[{''.join(GROUPS)}]\d{{3}}[^\t\n]*", re.MULTILINE)  # cells, with any mark
POINTED_NAME = re.compile(rf"\b(?:{'|'.join(SHORTENED)})\.(?:\d+[.,]\d|\d(?!\d)|\d{{3}})")
CENTS = re.compile(r"(?<![.,])(?<![.,]\d)\d[.,]\d\d(?![\d.,]|[ ]?%)")  # two decimals; a day with points does not match
THOUSANDTHS = re.compile(
    rf"(?<![\d.,])\d{{1,3}}(?:,\d{{3}}\.|[.'{HARD_SPACE}]\d{{3}},)\d{{3}}(?![\d.,]|[ ]?%)"
)  # three decimals behind marked thousands
MOSTLY_WHOLE = 0.5  # most figures with decimals to one without, if the currency has none; fees and prose may be in another
WHOLE_NUMBER = r"(?:\d{1,3}(?:[.,' ]\d{3}){1,4}|\d{1,6})"
ROUND_SUM = re.compile(
    rf"(?:(?<=\t)|(?<=^))(?P<before>\(?(?:[{MINUS}+][ ]?)?)(?P<number>{WHOLE_NUMBER}(?P<tenth>[.,]\d(?!\d))?)"
    rf"(?P<after>\)?[{MINUS}+]?(?:[ ]?{CURRENCY}(?:\)|[{MINUS}+])?)?(?:[ ]?{MARK})?)(?=\t|$)"
)
WHOLE_MARK = re.compile(rf"{MARK}$")
MARK_AT_END, NOT_DIGIT, BLANK = re.compile(r"(?<![^\W\d_])[^\W\d_]+\.?$"), re.compile(r"\D"), "\t"
LONE_SIGN = re.compile(rf"(?:^|(?<!\d)\s)(?:[{MINUS}(][ ]?[{SYMBOLS}]|[{SYMBOLS}][ ]?[{MINUS}(])\t$")
LONE_BRACKET = re.compile(r"(?:^|\s)\(\t$")
LONE_LENGTH, GLUED_LENGTH = 5, 2  # most characters at the end of a text that these patterns match; only they are searched
GLUED = re.compile(r"\d[^\w \t]$|[*" + MINUS + r"]$")  # an unknown mark, without a gap, between a figure and the word before it
POINT_OF_NAME = re.compile(rf"(?:{'|'.join(SHORTENED)})\.$")  # in "Rs.31" alone the amount may be 31 or .31
THOUSANDS = re.compile(rf"[{MINUS}($€£]{{0,3}}\d{{1,3}}[.,']?")  # digits that may be the thousands of the figure after them
DIGITS_APART = re.compile(r" ?\d+(?=[\t ]|$)")  # digits right behind a figure without decimals that may belong to it
CELL_END = re.compile(r" *(?:\t|$|[^\x00-\xff\w\u2010-\u2044\u20a0-\u20cf\u2212\s]|[\u2020-\u2023§])")  # the end of a cell, or an icon
GARBLED = re.compile(r"[.,]?[^\W\d_]")
WHOLE_GROUP = re.compile(r"\d{3}(?!\d)|[.,]\d")  # a group of thousands, or decimals alone
SIGNS, SIGN_WIDTH = frozenset({"+", *MINUS}), 3  # signs; most points by which one sign may be wider than another
FIGURE_BEHIND = re.compile(rf"\t{CURRENCY}? ?\d[\d.,' ]*(?:\t|$)")
OPERATOR, FEWEST_OF_SUM = re.compile(rf"^[{MINUS}+] | [{MINUS}+]$"), 3
NEAR = 1.5  # most heights between such digits and the figure
OVERPRINTED = 0.25  # most heights by which a word may overlap the one beside it


@dataclass(frozen=True)
class NumberStyle:
    """The decimal mark, the marks between thousands and the number of decimals of a document's money."""

    decimal: str = "."
    groups: str = ",'\u00a0"
    decimals: int = 2
    pointed_days: bool = False  # rows begin with days like 05.03
    pointed_name: bool = False  # the point behind the currency's name is the name's, as in Rs.31
    grouped: bool = False  # four digits without a mark between them are no money

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A figure with its sign, currency and credit or debit mark."""
        group = re.escape(self.groups) or ","
        longest = 3 if self.grouped else 12
        number = rf"(?:\d{{1,3}}(?:[{group}]\d{{2,3}}){{0,6}}[{group}]\d{{3}}|\d{{1,{longest}}})"
        if self.decimals:
            fraction = rf"{re.escape(self.decimal)}\d{{{self.decimals}}}"
            day = r"(?![0-3]?\d\.[01]\d\.(?!\S))"  # as 21.09. is, where the point is the decimal mark too
            own_point = "".join(f"(?<!{name})" for name in SHORTENED) if self.pointed_name and self.decimal == "." else ""
            number = rf"{day}(?:{number}{fraction}|(?<![\d]){own_point}{fraction})"
        return self._around(number)

    @cached_property
    def whole_pattern(self) -> re.Pattern[str] | None:
        """A figure without its decimals, as a bank prints round sums among others: only behind a currency."""
        if not self.decimals:
            return None
        group = re.escape(self.groups.replace(" ", "").replace(HARD_SPACE, "")) or ","
        spaced = r"\d{1,3}(?: \d{3})+(?=\t|$)|" if " " in self.groups else ""  # elsewhere such a number may be two
        number = rf"(?:{spaced}\d{{1,3}}(?:[{group}]\d{{2,3}}){{0,6}}[{group}]\d{{3}}|\d{{1,9}})"
        return self._around(number, ahead=rf"(?=[{MINUS}+( ]{{0,3}}{CURRENCY})", behind=r"(?![.,]?[\w+])")

    def _around(self, number: str, *, ahead: str = "", behind: str = "") -> re.Pattern[str]:
        """A number with the marks that may surround it; `ahead` and `behind` are further conditions."""
        sign = rf"[{MINUS}+]"
        mark = rf"{MARK}(?=[\s)]|$)"
        marks = (
            rf"(?:{sign}(?!\w)|{sign}(?={mark}))?(?:[ ]?{CURRENCY}(?!\w))?(?:[ ]?{sign}(?=[\s]|$))?(?:[ ]?{mark}|\t{SHORT_MARK}(?=\t|$))?"
        )
        return re.compile(
            rf"(?<![\w.,/:*#])(?=[^\d\t]{{0,{FARTHEST}}}\d){ahead}(?P<before>\(?(?:{sign}[ ]?)?(?:{CURRENCY}[ ]?)?\(?(?:{sign}[ ]?)?)"
            rf"(?P<number>{number})(?![\d%])(?![.,/:]\d)(?!\.?[ ]?%)(?P<after>(?:[ ]?{CURRENCY})?[ ]?\)|[ ]?{IN_BRACKETS}|{marks}){behind}"
        )


def decide_style(rows: Sequence[Row], *, decimals: int | None) -> NumberStyle:
    """The style that most figures of the document have. `decimals` are the currency's, where that is known."""
    short = [row for row in rows if len(row.text) <= LONGEST_CELLS or "\t" in row.text]
    text = "\n".join(row.text.translate(ALIKE) for row in short or rows)
    cells = "\n".join(cell for cell in re.split(r"[\t\n]", text) if not LETTERS.match(cell))  # of figures alone: prose may write otherwise
    if decimals is None and len(THOUSANDTHS.findall(cells)) > len(CENTS.findall(cells)):
        decimals = 3
    if decimals in {0, None}:  # whole numbers, if more cells begin with marked thousands than figures have two decimals
        grouped = "\n".join(GROUPED.findall(text))
        numbers = {marks: rf"(?:(?<=\t)|^)[^\d\t\n]{{0,6}}\d{{1,3}}(?:[{marks}]\d{{3}})+(?!\d)" for marks in GROUPS}
        sums = {marks: len(re.findall(number, grouped, re.MULTILINE)) for marks, number in numbers.items()}
        groups, whole = max(sums.items(), key=itemgetter(1))
        cents = len(CENTS.findall(cells))
        if cents <= whole * MOSTLY_WHOLE if decimals == 0 else whole >= FEWEST_WHOLE and not cents and len(CENTS.findall(text)) < whole:
            return NumberStyle(decimal="", groups=groups, decimals=0, grouped=whole >= FEWEST_WHOLE)
    places = 3 if decimals == 3 else 2
    points, commas = (_weight(cells, mark, places) for mark in ".,")
    if max(points, commas) < 1:
        points, commas = (_weight(text, mark, places) for mark in ".,")
    if places == 3 and not points and not commas:  # two decimals, against the currency's usage: the printed figures count
        points, commas = (_weight(text, mark, 2) for mark in ".,")
        return NumberStyle() if points >= commas else NumberStyle(decimal=",", groups=f".'{HARD_SPACE}")
    if points >= commas:
        groups, pointed = _groups(text, ",", rf"\.\d{{{places}}}"), POINTED_NAME.search(text) is not None
        return NumberStyle(decimal=".", groups=groups, decimals=places, pointed_name=pointed)
    return NumberStyle(decimal=",", groups=_groups(text, ".", rf",\d{{{places}}}"), decimals=places)


def _weight(text: str, decimal: str, places: int) -> float:
    """Weigh a decimal mark: a figure with both marks counts much, one that may be a day and month little."""
    weight, apart = 0.0, rf"[{',' if decimal == '.' else '.'}' {HARD_SPACE}]"
    number = rf"\d{{1,3}}(?:{apart}\d{{2,3}})*{apart}\d{{3}}|\d+"
    for match in re.finditer(rf"(?<![\d.,])({number})[{decimal}](\d{{{places}}})(?![\d.,]\d|\d|[ ]?%)", text):
        whole, rest = match[1], match[2]
        may_be_day = decimal == "." and len(whole) <= 2 and int(whole) <= 31 and 1 <= int(rest) <= 12
        weight += 3 if not whole.isdigit() else 0.05 if may_be_day else 1
    return weight


def _groups(text: str, usual: str, fraction: str) -> str:
    """Return the marks of thousands: the usual one, apostrophes and hard spaces; plain spaces only if more figures have them than
    another mark."""
    marks = f"{usual}'{HARD_SPACE}"
    marked, spaced = rf"\d[{re.escape(marks)}]\d{{3}}{fraction}", rf"(?<!\d)\d{{1,3}} \d{{3}}{fraction}"
    return f"{marks} " if len(re.findall(spaced, text)) > len(re.findall(marked, text)) else marks


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a row: its size, the sign and mark printed with it, and its place."""

    size: Decimal
    sign: int  # +1 or -1 as printed, 0 if there is no sign
    mark: str  # CR, DR, OD, DB, C, D, H, S or nothing
    currency: str
    start: int
    end: int
    x0: float
    x1: float
    whole: bool = False  # printed without decimals, or with fewer than others
    broken: bool = False  # digits are so close beside it that they may be its own, or other words lie over it

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
    matches = style.pattern.finditer(text) if re.search(rf"{re.escape(style.decimal)}\d", text) else ()  # most texts have none
    figures = [_figure(row, text, match, style.decimals) for match in matches if style.decimals or _is_money(text, match)]
    if "=" in text and len(figures) >= FEWEST_OF_SUM:  # "100.00 - 20.00 + 5.00 = 85.00": a sign apart from a figure is no part of it
        figures = [replace(figure, sign=0) if OPERATOR.search(text[figure.start : figure.end]) else figure for figure in figures]
    if style.whole_pattern is None or not HAS_CURRENCY.search(text):
        return figures
    for match in style.whole_pattern.finditer(text):
        if all(match.end() <= figure.start or match.start() >= figure.end for figure in figures):
            figures.append(_figure(row, text, match, 0))
    return sorted(figures, key=lambda figure: figure.start)


def _is_money(text: str, match: re.Match[str]) -> bool:
    """True for a number without decimals that has marked thousands or a currency, or that begins with no nought and fills its cell, or
    all of it up to an icon. False with a letter right behind it, or behind a mark: "9lO", "2.O44"."""
    number = match["number"]
    if GARBLED.match(text, match.end()):
        return False
    if not number.isdigit() or HAS_CURRENCY.search(match["before"] + " " + match["after"]):
        return True
    if number[0] == "0" < number:
        return False
    return text[: match.start()].strip(" ")[-1:] in {"", "\t"} and CELL_END.match(text, match.end()) is not None


def round_sums_of(row: Row) -> list[Figure]:
    """The row's cells that are nothing but a number without decimals, or with one, perhaps with thousands marked and a sign."""
    text = row.text.translate(ALIKE)
    return [replace(_figure(row, text, match, bool(match["tenth"])), whole=True) for match in ROUND_SUM.finditer(text)]


def _figure(row: Row, text: str, match: re.Match[str], decimals: int) -> Figure:
    before, after, preceding = match["before"], match["after"], text[: match.start()]
    x0, x1 = row.span(match.start("number"), match.end("number"))
    behind = (word.text for word in row.words if row.across and 0 <= word.x0 - x1 <= WIDE_GAP * row.height)
    mark = MARK_AT_END.search(after.strip(" ()")) or WHOLE_MARK.match(next(behind, ""))
    word = fold(mark[0]).rstrip(".").upper() if mark else ""
    word = word if word in MARKS else ""
    currency = HAS_CURRENCY.search(before + " " + after)
    size = Decimal(NOT_DIGIT.sub("", match["number"])).scaleb(-decimals)
    sign = _sign(row, preceding, match)
    digits_behind = not decimals and DIGITS_APART.match(text, match.end()) is not None
    first, last = (bisect_right(row.offsets, place) - 1 for place in (match.start("number"), match.end() - 1))
    beside = pairwise(row.words[max(0, first - 1) : last + 2])  # a word over the figure may hide its sign or mark
    is_over = any(left.x1 - right.x0 > OVERPRINTED * min(left.y1 - left.y0, right.y1 - right.y0) for left, right in beside)
    # The figure may go on to its left past an unknown mark or a gap, or its point may be the currency's.
    glued = GLUED.search(preceding[-GLUED_LENGTH:]) is not None or POINT_OF_NAME.search(before + match["number"][:1]) is not None
    at = bisect_right(row.offsets, match.start()) - 1
    if not before and WHOLE_GROUP.match(match["number"]) and at > 0 and row.offsets[at] == match.start():
        left, right = row.words[at - 1], row.words[at]
        glued |= THOUSANDS.fullmatch(left.text.translate(ALIKE)) is not None and right.x0 - left.x1 <= NEAR * (right.y1 - right.y0)
    broken = digits_behind or is_over or glued
    return Figure(size, sign, word, currency[0] if currency else "", *match.span(), x0, x1, whole=not decimals, broken=broken)


def _sign(row: Row, preceding: str, match: re.Match[str]) -> int:
    """The sign printed with a figure, or in the cell before it; brackets are one only where they are closed. A minus in a cell of its own
    is no further before the figure than that is high; a dash in an empty column is further."""
    before, after = match["before"], match["after"]
    if any(mark in before + after for mark in MINUS) or ("(" in before and ")" in after):
        return -1
    if "+" in before + after:
        return 1
    end = preceding[-LONE_LENGTH:]
    if LONE_SIGN.search(end) or (")" in after and LONE_BRACKET.search(end)):
        return -1
    index = bisect_right(row.offsets, match.start()) - 1
    if index < 1 or row.words[index - 1].text not in MINUS or row.text[: row.offsets[index - 1]].strip(" ")[-1:] not in {"", BLANK}:
        return 0
    return -(row.words[index].x0 - row.words[index - 1].x1 <= row.words[index].y1 - row.words[index].y0)


def with_signs(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the signs in a narrow column beside figures next to them. A column of nothing but dashes has no signs."""
    signs: list[tuple[int, int, int]] = []  # the row of each sign alone in a cell, its word, and the gap between it and its figure
    for place, row in enumerate(rows):
        gaps = [after.x0 - before.x1 for before, after in pairwise(row.words)]
        for index, (gap, behind) in enumerate(pairwise([*gaps, math.inf]), start=1):
            at = row.offsets[index]
            if row.words[index].text not in SIGNS or row.text[at - 1] != "\t":
                continue
            if row.text[at - 2].isdigit() and gap < behind:  # the figure before it is nearer than the word behind it
                signs.append((place, index, at - 1))
            elif not row.text[at - 2].isdigit() and FIGURE_BEHIND.match(row.text, at + 1):
                signs.append((place, index, at + 1))
    edges = {(rows[place].words[index].text == "+", round(rows[place].words[index].x0)) for place, index, _ in signs}
    texts = [row.text for row in rows]
    for place, index, at in signs:
        word = rows[place].words[index]
        if any((word.text != "+", round(word.x0) + step) in edges for step in range(-SIGN_WIDTH, SIGN_WIDTH + 1)):
            texts[place] = f"{texts[place][:at]} {texts[place][at + 1 :]}"
    return [row if row.text == text else replace(row, text=text) for row, text in zip(rows, texts, strict=True)]


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with these spans blanked out: lengths and offsets stay."""
    for start, end in spans:
        text = f"{text[:start]}{BLANK * (end - start)}{text[end:]}"
    return text
