"""Statements to convert, made by hand and by chance, and files read back as the rows that Tieout imports."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from finance.imports.reading import read_file
from finance.imports.rows import FileRow, ParsedFile
from finance.models.ledger_import import Choices, Target
from reconciliation.converting.forms import FORMS, OF_PROGRAMS
from reconciliation.converting.source import ConvertedStatement, one_line
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement

NOW = dt.datetime(2026, 6, 30, 12, 0, tzinfo=dt.UTC)
FIRST, LAST = dt.date(2026, 6, 1), dt.date(2026, 6, 30)
Row = tuple[dt.date | None, Decimal | None, str]


def statement_of(*lines: PrintedLine, reasons: Sequence[str] = (), **head: Any) -> ConvertedStatement:
    """A statement in euros of June 2026, whose closing balance is right."""
    values = {
        "institution": "Harbour & Vale",
        "account_hint": "40827316",
        "account_kind": "checking",
        "currency": "EUR",
        "period_start": FIRST,
        "period_end": LAST,
        "opening_balance": Decimal("100.00"),
        "closing_balance": Decimal("100.00") + sum(line.amount for line in lines),
    }
    printed = PrintedStatement(**{**values, **head}, integrity=Integrity(holds=not reasons), lines=lines)
    return ConvertedStatement(printed=printed, lines=lines, reasons=tuple(reasons))


def line(amount: str, description: str = "Coffee", day: int | None = 3, **more: Any) -> PrintedLine:
    date = None if day is None else dt.date(2026, 6, day)
    return PrintedLine(date=date, description=description, amount=Decimal(amount), **more)


def written(form: str, *statements: ConvertedStatement) -> bytes:
    return {**FORMS, **OF_PROGRAMS}[form].write(statements, NOW)


def read_again(data: bytes, *, currency: str = "EUR", choices: Choices | None = None) -> ParsedFile:
    """The file as Tieout's import of books reads it, without any question left open."""
    parsed = read_file(data, choices=choices or Choices(), target=Target(currency=currency, kind="checking", today=LAST))
    assert parsed.questions == ()
    return parsed


def rows_of(rows: Sequence[FileRow]) -> list[Row]:
    assert [row.problem for row in rows if row.problem] == []
    return [(row.booked_on, row.amount, row.description) for row in rows]


def printed_rows(statement: ConvertedStatement) -> list[Row]:
    return [(line.date, line.amount, one_line(line.description)) for line in statement.lines]


HOSTILE = (
    '=HYPERLINK("http://x","y")',
    "+49 30 1234",
    "-1+1",
    "@SUM(A1)",
    "first\nsecond\r\nthird",
    'a "quoted" word, and; more | bars',
    "rent\n:20:STARTUMS\n:61:2606010601C1,00NMSC",
    "Fish & Chips <b>&amp;</b> ]]>",
    "control\x00\x07\x1b[31m characters",
    "-}{1:F01}",
    "?20text?32name",
    "^\n!Type:Bank",
    "Bäckerei Grüß Gott 東京 €",
    "\u202egnp.exe",
    "166?00GUTSCHRIFT",
)
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.lists(st.text("abcXYZ0123456789.,'&<>\"=+-@ äß", min_size=1, max_size=12), min_size=1, max_size=12).map(" ".join),
)
LINES = st.builds(
    PrintedLine,
    date=st.dates(FIRST, LAST),
    description=TEXTS,
    amount=st.decimals(-(10**8), 10**8, places=2),
    balance=st.none() | st.decimals(-(10**8), 10**8, places=2),
    page=st.integers(1, 9),
)
STATEMENTS = st.lists(LINES, min_size=1, max_size=12).map(lambda lines: statement_of(*lines))
