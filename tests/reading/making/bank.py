"""One bank: its habits, its words as it picked them, its figures, its days."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal

from tests.reading.making.chance import Chance
from tests.reading.making.days import Days
from tests.reading.making.habits import Habits
from tests.reading.making.languages import COUNTRIES, Country
from tests.reading.making.money import Money
from tests.reading.making.truth import Account, Movement

NAMES = ("Sample Example Bank", "First Example Savings", "Example Union", "Musterbank Example", "Example & Sons Bankers")

BRANDS = ("Example Gold", "Sample Everyday Plus", "Muster Comfort")
PAIRS = {"credit": "debit", "closing": "opening", "out": "in", "sum_out": "sum_in"}
CURRENT = "corrente"  # of a current account, in Italian
OPERATION, CREDITOR = "oper", "créditeur"
SECTIONS = {"card": ("payments", "purchases"), "loan": ("payments", "interest_section")}  # of money in, of money out


class Bank:
    """The country, the words and the habits of one document."""

    def __init__(self, chance: Chance, habits: Habits) -> None:
        self.chance, self.habits = chance, habits
        self.country: Country = COUNTRIES[habits["country"]]
        self.money, self.days = Money(habits, self.country), Days(chance, habits, self.country)
        self.name = chance.pick(NAMES)
        self.brand = chance.pick(BRANDS)
        self.types = chance.pick(self.country.words["type_words"])
        self.type_first = chance.happens(0.5)
        self.customer = chance.digits(9)
        self.income_first = chance.happens(0.7)
        self.opening_row_dated = chance.happens(0.5) and habits["period"] in {"range", "long", "labels"}
        self.lost: frozenset[str] = frozenset()
        self._places: dict[str, int] = {}

    def number_label(self, account: Account) -> str:
        """Return the label of the account's number. That of a loan does not name a current account, as an Italian bank's label may."""
        label = self.word("card_number" if account.kind == "card" else "account")
        if account.kind == "loan" and CURRENT in label.lower():
            return next(str(other) for other in self.country.words["account"] if CURRENT not in other.lower())
        return label

    def dated_label(self, balance: Decimal) -> str:
        """Return the name of the balance of a day; it says credit of none that is owed."""
        names = [self.word("balance_on"), *self.country.words["balance_on"]]
        return str(next(name for name in names if balance >= 0 or CREDITOR not in name))

    def word(self, name: str) -> str:
        """Return the bank's word for it: of several the same each time, and of a pair those that belong together; "" for a lost word."""
        if name in self.lost:
            return ""
        words = self.country.words[name]
        if isinstance(words, str):
            return words
        if name == "transaction" and OPERATION in self.word("date").lower():
            words = [one for one in words if OPERATION not in one.lower()]  # of two days both are not called those of the operation
        pair = PAIRS.get(name, name)
        if pair not in self._places:
            self._places[pair] = self.chance.between(0, len(words) - 1)
        return str(words[self._places[pair] % len(words)])

    def title(self, account: Account) -> str:
        if self.habits.has("brand"):
            return self.brand
        titles = self.country.words["title"][account.kind]
        place = self._places.setdefault("title", self.chance.between(0, 2))
        return str(titles[place % len(titles)])

    def grouped(self, number: str) -> str:
        """An account's number as this bank prints it."""
        return " ".join(number[start : start + 4] for start in range(0, len(number), 4)) if self.habits.has("grouped_number") else number

    def iban(self, number: str) -> str:
        """With the account's number in it; some countries put digits of a check behind it."""
        code, key = self.country.code[-2:].upper(), "37" if self.country.code in {"fr", "pt"} else ""
        text = f"{code}89{number.zfill(18)}{key}"
        return " ".join(text[start : start + 4] for start in range(0, len(text), 4))

    def heading(self, name: str) -> str:
        unit = (
            f" ({self.money.currency})"
            if self.habits["heading_unit"] == "unit" and name in {"debit", "credit", "amount", "balance"}
            else ""
        )
        word = self.word(name).replace("EUR", self.money.currency)
        return word + (unit if "(" not in word else "")

    def printed(self, account: Account, amount: Decimal) -> Decimal:
        """Return the amount with its printed sign: a debt's are reversed if charges are plus."""
        turned = account.kind in {"card", "loan"} and self.habits["owed_sign"] == "plus"
        return -amount if turned else amount

    def balance(self, account: Account, balance: Decimal, *, label: bool = False) -> str:
        return self.money.balance(balance, owed=account.kind in {"card", "loan"}, label=label)

    def amount_cells(self, account: Account, amount: Decimal) -> dict[str, str]:
        """Return a row's figure by the role of its column."""
        way, money = self.habits["way"], self.money
        if way == "columns":
            return {"debit" if amount < 0 else "credit": money.unsigned(amount, row=True)}
        if way == "typed":
            return {"type": self.types[amount > 0], "amount": money.unsigned(amount, row=True)}
        if way == "marked":
            both = account.kind not in {"card", "loan"}
            return {"amount": money.marked(amount, row=True, both=both)}
        if way == "signed" or (way == "sections" and self.habits["section_signs"] == "signed"):
            return {"amount": money.signed(self.printed(account, amount), row=True)}
        return {"amount": money.unsigned(amount, row=True)}


@dataclass(slots=True)
class Entry:
    """One row to print: its movement and the balance after it. `moved` puts its figure into another money column, `garbled` prints it as no
    number is, `undated` leaves its day out. `page` is its page, from 0."""

    movement: Movement
    balance: Decimal
    moved: bool = False
    garbled: str = ""
    undated: bool = False
    page: int = -1


@dataclass(slots=True)
class Print:
    """The entries and balances that are printed for an account. They are the account's own unless a fault was planted.

    `places` are the pages, from 0, on which its period (`head`) and its opening among the rows went."""

    account: Account
    entries: list[Entry]
    opening: Decimal
    closing: Decimal
    into: Decimal
    out: Decimal
    counts: tuple[int, int] = (0, 0)
    dates: dict[dt.date, Decimal] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
