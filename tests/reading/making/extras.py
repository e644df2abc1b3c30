"""Lines that resemble rows or balances of the account and are neither."""

import datetime as dt
from decimal import Decimal

from tests.reading.making.bank import Bank, Print
from tests.reading.making.groups import in_groups
from tests.reading.making.paper import BOX, LEFT, RIGHT, Paper
from tests.reading.making.truth import Account

PENDING = (Decimal("4.50"), Decimal("61.20"))


def pending(bank: Bank, paper: Paper, account: Account) -> None:
    """Rows that are announced, not booked, above the rows."""
    _dated(bank, paper, bank.word("pending"), account, account.last)


def upcoming(bank: Bank, paper: Paper, account: Account) -> None:
    """Payments of the next month, below the rows."""
    _dated(bank, paper, bank.word("upcoming"), account, account.last + dt.timedelta(days=9))


def _dated(bank: Bank, paper: Paper, title: str, account: Account, day: dt.date) -> None:
    paper.room(90)
    paper.line(title, bold=True)
    for amount, text in zip(PENDING, bank.country.words["spending"], strict=False):
        value = (amount * 100 if bank.money.places == 0 else amount).quantize(Decimal(1).scaleb(-bank.money.places))
        paper.write(LEFT + 75, text)
        paper.write(RIGHT - 90, bank.money.signed(bank.printed(account, -value)), align="right")
        paper.line(bank.days.label(day))
    paper.down(10)


def daily_table(bank: Bank, paper: Paper, told: Print) -> None:
    """The balance at the end of each day with rows."""
    paper.room(80)
    paper.line(bank.word("daily"), bold=True, size=paper.size + 1)
    rows = [(bank.days.plain(day), bank.balance(told.account, balance)) for day, balance in told.dates.items()]
    in_groups(bank, paper, (bank.word("date"), bank.word("balance")), rows)
    paper.down(8)


def check_summary(bank: Bank, paper: Paper, told: Print) -> None:
    """The checks once more, by number."""
    checks = sorted((one.movement for one in told.entries if one.movement.check and one.movement.amount < 0), key=lambda one: one.check)
    if not checks:
        return
    paper.room(80)
    paper.line(bank.word("check_summary"), bold=True, size=paper.size + 1)
    rows = [(one.check, bank.days.plain(one.day), bank.money.unsigned(one.amount)) for one in checks]
    in_groups(bank, paper, (bank.word("check_number"), bank.word("date"), bank.word("amount")), rows)
    paper.down(8)


def portfolio(bank: Bank, paper: Paper) -> None:
    """Securities: units, prices and values, no row of any account."""
    paper.room(110)
    paper.line(bank.word("portfolio"), bold=True, size=paper.size + 1)
    names = bank.country.words["portfolio_columns"]
    _columns(paper, names, bold=True)
    for name, units, price in (
        ("Example World Fund", 12, "88.10"),
        ("Sample Corp 4.5% 2031", 50, "101.25"),
        ("Muster Index A", 7, "412.00"),
    ):
        size = bank.money.size
        _columns(paper, (name, str(units), size(Decimal(price)), size(units * Decimal(price))))
    paper.down(10)


def _columns(paper: Paper, cells: tuple[str, ...] | list[str], *, bold: bool = False) -> None:
    for text, x in zip(cells[1:], (300.0, 400.0, 520.0), strict=True):
        paper.write(x, text, align="right", bold=bold)
    paper.line(cells[0], bold=bold)


def box(bank: Bank, paper: Paper) -> None:
    """Text at the right of the rows, level with the first of them."""
    paper.room(120)
    for place, text in enumerate(bank.country.words["box"]):
        paper.write(RIGHT - BOX + 25, text, size=7, y=paper.y + 10 + 10 * place)


def overview(bank: Bank, paper: Paper, prints: list[Print]) -> None:
    """All accounts of the document with their balances."""
    paper.line(bank.word("overview"), bold=True, size=paper.size + 1)
    for text, x in ((bank.word("opening"), 380.0), (bank.word("closing"), 520.0)):
        paper.write(x, text, align="right", bold=True)
    paper.line(bank.word("account"), bold=True)
    for told in prints:
        for balance, x in ((told.opening, 380.0), (told.closing, 520.0)):
            paper.write(x, bank.balance(told.account, balance), align="right")
        paper.line(f"{bank.title(told.account)} {bank.grouped(told.account.number)}")
    if bank.habits.has("overview_total"):
        for balances, x in (([told.opening for told in prints], 380.0), ([told.closing for told in prints], 520.0)):
            paper.write(x, bank.money.signed(sum(balances, Decimal(0)), label=True), align="right", bold=True)
        paper.line(bank.word("total"), bold=True)
    paper.down(14)
