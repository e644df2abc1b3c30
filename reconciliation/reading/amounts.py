"""Figures that look like money: how this document writes them, decided once, and where each one stands."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from reconciliation.reading.rows import Row

FEWEST_WHOLE = 3  # figures without decimals, where no currency says that it has none
HARD_SPACE = "\u00a0"
ALIKE = str.maketrans(
    dict.fromkeys("\u2019\u2018\u00b4`\u02bc\u02b9\u2032\u00b7\u02d9\u066c\uff07", "'")
    | dict.fromkeys("\u202f\u2009\u2007\u2008\u2006\u2005\u2004\u2003\u2002", HARD_SPACE)
    | dict.fromkeys("\u201a\uff0c", ",")
    | {"\uff0e": "."}
)  # marks that stand for one another, one character for one
MINUS = "-\u2212\u2013\u2010\u2011"
SYMBOLS = "$€£¥₹₩₽₺₫₱₪฿₴₦"
CODE = (
    "USD|EUR|GBP|CHF|SGD|AUD|CAD|NZD|HKD|INR|JPY|CNY|RMB|KRW|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|"
    "RUB|UAH|ZAR|AED|SAR|QAR|KWD|BHD|OMR|JOD|TND|ILS|EGP|MAD|KES|NGN|GHS|THB|MYR|IDR|PHP|VND|TWD|BRL|"
    "MXN|ARS|CLP|COP|PEN|UYU|LKR|PKR|BDT|NPR|XOF|XAF|XPF|RSD|BAM|MKD|MDL|GEL|KZT|AZN|UZS|BYN|DZD|LYD|IQD|LBP|"
    "UGX|TZS|RWF|ETB|AOA|MZN|ZMW|BWP|NAD|MUR|KHR|LAK|MMK|MNT|CRC|GTQ|DOP|BOB|PYG"
)
CODES = frozenset(CODE.split("|"))
CURRENCY = (
    rf"(?:(?:US|CA|AU|A|C|S|HK|NZ|R|RM|Rs\.?|kr\.?|Fr\.?|zł|Kč)?[{SYMBOLS}]"
    rf"|R\$|RM|Rs\.?|[Kk]r\.?|z[łl]|Kč|Ft|R(?=[ ]?[{MINUS}]?[ ]?[.,]?\d)|{CODE})"
)
OUT_MARKS, IN_MARKS = frozenset({"DR", "OD", "DB", "D", "S", "WN"}), frozenset({"CR", "C", "H", "MA", "A", "K"})
MARK = r"(?:(?:CR|DR|Cr|Dr|cr|dr|OD|DB|Wn|Ma|WN|MA|C|D|H|S)\b\.?|[AK](?=\t|$))"
ROUND_SUM = re.compile(
    rf"(?:(?<=\t)|(?<=^))(?P<before>\(?[{MINUS}+]?)(?P<number>\d{{1,3}}(?:[.,' ]\d{{3}}){{1,4}}|\d{{1,6}})"
    rf"(?P<after>\)?[{MINUS}+]?(?:[ ]?{CURRENCY})?(?:[ ]?{MARK})?)(?=\t|$)"
)
MARK_AT_END, NOT_DIGIT, BLANK = re.compile(r"[A-Za-z]{1,2}\.?$"), re.compile(r"\D"), "\t"
HAS_DIGIT = re.compile(r"\d")
HAS_CURRENCY = re.compile(CURRENCY)
LONE_SIGN = re.compile(rf"(?:^|[\s])(?:[{MINUS}(][ ]?[{SYMBOLS}]|[{SYMBOLS}][ ]?[{MINUS}(])\t$")
LONE_BRACKET = re.compile(r"(?:^|\s)\(\t$")
GLUED = re.compile(r"\d[^\w \t]$|[*" + MINUS + r"]$")  # an unknown mark, not a gap, between a figure and what stands before it
THOUSANDS = re.compile(rf"[{MINUS}($€£]{{0,3}}\d{{1,3}}[.,']?")  # digits that may be the thousands of the figure after them
WHOLE_GROUP = re.compile(r"\d{3}(?!\d)|[.,]\d")  # or decimals alone
LONGEST_CELLS = 70  # characters of a row without gaps; what is longer is prose, and may write otherwise
GROUPS = (",", ".", f" {HARD_SPACE}", "'")  # between thousands, where there are no decimals
LETTERS, MOST_LETTERS = re.compile(r"[^\W\d_]"), 5  # of a cell that is nothing but a figure: a currency and a mark
MOSTLY_WHOLE = 0.5  # of figures with decimals to those without, where the currency has none: fees and prose may speak of another
NEAR = 1.5  # heights between such digits and the figure


@dataclass(frozen=True)
class NumberStyle:
    """How a document writes money: its decimal mark, the marks between thousands, and how many decimals."""

    decimal: str = "."
    groups: str = ",'\u00a0"
    decimals: int = 2
    pointed_days: bool = False  # rows begin with days like 05.03

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A figure with its sign, currency and credit or debit mark."""
        group = re.escape(self.groups) or ","
        whole = rf"(?:\d{{1,3}}(?:[{group}]\d{{2,3}}){{0,6}}[{group}]\d{{3}}|\d{{1,12}})"
        if self.decimals:
            fraction = rf"{re.escape(self.decimal)}\d{{{self.decimals}}}"
            day = r"(?![0-3]?\d\.[01]\d\.(?!\S))"  # as 21.09. is, where the point is the decimal mark too
            number = rf"{day}(?:{whole}{fraction}|(?<![\d]){fraction})"
        else:
            number = whole
        return self._around(number)

    @cached_property
    def any_figure(self) -> re.Pattern[str]:
        """What stands in every figure, to tell at once that there is none."""
        return re.compile(rf"{re.escape(self.decimal)}\d") if self.decimals else HAS_DIGIT

    @cached_property
    def whole_pattern(self) -> re.Pattern[str] | None:
        """A figure without its decimals, as a bank prints round sums among others: only where a currency stands before it."""
        if not self.decimals:
            return None
        group = re.escape(self.groups.replace(" ", "").replace(HARD_SPACE, "")) or ","
        pattern = self._around(rf"(?:\d{{1,3}}(?:[{group}]\d{{2,3}}){{0,6}}[{group}]\d{{3}}|\d{{1,9}})").pattern
        return re.compile(rf"(?=[{MINUS}+( ]{{0,3}}{CURRENCY}){pattern}(?![{re.escape(self.decimal)}]?[\w+])")

    def _around(self, number: str) -> re.Pattern[str]:
        """A number with what may stand around it."""
        sign = rf"[{MINUS}+]"
        marks = rf"(?:{sign}(?![\w]))?(?:[ ]?{CURRENCY}(?!\w))?(?:[ ]?{sign}(?=[\s]|$))?(?:[ ]?{MARK}(?=[\s)]|$)|\t{MARK}(?=\t|$))?"
        return re.compile(
            rf"(?<![\w.,/:*#])(?P<before>\(?(?:{sign}[ ]?)?(?:{CURRENCY}[ ]?)?\(?(?:{sign}[ ]?)?)"
            rf"(?P<number>{number})(?![\d%])(?![.,/:]\d)(?!\.?[ ]?%)(?P<after>(?:[ ]?{CURRENCY})?[ ]?\)|{marks})"
        )


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
    whole: bool = False  # printed without decimals
    broken: bool = False  # digits stand so close before it that they may be its thousands

    @property
    def printed(self) -> Decimal:
        """The value as printed: negative only where a minus, brackets or a debit mark say so."""
        negative = self.sign < 0 or self.mark in OUT_MARKS
        return -self.size if negative else self.size


