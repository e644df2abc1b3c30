"""The style in which a document writes money, decided once from all its figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from reconciliation.reading.tokens.money_marks import ALIKE, CURRENCY, HARD_SPACE, HAS_DIGIT, IN_BRACKETS, MARK, MINUS, SHORTENED
from reconciliation.reading.tokens.rows import Row

FEWEST_WHOLE = 3  # figures without decimals, where no currency says that it has none
LONGEST_CELLS = 70  # characters of a row without gaps; what is longer is prose, and may write otherwise
GROUPS = (",", ".", f" {HARD_SPACE}", "'")  # between thousands, where there are no decimals
LETTERS = re.compile(r"(?:[\W\d_]*[^\W\d_]){6}")  # more than a cell has that is nothing but a figure: a currency and a mark
FARTHEST = 12  # characters from where a figure begins to its first digit: signs, brackets and a currency
GROUPED = re.compile(rf"(?:(?<=\t)|^)[^\d\t\n]{{0,6}}\d{{1,3}}[{''.join(GROUPS)}]\d{{3}}[^\t\n]*", re.MULTILINE)  # cells, with any mark
POINTED_NAME = re.compile(rf"\b(?:{'|'.join(SHORTENED)})\.(?:\d+[.,]\d|\d(?!\d)|\d{{3}})")
CENTS = re.compile(r"(?<![.,])(?<![.,]\d)\d[.,]\d\d(?![\d.,]|[ ]?%)")  # two decimals; a day between points is none
MOSTLY_WHOLE = 0.5  # of figures with decimals to those without, where the currency has none: fees and prose may speak of another


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
    def any_figure(self) -> re.Pattern[str]:
        """A part of every figure, to see at once that a text has none."""
        return re.compile(rf"{re.escape(self.decimal)}\d") if self.decimals else HAS_DIGIT

    @cached_property
    def whole_pattern(self) -> re.Pattern[str] | None:
        """A figure without its decimals, as a bank prints round sums among others: only where a currency stands before it."""
        if not self.decimals:
            return None
        group = re.escape(self.groups.replace(" ", "").replace(HARD_SPACE, "")) or ","
        spaced = r"\d{1,3}(?: \d{3})+(?=\t|$)|" if " " in self.groups else ""  # elsewhere such a number may be two
        number = rf"(?:{spaced}\d{{1,3}}(?:[{group}]\d{{2,3}}){{0,6}}[{group}]\d{{3}}|\d{{1,9}})"
        return self._around(number, ahead=rf"(?=[{MINUS}+( ]{{0,3}}{CURRENCY})", behind=rf"(?![{re.escape(self.decimal)}]?[\w+])")

    def _around(self, number: str, *, ahead: str = "", behind: str = "") -> re.Pattern[str]:
        """A number with what may stand around it; `ahead` and `behind` is what must be so besides."""
        sign = rf"[{MINUS}+]"
        mark = rf"{MARK}(?=[\s)]|$)"
        marks = rf"(?:{sign}(?!\w)|{sign}(?={mark}))?(?:[ ]?{CURRENCY}(?!\w))?(?:[ ]?{sign}(?=[\s]|$))?(?:[ ]?{mark}|\t{MARK}(?=\t|$))?"
        return re.compile(
            rf"(?<![\w.,/:*#])(?=[^\d\t]{{0,{FARTHEST}}}\d){ahead}(?P<before>\(?(?:{sign}[ ]?)?(?:{CURRENCY}[ ]?)?\(?(?:{sign}[ ]?)?)"
            rf"(?P<number>{number})(?![\d%])(?![.,/:]\d)(?!\.?[ ]?%)(?P<after>(?:[ ]?{CURRENCY})?[ ]?\)|[ ]?{IN_BRACKETS}|{marks}){behind}"
        )


def decide_style(rows: Sequence[Row], *, decimals: int | None) -> NumberStyle:
    """The style that most figures of the document have. `decimals` are the currency's, where that is known."""
    short = [row for row in rows if len(row.text) <= LONGEST_CELLS or "\t" in row.text]
    text = "\n".join(row.text.translate(ALIKE) for row in short or rows)
    cells = "\n".join(cell for cell in re.split(r"[\t\n]", text) if not LETTERS.match(cell))  # of figures alone: prose may write otherwise
    if decimals in {0, None} and (style := _style_without_decimals(text, cells, decimals)):
        return style
    places = 3 if decimals == 3 else 2
    points, commas = (_weight(cells, mark, places) for mark in ".,")
    if max(points, commas) < 1:
        points, commas = (_weight(text, mark, places) for mark in ".,")
    if places == 3 and not points and not commas:  # two decimals, whatever the currency says: what the document prints counts
        points, commas = (_weight(text, mark, 2) for mark in ".,")
        return NumberStyle() if points >= commas else NumberStyle(decimal=",", groups=f".'{HARD_SPACE}")
    if points >= commas:
        groups, pointed = _groups(text, ",", rf"\.\d{{{places}}}"), POINTED_NAME.search(text) is not None
        return NumberStyle(decimal=".", groups=groups, decimals=places, pointed_name=pointed)
    return NumberStyle(decimal=",", groups=_groups(text, ".", rf",\d{{{places}}}"), decimals=places)


def _style_without_decimals(text: str, cells: str, decimals: int | None) -> NumberStyle | None:
    """The style of whole numbers, where more cells begin with marked thousands than figures have two decimals."""
    grouped = "\n".join(GROUPED.findall(text))
    numbers = {marks: rf"(?:(?<=\t)|^)[^\d\t\n]{{0,6}}\d{{1,3}}(?:[{marks}]\d{{3}})+(?!\d)" for marks in GROUPS}
    sums = {marks: len(re.findall(number, grouped, re.MULTILINE)) for marks, number in numbers.items()}
    groups, whole = max(sums.items(), key=itemgetter(1))
    cents = len(CENTS.findall(cells))
    if cents <= whole * MOSTLY_WHOLE if decimals == 0 else whole >= FEWEST_WHOLE and not cents and len(CENTS.findall(text)) < whole:
        return NumberStyle(decimal="", groups=groups, decimals=0, grouped=whole >= FEWEST_WHOLE)
    return None


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
    """The usual mark, apostrophes and hard spaces; plain spaces only where more figures have them than another mark."""
    marks = f"{usual}'{HARD_SPACE}"
    marked, spaced = rf"\d[{re.escape(marks)}]\d{{3}}{fraction}", rf"(?<!\d)\d{{1,3}} \d{{3}}{fraction}"
    return f"{marks} " if len(re.findall(spaced, text)) > len(re.findall(marked, text)) else marks
