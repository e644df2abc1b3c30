"""Statements drawn for a test, and the books that agree with them."""

import datetime as dt
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from finance.loading import load_ledger
from finance.models import Account, Transaction
from people.models import Organization


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A month of an account, as a bank prints it; rows are (day, text, amount)."""

    rows: Sequence[tuple[int, str, str]]
    opening: str = "1000.00"
    month: int = 1
    number: str = "40021234"
    currency: str = "EUR"
    closing: str | None = None
    bank: str = "Riverside Savings Bank"
    note: str = ""

    @property
    def first(self) -> dt.date:
        return dt.date(2026, self.month, 1)

    @property
    def last(self) -> dt.date:
        return dt.date(2026, self.month + 1, 1) - dt.timedelta(days=1)

    @property
    def closing_balance(self) -> Decimal:
        return Decimal(self.closing) if self.closing else Decimal(self.opening) + sum(Decimal(amount) for _, _, amount in self.rows)

    def pdf(self) -> bytes:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1)
        self.draw(canvas)
        canvas.save()
        return buffer.getvalue()

    def draw(self, canvas: Canvas) -> None:
        heads = [
            self.bank,
            f"Account number {self.number}",
            f"Statement period {self.first:%d %B %Y} to {self.last:%d %B %Y}",
            f"Currency {self.currency}",
            self.note,
        ]
        for place, text in enumerate(heads):
            canvas.drawString(50, 790 - 16 * place, text)
        balance = Decimal(self.opening)
        self._row(canvas, 700, "Date", "Description", "Amount", "Balance")
        self._row(canvas, 680, "", "Opening balance", "", f"{balance:,.2f}")
        height = 660
        for day, text, amount in self.rows:
            balance += Decimal(amount)
            self._row(canvas, height, f"{self.first.replace(day=day):%d %b %Y}", text, f"{Decimal(amount):,.2f}", f"{balance:,.2f}")
            height -= 16
        self._row(canvas, height, "", "Closing balance", "", f"{self.closing_balance:,.2f}")

    def _row(self, canvas: Canvas, height: float, date: str, text: str, amount: str, balance: str) -> None:
        canvas.drawString(50, height, date)
        canvas.drawString(130, height, text)
        canvas.drawRightString(430, height, amount)
        canvas.drawRightString(540, height, balance)


JANUARY = Paper(rows=[(5, "Rent Hillside Homes", "-250.00"), (12, "Grocer Wheatsheaf", "-41.30"), (20, "Salary Larkspur Ltd", "600.00")])
FEBRUARY = replace(JANUARY, month=2, opening="1308.70", rows=[(3, "Cheque 101", "-75.00"), (10, "Phone Bluebell", "-40.00")])


def a_letter() -> bytes:
    """A document that is no statement."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.drawString(50, 700, "Dear customer, our branch will be closed on Monday. Kind regards.")
    canvas.save()
    return buffer.getvalue()


def books_of(*papers: Paper, name: str = "Household") -> dict[str, Any]:
    """An account with an entry for each printed row: t1, t2, ... in their order."""
    rows = [(paper, row) for paper in papers for row in paper.rows]
    return {
        "name": name,
        "kind": "checking",
        "currency": papers[0].currency,
        "institution": papers[0].bank,
        "number": papers[0].number[-4:],
        "opening_balance": papers[0].opening,
        "opening_date": papers[0].first.isoformat(),
        "transactions": [
            {"id": f"t{number}", "date": paper.first.replace(day=day).isoformat(), "amount": amount, "description": text}
            for number, (paper, (day, text, amount)) in enumerate(rows, 1)
        ],
    }


def load(organization: Organization, *accounts: dict[str, Any]) -> Account:
    """The accounts in the organization's ledger; the first of them."""
    load_ledger(books={"organizations": [{"slug": organization.slug, "accounts": list(accounts)}]})
    return Account.objects.of(organization).get(name=accounts[0]["name"])


def entry(account: Account, external_id: str) -> Transaction:
    return Transaction.objects.of(account.organization).get(account=account, external_id=external_id)


def bound(*papers: Paper) -> bytes:
    """One document of several statements, each on pages of its own."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for paper in papers:
        paper.draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