def decide_style(rows: Iterable[Row], *, decimals: int | None) -> NumberStyle:
    """The style that most figures of the document have. `decimals` are the currency's, where that is known."""
    rows = list(rows)
    short = [row for row in rows if len(row.text) <= LONGEST_CELLS or "\t" in row.text]
    text = "\n".join(row.text.translate(ALIKE) for row in short or rows)
    if decimals in {0, None}:
        groups = max(GROUPS, key=lambda marks: _whole_sums(text, marks))
        whole = _whole_sums(text, groups)
        if _cents(_cells(text)) <= whole * MOSTLY_WHOLE if decimals == 0 else whole >= FEWEST_WHOLE and not _cents(text):
            return NumberStyle(decimal="", groups=groups, decimals=0)
    places = 3 if decimals == 3 else 2
    points, commas = _marks(text, places)
    if places == 3 and not points and not commas:
        return _style_of_two(text)
    if points >= commas:
        return NumberStyle(decimal=".", groups=_groups(text, ",", rf"\.\d{{{places}}}"), decimals=places)
    return NumberStyle(decimal=",", groups=_groups(text, ".", rf",\d{{{places}}}"), decimals=places)


def _whole_sums(text: str, marks: str) -> int:
    """How many cells begin with a number whose thousands have one of these marks."""
    return len(re.findall(rf"(?:(?<=\t)|^)[^\d\t\n]{{0,6}}\d{{1,3}}(?:[{marks}]\d{{3}})+(?!\d)", text, re.MULTILINE))


def _cents(text: str) -> int:
    """How many numbers have two decimals; a day between points is none."""
    return len(re.findall(r"(?<![.,])(?<![.,]\d)\d[.,]\d\d(?![\d.,]|[ ]?%)", text))


def _cells(text: str) -> str:
    """The cells of figures alone: prose may write otherwise."""
    return "\n".join(cell for cell in re.split(r"[\t\n]", text) if len(LETTERS.findall(cell)) <= MOST_LETTERS)


def _style_of_two(text: str) -> NumberStyle:
    """Two decimals, whatever the currency says: what the document prints counts."""
    points, commas = _weight(text, ".", ",", 2), _weight(text, ",", ".", 2)
    return NumberStyle() if points >= commas else NumberStyle(decimal=",", groups=f".'{HARD_SPACE}")


