"""Text below the rows: fees, rates, points, totals of the year, prose and a page of explanations."""

import datetime as dt
from decimal import Decimal

from tests.reading.making.bank import Bank
from tests.reading.making.paper import LEFT, Paper
from tests.reading.making.truth import Account

VALUE_END = 430.0
STREETS = ("MS A EXAMPLE", "12 SAMPLE STREET", "90210 EXAMPLETON")
PHONES = ("0800 123 456", "www.bank.example", "P.O. Box 6995")


def address(bank: Bank, paper: Paper) -> None:
    for street, phone in zip(STREETS, PHONES, strict=True):
        paper.write(400, phone, size=paper.size - 1)
        paper.line(street)
    paper.down(12)


def guide(bank: Bank, paper: Paper) -> None:
    """A page that teaches how to read a statement, with an example."""
    paper.line(bank.word("guide"), bold=True, size=paper.size + 3)
    for number, line in enumerate(bank.country.words["guide_lines"], 1):
        paper.line(f"{number}  {line}")
        paper.down(4)
    paper.turn()


def below(bank: Bank, paper: Paper, account: Account) -> None:
    """The tables and the prose that this bank has below all rows."""
    habits = bank.habits
    for name, write in (
        ("year_totals", _year_totals),
        ("fee_table", _fees),
        ("rate_table", _rates),
        ("exchange", _exchange),
        ("rewards", _rewards),
    ):
        if habits.has(name):
            paper.room(90)
            write(bank, paper, account)
            paper.down(8)
    if habits.has("prose"):
        for line in bank.country.words["prose"]:
            paper.line(line, size=7)


def _value(paper: Paper, name: str, value: str) -> None:
    paper.write(VALUE_END, value, align="right")
    paper.line(name)


def _year_totals(bank: Bank, paper: Paper, account: Account) -> None:
    paper.line(bank.word("year_total"), bold=True)
    for name, value in (("year_fees", 15), ("year_interest", 112)):
        _value(paper, bank.word(name).format(y=account.last.year), bank.money.unsigned(Decimal(value), label=True))
    _value(paper, bank.word("tax"), bank.money.unsigned(Decimal(0), label=True))


def _fees(bank: Bank, paper: Paper, account: Account) -> None:
    paper.line(bank.word("fees"), bold=True)
    for name, value in zip(bank.country.words["fee_names"], ("4.90", "12.00", "2.50", "3.75"), strict=True):
        _value(paper, name, bank.money.unsigned(Decimal(value), label=True))


def _rates(bank: Bank, paper: Paper, account: Account) -> None:
    paper.line(bank.word("rates"), bold=True)
    for days, rate in ((0, "3.25"), (14, "3.10")):
        _value(paper, bank.days.label(account.first + dt.timedelta(days=days)), f"{rate.replace('.', bank.money.point)} %")


def _exchange(bank: Bank, paper: Paper, account: Account) -> None:
    paper.line(bank.word("exchange"), bold=True)
    for code, rate in (("USD", "1.0845"), ("GBP", "0.8567"), ("CZK", "25.1130")):
        if code != bank.money.currency:
            paper.line(f"{bank.days.label(account.first)}  1 {bank.money.currency} = {rate.replace('.', bank.money.point)} {code}")


def _rewards(bank: Bank, paper: Paper, account: Account) -> None:
    _value(paper, bank.word("points_earned"), "340")
    _value(paper, bank.word("rewards"), "12" + (bank.money.group or ",") + "480")


def furniture(bank: Bank, paper: Paper, account: Account) -> None:
    """Write the lines at the top and the foot of every page."""
    habits = bank.habits

    def write(number: int, count: int) -> None:
        page = bank.word("page").format(n=number, m=count)
        if habits["page_number"] == "bottom":
            paper.write(555, page, align="right", size=7, y=815)
        if habits["page_number"] == "top":
            paper.write(555, page, align="right", size=8, y=30)
        if habits.has("page_head") and number > 1:
            named = "" if habits["accounts"] == "two" else f"   {bank.word('account')} {account.number}"
            paper.write(LEFT, bank.name + named, size=8, y=30)

    paper.on_each_page(write)
