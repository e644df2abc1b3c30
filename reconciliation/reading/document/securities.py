"""Tables of securities, as holdings and trades: in each row a quantity times a price is a value. They are listed, and no row of cash."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, islice
from typing import NamedTuple

from reconciliation.printed.statement import Fact
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import NumberStyle, without
from reconciliation.reading.tokens.printed import Printed, extents_of
from reconciliation.reading.tokens.rows import box_of
from reconciliation.reading.vocabulary.labels import phrases_of, total_label
from reconciliation.reading.vocabulary.phrases import role_of

QUANTITY, PRICE = words_of(phrases("securities", "quantity")), words_of(phrases("securities", "price"))
MOST_NUMBERS = 12  # most numbers of a row that are tried


class Securities(NamedTuple):
    """A table with the values that are a quantity times a price; the fact has the numbers of rows and values, their sum and a total."""

    lines: Sequence[Printed]
    values: list[Decimal]
    fact: Fact


def securities_in(rows: Sequence[Printed], style: NumberStyle) -> Iterator[Securities]:
    """Yield each table under headings of quantity and price, and of no balance, of which most rows are a quantity times a price."""
    half = Decimal("0.5").scaleb(-style.decimals)
    for index, heading in enumerate(rows):
        named = not heading.figures and QUANTITY.search(heading.plain) and PRICE.search(heading.plain)
        if not named or any(role_of(name.lower()) == "balance" for name, *_ in phrases_of(heading)):
            continue
        values, total = list[Decimal | None](), ""
        for line in rows[index + 1 :]:
            numbers = list(islice(_numbers(line, style), MOST_NUMBERS))
            value = next((value for count, price, value in combinations(numbers, 3) if abs(count * price - value) <= half), None)
            if value is None and (len(numbers) < 3 or total_label(line)):
                total = f"{numbers[-1]:,}" if numbers and total_label(line) else ""
                break
            values.append(value)
        right = [value for value in values if value is not None]
        if 2 * len(right) > len(values):
            lines = rows[index : index + 1 + len(values) + bool(total)]
            code = "trades_listed" if lines[1].begins_with_day else "holdings_listed"
            figures = (str(len(values)), str(len(right)), f"{sum(right):,}", total or "\u2013")
            yield Securities(lines, right, Fact(code=code, figures=figures, page=heading.row.page, box=box_of(heading.row.words)))


def _numbers(line: Printed, style: NumberStyle) -> Iterator[Decimal]:
    """Yield the number that is, or ends, each cell; it may be no money."""
    marks = {ord(mark): "" for mark in f"{style.groups} +$€£"} | {ord(mark): "." for mark in style.decimal}
    days = [day for day in line.days if day.year is not None]  # 12.5 may be a number of shares
    for cell in without(line.row.text, extents_of(days)).split("\t"):
        texts = [text.translate(marks) for text in (cell, *cell.split()[-1:])]
        yield from [Decimal(text) for text in texts if text.isascii() and text.replace(".", "", 1).isdecimal()][:1]