def _marks(text: str, places: int) -> tuple[float, float]:
    """What speaks for a decimal point, and for a comma: the cells of figures alone, where there are such."""
    for told in (_cells(text), text):
        points, commas = _weight(told, ".", ",", places), _weight(told, ",", ".", places)
        if max(points, commas) >= 1:
            break
    return points, commas


def _weight(text: str, decimal: str, group: str, places: int) -> float:
    """How much speaks for a decimal mark: a figure with both marks much, one that may be a day and month little."""
    weight = 0.0
    for match in re.finditer(
        rf"(?<![\d.,])(\d{{1,3}}(?:[{group}' {HARD_SPACE}]\d{{2,3}})+|\d+)[{decimal}](\d{{{places}}})(?![\d.,]\d|\d|[ ]?%)", text
    ):
        whole, rest = match[1], match[2]
        if not whole.isdigit():
            weight += 3
        elif len(whole) <= 2 and decimal == "." and int(whole) <= 31 and 1 <= int(rest) <= 12:
            weight += 0.05
        else:
            weight += 1
    return weight


def _groups(text: str, usual: str, fraction: str) -> str:
    """The usual mark, apostrophes and hard spaces; plain spaces only where more figures have them than another mark."""
    marks = f"{usual}'{HARD_SPACE}"
    marked, spaced = rf"\d[{re.escape(marks)}]\d{{3}}{fraction}", rf"(?<!\d)\d{{1,3}} \d{{3}}{fraction}"
    return f"{marks} " if len(re.findall(spaced, text)) > len(re.findall(marked, text)) else marks


def figures_of(row: Row, style: NumberStyle) -> list[Figure]:
    """The row's figures from left to right."""
    text = row.text.translate(ALIKE)
    if not HAS_DIGIT.search(text):
        return []
    found = style.pattern.finditer(text) if style.any_figure.search(text) else ()
    figures = [_figure(row, text, match, style.decimals) for match in found if _is_sum(text, match, style)]
    if style.whole_pattern is None or not HAS_CURRENCY.search(text):
        return figures
    for match in style.whole_pattern.finditer(text):
        if all(match.end() <= one.start or match.start() >= one.end for one in figures):
            figures.append(_figure(row, text, match, 0))
    return sorted(figures, key=lambda figure: figure.start)


def _is_sum(text: str, match: re.Match[str], style: NumberStyle) -> bool:
    """Of money without decimals: are its thousands marked, is a currency named, or does it fill its cell, and begin with no nought?"""
    if style.decimals or not match["number"].isdigit() or _currency(match["before"] + " " + match["after"]):
        return True
    if match["number"][0] == "0" < match["number"]:
        return False
    return text[: match.start()].strip(" ")[-1:] in {"", "\t"} and text[match.end() :].strip(" ")[:1] in {"", "\t"}


def round_sums_of(row: Row) -> list[Figure]:
    """The row's cells that are nothing but a number without decimals, perhaps with thousands marked and a sign."""
    text = row.text.translate(ALIKE)
    return [_figure(row, text, match, 0) for match in ROUND_SUM.finditer(text)]


def _figure(row: Row, text: str, match: re.Match[str], decimals: int) -> Figure:
    before, after = match["before"], match["after"]
    mark = MARK_AT_END.search(after.strip())
    word = mark[0].rstrip(".").upper() if mark and mark[0].rstrip(".").upper() in OUT_MARKS | IN_MARKS else ""
    x0, x1 = row.span(match.start("number"), match.end("number"))
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
        broken=_broken(row, text[: match.start()], match),
    )


def _broken(row: Row, before: str, match: re.Match[str]) -> bool:
    """Does the figure go on to its left, past a mark or a gap that this document's style does not know?"""
    if GLUED.search(before):
        return True
    if match["before"] or not WHOLE_GROUP.match(match["number"]):
        return False
    index = bisect_right(row.offsets, match.start()) - 1
    if index < 1 or row.offsets[index] != match.start():
        return False
    word, figure = row.words[index - 1], row.words[index]
    return THOUSANDS.fullmatch(word.text.translate(ALIKE)) is not None and figure.x0 - word.x1 <= NEAR * (figure.y1 - figure.y0)


def _sign(before: str, after: str) -> int:
    if any(mark in before + after for mark in MINUS) or ("(" in before and ")" in after):
        return -1
    return 1 if "+" in before + after else 0


def _sign_apart(before: str, after: str) -> int:
    """A sign that stands in a cell of its own before the figure; a bracket only where it is closed."""
    return -1 if LONE_SIGN.search(before) or (")" in after and LONE_BRACKET.search(before)) else 0


def _currency(text: str) -> str:
    match = HAS_CURRENCY.search(text)
    return match[0] if match else ""


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with these spans blanked out: lengths and offsets stay."""
    for start, end in spans:
        text = f"{text[:start]}{BLANK * (end - start)}{text[end:]}"
    return text
