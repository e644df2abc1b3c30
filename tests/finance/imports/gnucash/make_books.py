"""Makes the books of these tests with a real GnuCash: `/usr/bin/python3 make_books.py`, where its Python bindings are installed (Debian:
gnucash and python3-gnucash). Ours were written by GnuCash 4.13.

The same book is saved in both ways, so that both files have the same ids. The SQLite file is stored packed.
"""

import datetime as dt
import gzip
import sys
import tempfile
from pathlib import Path

from gnucash import Account, GncCommodity, GncNumeric, Session, SessionOpenMode, Split, Transaction
from gnucash import gnucash_core_c as core

HERE = Path(__file__).parent
KINDS = {
    "bank": core.ACCT_TYPE_BANK,
    "asset": core.ACCT_TYPE_ASSET,
    "card": core.ACCT_TYPE_CREDIT,
    "expense": core.ACCT_TYPE_EXPENSE,
    "income": core.ACCT_TYPE_INCOME,
    "equity": core.ACCT_TYPE_EQUITY,
    "stock": core.ACCT_TYPE_STOCK,
}


class Book:
    def __init__(self, session: Session) -> None:
        self.book = session.book
        self.table = session.book.get_table()
        self.eur = self.currency("EUR")

    def currency(self, code: str) -> GncCommodity:
        return self.table.lookup("CURRENCY", code)

    def account(self, name: str, kind: str, *, under: Account | None = None, commodity: GncCommodity | None = None) -> Account:
        account = Account(self.book)
        (under or self.book.get_root_account()).append_child(account)
        account.SetName(name)
        account.SetType(KINDS[kind])
        account.SetCommodity(commodity or self.eur)
        return account

    def entry(self, day: str, text: str, *parts: tuple[Account, int, str, str], num: str = "", values: tuple[int, ...] = ()) -> Transaction:
        """`parts` are an account, the quantity in hundredths, a memo and the state; `values`, where they differ, in hundredths of euros."""
        entry = Transaction(self.book)
        entry.BeginEdit()
        entry.SetCurrency(self.eur)
        when = dt.date.fromisoformat(day)
        entry.SetDate(when.day, when.month, when.year)
        entry.SetDescription(text)
        entry.SetNum(num)
        for (account, quantity, memo, state), value in zip(parts, values or [part[1] for part in parts], strict=True):
            split = Split(self.book)
            split.SetParent(entry)
            split.SetAccount(account)
            split.SetMemo(memo)
            split.SetReconcile(state)
            split.SetAmount(GncNumeric(quantity, 100))
            split.SetValue(GncNumeric(value, 100))
        entry.CommitEdit()
        return entry


def fill(session: Session) -> None:
    books = Book(session)
    shares = GncCommodity(books.book, "Shop plc", "XETRA", "SHOP", "", 100)
    books.table.insert(shares)
    assets, expenses = books.account("Assets", "asset"), books.account("Expenses", "expense")
    bank = books.account("Bank", "bank", under=assets)
    checking = books.account("Giro & more", "bank", under=bank)
    dollars = books.account("Dollars", "bank", under=bank, commodity=books.currency("USD"))
    portfolio = books.account("Shares", "stock", under=assets, commodity=shares)
    card = books.account("Card", "card")
    food = books.account("Food", "expense", under=expenses)
    salary, opening = books.account("Salary", "income"), books.account("Opening Balances", "equity")
    books.entry("2026-01-01", "Opening", (checking, 100000, "", "y"), (opening, -100000, "", "n"))
    books.entry("2026-01-03", "Bäcker", (checking, -350, "Brötchen <&>", "y"), (food, 350, "", "n"))
    books.entry("2026-01-04", "Cheque to a friend", (checking, -20000, "", "c"), (food, 20000, "", "n"), num="1001")
    books.entry("2026-01-05", "Market", (card, -4210, "", "n"), (food, 4010, "", "n"), (food, 200, "bag", "n"))
    books.entry("2026-01-06", "Card paid", (checking, -4210, "", "n"), (card, 4210, "", "n"), num="SEPA-7")
    books.entry("2026-01-07", "Exchange", (checking, -9000, "", "n"), (dollars, 10000, "", "n"), values=(-9000, 9000))
    books.entry("2026-01-08", "Broker", (checking, -3000, "", "n"), (portfolio, 300, "", "n"), values=(-3000, 3000))
    books.entry("2026-01-31", "Salary", (checking, 250000, "", "n"), (salary, -250000, "", "n"))
    books.entry("2026-01-31", "Mistake", (checking, -100, "", "n"), (food, 100, "", "n")).Void("entered twice")


def save(folder: Path) -> None:
    table, tree = folder / "books.sqlite", folder / "books.gnucash"
    Session(f"sqlite3://{table}", SessionOpenMode.SESSION_NEW_STORE).end()
    session = Session(f"sqlite3://{table}", SessionOpenMode.SESSION_NORMAL_OPEN)
    fill(session)
    other = Session(f"xml://{tree}", SessionOpenMode.SESSION_NEW_STORE)
    session.swap_data(other)
    other.book.get_root_account().SetDescription("saved both ways")  # what nothing has changed is not saved
    other.save()
    other.end()
    session.end()
    (HERE / "books.gnucash").write_bytes(tree.read_bytes())
    (HERE / "books.sqlite.gz").write_bytes(gzip.compress(table.read_bytes(), mtime=0))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        save(Path(made))
    sys.exit(0)
