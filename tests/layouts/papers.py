"""Statements that only the testimony of an earlier one can settle."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from people.models import Organization
from reconciliation.decisions.reading import confirm_reading, decided_statement
from reconciliation.models import Decision, StatementImport
from reconciliation.printed.digest import digest_of_statement
from tests.decisions.cases import statement_of
from tests.pipeline.uploads import processed

Row = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPaper:
    """A page with lines above the table, and rows of day, text, amount and balance, as printed."""

    rows: Sequence[Row]
    opening: str
    lines: Sequence[str] = ("Account number 40021234",)
    bank: str = "Riverside Savings Bank"
    columns: Sequence[float] = (430, 540)
    headings: Sequence[str] = ("Date", "Description", "Amount", "Balance")
    producer: str = "Ledgerprint"
    font: str = "Helvetica"
    closing: str = ""

    def pdf(self) -> bytes:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1)
        canvas.setProducer(self.producer)
        canvas.setFont(self.font, 18)
        canvas.drawString(50, 800, self.bank)
        canvas.setFont(self.font, 11)
        for place, text in enumerate(self.lines):
            canvas.drawString(50, 770 - 16 * place, text)
        rows = [tuple(self.headings), ("", "Opening balance", "", self.opening), *self.rows]
        rows.append(("", "Closing balance", "", self.closing or self.rows[-1][-1]))
        for place, (day, text, amount, balance) in enumerate(rows):
            height = 700 - 18 * place
            canvas.drawString(50, height, day)
            canvas.drawString(130, height, text)
            canvas.drawRightString(self.columns[0], height, amount)
            canvas.drawRightString(self.columns[1], height, balance)
        canvas.save()
        return buffer.getvalue()


ORDER_FIRST = PlainPaper(
    opening="100.00",
    rows=[("03/02/2026", "Rent", "-40.00", "60.00"), ("05/02/2026", "Salary", "30.00", "90.00")],
    lines=("Current account statement", "Account number 40021234"),
)
ORDER_NEXT = replace(
    ORDER_FIRST, opening="90.00", rows=[("04/03/2026", "Rent", "-40.00", "50.00"), ("09/03/2026", "Salary", "30.00", "80.00")]
)
ORDER_PRINTED = replace(ORDER_NEXT, rows=[("03/04/2026", "Rent", "-40.00", "50.00"), ("03/19/2026", "Salary", "30.00", "80.00")])
"""A day above 12 says that the month comes first."""

SIDE_FIRST = PlainPaper(
    opening="1,000.00",
    rows=[
        ("5 Jan 2026", "Larkspur", "30.00", "970.00"),
        ("16 Jan 2026", "Hillside", "20.00", "990.00"),
        ("20 Jan 2026", "Bluebell", "40.00", "950.00"),
    ],
    lines=("Account number 40021234", "Statement period 1 January 2026 to 31 January 2026"),
)
"""One column of figures without a sign, on an account that nothing names: the balances may be money held or a debt."""
SIDE_NEXT = replace(
    SIDE_FIRST,
    opening="950.00",
    rows=[("4 Feb 2026", "Larkspur", "30.00", "920.00"), ("18 Feb 2026", "Hillside", "25.00", "945.00")],
    lines=("Account number 40021234", "Statement period 1 February 2026 to 28 February 2026"),
)
CARD_FIRST = replace(
    SIDE_FIRST,
    bank="Riverside Bank",
    rows=[
        ("5 Jan 2026", "Larkspur", "30.00", "1,030.00"),
        ("16 Jan 2026", "Hillside", "-20.00", "1,010.00"),
        ("20 Jan 2026", "Bluebell", "40.00", "1,050.00"),
    ],
)
"""An account that nothing calls a card: balances are a debt, and plain figures raise it."""
CARD_NEXT = replace(
    SIDE_NEXT,
    bank="Riverside Bank",
    opening="1,050.00",
    rows=[("4 Feb 2026", "Larkspur", "30.00", "1,080.00"), ("18 Feb 2026", "Hillside", "-25.00", "1,055.00")],
)


def read_paper(organization: Organization, paper: PlainPaper) -> StatementImport:
    return processed(organization, paper.pdf())


def confirm(done: StatementImport, **more: Any) -> Decision:
    statement = statement_of(done)
    return confirm_reading(statement=statement, actor=None, digest=digest_of_statement(decided_statement(statement)), **more)


def holds(done: StatementImport) -> object:
    return statement_of(done).integrity["holds"]


def codes(done: StatementImport) -> set[str]:
    """Return the codes of the checks that it passes and fails."""
    integrity = statement_of(done).integrity
    return {fact["code"] for fact in (*integrity["confirmed"], *integrity["unconfirmed"])}
