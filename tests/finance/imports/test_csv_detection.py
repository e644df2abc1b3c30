"""Any export's separator, days, decimals and signs are found or asked about, and never taken wrongly without a word."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from finance.imports.rows import ParsedFile
from finance.models.ledger_import import Choices, DateOrder, DecimalMark
from tests.finance.imports.reading import parsed

FORMATS: dict[DateOrder, tuple[str, ...]] = {
    "dmy": ("%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y"),
    "mdy": ("%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y"),
    "ymd": ("%Y-%m-%d", "%Y/%m/%d", "%y-%m-%d"),
}
Convention = Literal["signed", "turned", "pair", "minus_pair", "word", "suffix"]
Entry = tuple[dt.date, Decimal, str]


@dataclass(frozen=True)
class Export:
    """A bank's export, and how it came to be."""

    rows: tuple[Entry, ...]
    separator: str
    order: DateOrder
    date_format: str
    mark: DecimalMark
    grouped: bool
    convention: Convention
    named: bool
    encoding: str
    kind: str

    def data(self) -> bytes:
        lines = [self._header()] if self.named else []
        lines += [self._line(*row) for row in self.rows]
        return "\r\n".join(self.separator.join(f'"{cell}"' for cell in line) for line in lines).encode(self.encoding)

    def _header(self) -> list[str]:
        money = {"pair": ["Debit", "Credit"], "minus_pair": ["Debit", "Credit"], "word": ["Amount", "Debit/Credit"]}
        return ["Booking date", "Description", *money.get(self.convention, ["Amount"])]

    def _line(self, day: dt.date, amount: Decimal, text: str) -> list[str]:
        bare, out = self._figure(abs(amount)), amount < 0
        match self.convention:
            case "signed":
                money = [self._figure(amount)]
            case "turned":
                money = [self._figure(-amount)]
            case "pair":
                money = [bare, ""] if out else ["", bare]
            case "minus_pair":
                money = [f"-{bare}", ""] if out else ["", bare]
            case "word":
                money = [bare, "DBIT" if out else "CRDT"]
            case "suffix":
                money = [f"{bare} {'DR' if out else 'CR'}"]
        return [day.strftime(self.date_format), text, *money]

    def _figure(self, amount: Decimal) -> str:
        text = f"{amount:,.2f}" if self.grouped else f"{amount:.2f}"
        return text.translate(str.maketrans(",.", ".,")) if self.mark == "," else text

    def read(self, choices: Choices | None = None) -> ParsedFile:
        return parsed(self.data(), kind=self.kind, choices=choices)

    def told(self) -> Choices:
        """Return the answers of a person who knows this bank."""
        return Choices(date_order=self.order, decimal_mark=self.mark, sign="turned" if self.convention == "turned" else "as_written")


@st.composite
def exports(draw: st.DrawFn) -> Export:
    days = st.dates(dt.date(2020, 1, 1), dt.date(2026, 6, 30))
    cents = st.integers(1, 5_000_000).map(lambda units: Decimal(units) / 100)
    amounts = st.builds(lambda amount, out: -amount if out else amount, cents, st.booleans())
    texts = st.text("abc äé;,.", min_size=1, max_size=12).map(lambda text: f"x{text}".strip())
    order = draw(st.sampled_from(list(FORMATS)))
    kind = draw(st.sampled_from(["checking", "credit_card"]))
    conventions: list[Convention] = ["signed", "pair", "minus_pair", "word", "suffix"]
    convention = draw(st.sampled_from([*conventions, "turned"] if kind == "credit_card" else conventions))
    return Export(
        rows=tuple(draw(st.lists(st.tuples(days, amounts, texts), min_size=1, max_size=12))),
        separator=draw(st.sampled_from([",", ";", "\t", "|"])),
        order=order,
        date_format=draw(st.sampled_from(FORMATS[order])),
        mark=draw(st.sampled_from([".", ","])),
        grouped=draw(st.booleans()),
        convention=convention,
        named=draw(st.booleans()) if convention == "signed" else True,
        encoding=draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"])),
        kind=kind,
    )


def entries(file: ParsedFile) -> list[tuple[dt.date | None, Decimal | None]]:
    return [(row.booked_on, row.amount) for row in file.accounts[0].rows]


@given(exports())
def test_an_export_is_read_right_or_its_reader_asks(export: Export) -> None:
    truth = [(day, amount) for day, amount, _text in export.rows]
    first = export.read()

    assert first.questions or entries(first) == truth
    assert "columns" not in first.questions
    answered = export.read(export.told())
    assert not answered.questions
    assert entries(answered) == truth


@given(exports())
def test_days_that_may_be_months_are_always_asked(export: Export) -> None:
    days = tuple((day.replace(day=1 + day.day % 12), amount, text) for day, amount, text in export.rows)
    two_ways = any(day.day != day.month for day, _amount, _text in days)
    slashed = replace(export, rows=days, date_format="%d/%m/%Y" if export.order == "dmy" else "%m/%d/%Y")

    swapped = [day.replace(month=day.day, day=day.month) for day, _amount, _text in days]
    plausible = all(day <= dt.date(2027, 7, 1) for day in swapped)
    assert ("date_order" in slashed.read().questions) == (two_ways and plausible)
