"""The text above an account's rows: holder, period, balances, totals, terms."""

import datetime as dt
from decimal import Decimal

from tests.reading.making.bank import SECTIONS, Bank, Print
from tests.reading.making.paper import LEFT, Paper

FIGURES_END, SECOND = 300.0, 330.0


def account_head(bank: Bank, paper: Paper, told: Print, *, named: bool) -> None:
    """`named` where the account's kind must be said, as several are in the file."""
    account = told.account
    paper.room(150)
    if named:
        paper.line(bank.title(account), bold=True, size=paper.size + 2)
    number = bank.number_label(account)
    if bank.habits["numbers"] == "customer":
        paper.line(f"{bank.word('customer')}: {bank.customer}")
    paper.line(f"{number}: {_masked(account.number) if account.kind == 'card' else bank.grouped(account.number)}")
    if bank.habits["numbers"] == "iban":
        paper.line(f"IBAN: {bank.iban(account.number)}")
    _period(bank, paper, told)
    if bank.habits["decimals"] != "two" or bank.habits["grouping"] == "apostrophe":
        paper.line(f"{bank.word('currency')}: {bank.money.currency}")
    paper.down(6)
    if bank.habits.has("terms_before"):
        _terms(bank, paper, told)
    summary(bank, paper, told)
    paper.down(10)


def _masked(number: str) -> str:
    return f"XXXX XXXX XXXX {number[-4:]}"


def _period(bank: Bank, paper: Paper, told: Print) -> None:
    style, days, account = bank.habits["period"], bank.days, told.account
    told.places["head"] = paper.page
    if style in {"range", "long"}:
        paper.line(f"{bank.word('period')}: {days.label(account.first)} {bank.word('to')} {days.label(account.last)}")
    elif style == "labels":
        paper.line(f"{bank.word('from_label')}: {days.label(account.first)}")
        paper.line(f"{bank.word('to_label')}: {days.label(account.last)}")
    elif style == "statement":
        paper.line(f"{bank.word('statement_date')}: {days.label(account.last)}")


def _terms(bank: Bank, paper: Paper, told: Print) -> None:
    """Figures that are neither opening nor closing."""
    money, account = bank.money, told.account
    size = Decimal(10) if bank.habits["decimals"] == "zero" else Decimal(1)
    if account.kind == "card":
        pairs = [
            (bank.word("limit"), money.unsigned(5000 * size, label=True)),
            (bank.word("available_credit"), money.unsigned(1234 * size, label=True)),
            (bank.word("minimum"), money.unsigned(35 * size, label=True)),
            (bank.word("due"), bank.days.label(account.last + dt.timedelta(days=25))),
        ]
    elif account.kind == "loan":
        rate = f"5{money.point}25 %"
        pairs = [(bank.word("loan_original"), money.unsigned(200_000 * size, label=True)), (bank.word("loan_rate"), rate)]
    else:
        pairs = [
            (bank.word("available"), money.unsigned(max(Decimal(0), told.closing + 500 * size), label=True)),
            (bank.word("average"), money.unsigned(abs(told.opening) / 2 + 7, label=True)),
            (bank.word("overdraft"), money.unsigned(500 * size, label=True)),
        ]
    for name, value in pairs:
        _pair(paper, name, value)
    paper.down(6)


def _pair(paper: Paper, name: str, value: str) -> None:
    paper.write(FIGURES_END, value, align="right")
    paper.line(name)


def summary(bank: Bank, paper: Paper, told: Print) -> None:
    """Opening, totals and closing, as this bank arranges them."""
    items = _items(bank, told)
    if not items:
        return
    shape = bank.habits["summary"]
    if shape == "lines":
        for name, value in items:
            _pair(paper, name, value)
    elif shape == "inline":
        _inline(paper, [f"{name}: {value}" for name, value in items])
    elif shape == "pairs":
        for (name, value), other in zip(items[::2], [*items[1::2], ("", "")], strict=False):
            paper.write(270, value, align="right")
            paper.write(SECOND, other[0])
            paper.write(540, other[1], align="right")
            paper.line(name)
    else:
        _across(paper, items)


def _inline(paper: Paper, parts: list[str]) -> None:
    for start in range(0, len(parts), 2):
        paper.line("    ".join(parts[start : start + 2]))


def _across(paper: Paper, items: list[tuple[str, str]]) -> None:
    """Names on a line and their figures below."""
    for start in range(0, len(items), 4):
        some = items[start : start + 4]
        paper.room(40)
        for level in (0, 1):
            for place, item in enumerate(some):
                x = LEFT + 128 * place
                text = item[level]
                paper.write(x, _cut(paper, text) if level == 0 else text, bold=level == 0)
            paper.down(paper.line_height + 2)
        paper.down(4)


def _cut(paper: Paper, text: str) -> str:
    while paper.width(text, bold=True) > 120:
        text = text.rsplit(" ", 1)[0] if " " in text else text[:-1]
    return text


def _items(bank: Bank, told: Print) -> list[tuple[str, str]]:
    habits, money, account = bank.habits, bank.money, told.account
    items: list[tuple[str, str]] = []
    if habits["ends"] in {"both", "summary"}:
        items.append((bank.word("opening") + _on(bank, account.first), bank.balance(account, told.opening, label=True)))
    if habits["summary_totals"] != "no" and items:
        into, out = SECTIONS.get(account.kind, ("sum_in", "sum_out"))
        less = bank.printed(account, Decimal(-1)) < 0
        values = [(into, told.into, not less), (out, told.out, less)]
        for place, (name, value, minus) in enumerate(values):
            number = told.counts[place]
            label = bank.word(name) + (f" ({number})" if habits["summary_totals"] == "counts" else "")
            text = money.signed(-value, label=True) if habits["summary_totals"] == "minus" and minus else money.unsigned(value, label=True)
            items.append((label, text))
    if habits["ends"] in {"both", "summary", "closing"}:
        items.append((bank.word("closing") + _on(bank, account.last), bank.balance(account, told.closing, label=True)))
    return items


def _on(bank: Bank, day: dt.date) -> str:
    return f" {bank.days.label(day)}" if bank.habits.has("label_day") and bank.habits["summary"] != "across" else ""
