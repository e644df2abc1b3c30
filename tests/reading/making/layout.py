"""Writes accounts on paper as one bank's habits have it."""

import datetime as dt
import random
from collections.abc import Sequence
from decimal import Decimal

from tests.reading.making.habits import Habits, day_text, money_text
from tests.reading.making.sheet import BOLD, Sheet
from tests.reading.making.truth import Account, Movement

LEFT, TEXT, TYPE, DEBIT, CREDIT, AMOUNT, BALANCE = 40.0, 150.0, 300.0, 390.0, 465.0, 465.0, 550.0
BOTTOM = 760.0
PROSE = (
    "Please examine this statement at once and tell us within 30 days if anything is not right.",
    "Overdraft interest is charged at 12.50 % a year; a fee of 5.00 may apply to returned items.",
    "Your deposits are protected up to 85,000.00 under the compensation scheme.",
)


class Writer:
    """One document being written."""

    def __init__(self, habits: Habits, random_: random.Random) -> None:
        self.habits, self.random = habits, random_
        self.sheet = Sheet()
        self.language = habits.language
        self.on_page = 0
        self.choice = {
            name: random_.choice(getattr(self.language, name))
            for name in ("opening", "closing", "brought", "carried", "date", "text", "debit", "credit", "amount", "balance")
        }

    def title(self, accounts: Sequence[Account]) -> None:
        self.sheet.write(LEFT, "Sample Example Bank", size=16, font=BOLD)
        self.sheet.down(22)
        card = accounts[0].card
        self.sheet.write(LEFT, "Credit Card Statement" if card else self.language.statement, size=12, font=BOLD)
        self.sheet.down(24)

    def account(self, account: Account) -> None:
        """One account: its summary, its rows, its end."""
        self._head(account)
        if self.habits.layout == "sections":
            self._sections(account)
        else:
            self._table(account)
        if self.habits.layout == "daily":
            self._daily(account)
        self.sheet.down(20)

    def end(self) -> None:
        if self.habits.prose:
            for line in PROSE if self.language.decimal == "." else PROSE[:1]:
                self.sheet.down(12)
                self.sheet.write(LEFT, line, size=7)
        if self.habits.furniture:
            count = len(self.sheet.pages)
            for number, page in enumerate(self.sheet.pages, 1):
                self.sheet.pages[number - 1] = page
                kept, self.sheet.pages[-1:] = self.sheet.pages[-1], [page]
                self.sheet.write(BALANCE, self.language.page.format(n=number, m=count), size=7, right=True, y=815.0)
                self.sheet.pages[-1] = kept

    def _head(self, account: Account) -> None:
        sheet, language = self.sheet, self.language
        sheet.write(LEFT, f"{language.account}: {account.number}")
        sheet.down()
        first, last = (day_text(self.habits, day, year=True) for day in (account.first, account.last))
        sheet.write(LEFT, f"{language.period}: {first} {language.to} {last}")
        sheet.down(20)
        if account.card:
            self._card_terms(account)
        if self.habits.opening_at in {"summary", "both"}:
            self._label(self.choice["opening"], account.opening, account)
        if self.habits.summary_totals:
            into = sum((m.amount for m in account.movements if m.amount > 0), Decimal(0))
            out = sum((m.amount for m in account.movements if m.amount < 0), Decimal(0))
            self._pair(language.money_in[0], money_text(self.habits, into, symbol=True))
            self._pair(language.money_out[0], money_text(self.habits, abs(out), symbol=True))
        if self.habits.closing_at in {"summary", "both"}:
            self._label(self.choice["closing"], account.closing, account)
        sheet.down(10)

    def _card_terms(self, account: Account) -> None:
        for name, value in (("Credit Limit", 5000), ("Minimum Payment Due", 35), ("Available Credit", 1200)):
            self._pair(name, money_text(self.habits, Decimal(value), symbol=True))
        self._pair("Payment Due Date", day_text(self.habits, account.last + dt.timedelta(days=25), year=True))

    def _pair(self, name: str, value: str) -> None:
        self.sheet.write(LEFT, name)
        self.sheet.write(300, value, right=True)
        self.sheet.down()

    def _label(self, name: str, value: Decimal, account: Account) -> None:
        self._pair(name, self._balance(value, account, symbol=True))

    def _balance(self, value: Decimal, account: Account, *, symbol: bool = False) -> str:
        if account.card:
            return money_text(self.habits, abs(value), symbol=symbol) + (" CR" if value > 0 else "")
        return money_text(self.habits, value, symbol=symbol)

    def _table(self, account: Account) -> None:
        self._header()
        balance = account.opening
        if self.habits.opening_at in {"table", "both", "brought"} and not self.habits.newest_first:
            name = self.choice["brought"] if self.habits.opening_at == "brought" else self.choice["opening"]
            self._balance_row(name, balance, account)
        running = []
        for movement in account.movements:
            balance += movement.amount
            running.append(balance)
        order = list(range(len(running)))
        last_day: dt.date | None = None
        for place, index in enumerate(reversed(order) if self.habits.newest_first else order):
            movement = account.movements[index]
            before = running[index - 1] if index else account.opening
            self._room(running[index] if self.habits.newest_first else before, account, started=place > 0)
            last_of_day = index == order[-1] or account.movements[index + 1].day != movement.day
            shown = self.habits.balances == "every" or (self.habits.balances == "daily" and last_of_day)
            self._movement(
                movement, running[index] if shown else None, carried=self.habits.carried_dates and movement.day == last_day, account=account
            )
            last_day = movement.day
        if self.habits.totals:
            self._totals(account.movements)
        if self.habits.closing_at in {"table", "both"} and not self.habits.newest_first:
            self._balance_row(self.choice["closing"], account.closing, account)
        elif self.habits.closing_at == "table":
            self._label(self.choice["closing"], account.closing, account)
        if self.habits.newest_first and self.habits.opening_at in {"table", "brought"}:
            self._balance_row(self.choice["opening"], account.opening, account)

    def _header(self) -> None:
        """The headings over the columns of this layout."""
        choice, layout, sheet = self.choice, self.habits.layout, self.sheet
        sheet.write(LEFT, choice["date"], font=BOLD)
        if self.habits.dates == 2:
            sheet.write(LEFT + 55, "Trans Date" if layout == "card" and self.language.code == "en-US" else self.language.value, font=BOLD)
        sheet.write(TEXT, choice["text"], font=BOLD)
        if layout in {"columns", "daily"}:
            sheet.write(DEBIT, choice["debit"], font=BOLD, right=True)
            sheet.write(CREDIT, choice["credit"], font=BOLD, right=True)
        else:
            sheet.write(AMOUNT, choice["amount"], font=BOLD, right=True)
        if layout == "typed":
            sheet.write(TYPE, "Type", font=BOLD)
        if self.habits.balances != "none":
            sheet.write(BALANCE, choice["balance"], font=BOLD, right=True)
        sheet.down(16)

    def _room(self, balance: Decimal, account: Account, *, started: bool) -> None:
        """Turn the page where it is full, with forward lines where the bank prints them."""
        self.on_page += 1
        if self.sheet.y < BOTTOM and (self.on_page <= self.habits.rows_a_page or not started):
            return
        forward = self.habits.forward and started
        if forward:
            self._balance_row(self.choice["carried"], balance, account)
        self.sheet.next_page()
        self.on_page = 0
        if self.habits.headings_again:
            self._header()
        if forward:
            self._balance_row(self.choice["brought"], balance, account)

    def _balance_row(self, name: str, value: Decimal, account: Account) -> None:
        self.sheet.write(TEXT, name)
        at = BALANCE if self.habits.balances != "none" else AMOUNT
        self.sheet.write(at, self._balance(value, account), right=True)
        self.sheet.down()

    def _movement(self, movement: Movement, balance: Decimal | None, *, carried: bool, account: Account) -> None:
        sheet, habits = self.sheet, self.habits
        if not carried:
            sheet.write(LEFT, day_text(habits, movement.day))
            if habits.dates == 2:
                sheet.write(LEFT + 55, day_text(habits, movement.day))
        text = movement.text
        if habits.figures_in_text and self.random.random() < 0.3:
            text += f" {money_text(habits, Decimal('12.50'))} USD"
        sheet.write(TEXT, text)
        if habits.split:
            sheet.down(11)
            sheet.write(TEXT, "REF 0077123")
        self._amount(movement.amount, account)
        if balance is not None:
            sheet.write(BALANCE, self._balance(balance, account), right=True)
        if self.random.random() < habits.extra_lines:
            sheet.down(11)
            sheet.write(TEXT, "Ref. AB 12345678 more words", size=8)
        sheet.down(14)

    def _amount(self, amount: Decimal, account: Account) -> None:
        sheet, habits = self.sheet, self.habits
        if habits.layout in {"columns", "daily"}:
            sheet.write(DEBIT if amount < 0 else CREDIT, money_text(habits, amount, signed=False), right=True)
        elif habits.layout == "typed":
            sheet.write(TYPE, "Debit" if amount < 0 else "Credit")
            sheet.write(AMOUNT, money_text(habits, amount, signed=False), right=True)
        elif habits.layout == "unsigned":
            sheet.write(AMOUNT, money_text(habits, amount, signed=False), right=True)
        elif account.card:
            mark = " CR" if habits.negative == "{} DR" else ""
            text = money_text(habits, -amount) if not mark else money_text(habits, amount, signed=False) + (mark if amount > 0 else "")
            sheet.write(AMOUNT, text, right=True)
        else:
            sheet.write(AMOUNT, money_text(habits, amount, symbol=habits.symbol == "before"), right=True)

    def _totals(self, movements: Sequence[Movement]) -> None:
        into = sum((m.amount for m in movements if m.amount > 0), Decimal(0))
        out = sum((m.amount for m in movements if m.amount < 0), Decimal(0))
        if self.habits.layout in {"columns", "daily"}:
            self.sheet.write(TEXT, self.language.total)
            self.sheet.write(DEBIT, money_text(self.habits, out, signed=False), right=True)
            self.sheet.write(CREDIT, money_text(self.habits, into, signed=False), right=True)
            self.sheet.down()

    def _sections(self, account: Account) -> None:
        """Money in, then money out, each under its own heading with its total."""
        for names, sign in ((self.language.money_in, 1), (self.language.money_out, -1)):
            rows = [movement for movement in account.movements if movement.amount * sign > 0]
            if not rows:
                continue
            self.sheet.down(8)
            self.sheet.write(LEFT, self.random.choice(names), size=11, font=BOLD)
            self.sheet.down(16)
            self._header()
            for movement in rows:
                self._room(Decimal(0), account, started=True)
                self.sheet.write(LEFT, day_text(self.habits, movement.day))
                self.sheet.write(TEXT, movement.text)
                amount = movement.amount if self.habits.plus else abs(movement.amount)
                self.sheet.write(AMOUNT, money_text(self.habits, amount), right=True)
                self.sheet.down()
            if self.habits.totals:
                self.sheet.write(LEFT, f"{self.language.total} {names[0]}")
                self.sheet.write(AMOUNT, money_text(self.habits, abs(sum((row.amount for row in rows), Decimal(0)))), right=True)
                self.sheet.down()

    def _daily(self, account: Account) -> None:
        """The table of daily balances that looks like rows and is none."""
        self.sheet.down(12)
        self.sheet.write(LEFT, "Daily Balance Summary", size=11, font=BOLD)
        self.sheet.down(16)
        for x in (LEFT, 220.0, 400.0):
            self.sheet.write(x, self.choice["date"], font=BOLD)
            self.sheet.write(x + 130, self.choice["amount"], font=BOLD, right=True)
        balance, by_day = account.opening, {}
        for movement in account.movements:
            balance += movement.amount
            by_day[movement.day] = balance
        for index, (day, value) in enumerate(by_day.items()):
            if index % 3 == 0:
                self.sheet.down()
            x = (LEFT, 220.0, 400.0)[index % 3]
            self.sheet.write(x, day_text(self.habits, day))
            self.sheet.write(x + 130, money_text(self.habits, value), right=True)
        self.sheet.down()
