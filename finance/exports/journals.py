"""Entries for plain-text books: a file to include in a journal of beancount or hledger.

What stands on the other side is not known: it is written to an account of that name, marked to be looked at.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from finance.models import Account

LIABILITIES = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}
BEANCOUNT = re.compile(r"(Assets|Liabilities)(:[A-Z0-9][A-Za-z0-9-]*)+")
ONE_LINE = re.compile(r"[\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """An entry that is to be added, signed from the holder's side. `told` says where it comes from."""

    day: dt.date
    text: str
    amount: Decimal
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """What the bank says is in the account at the end of the day."""

    day: dt.date
    balance: Decimal


def beancount_lines(account: Account, entries: Iterable[Proposed], asserted: Asserted | None) -> Iterator[str]:
    """A balance is asserted at the start of the next day, as beancount has it, and to the cent: of itself it lets one pass."""
    name = beancount_name(account)
    for entry in entries:
        yield f'{entry.day.isoformat()} ! "{_quoted(entry.text)}"\n'
        yield from (f'  {key}: "{_quoted(value)}"\n' for key, value in entry.told.items())
        yield f"  {name}  {entry.amount:f} {account.currency}\n"
        yield f"  {other_side(entry.amount)}\n\n"
    if asserted:
        day = asserted.day + dt.timedelta(days=1)
        yield f"{day.isoformat()} balance {name}  {asserted.balance:f} ~ 0 {account.currency}\n"


def hledger_lines(account: Account, entries: Iterable[Proposed], asserted: Asserted | None) -> Iterator[str]:
    """A balance is asserted after an entry of nothing, on the day itself."""
    name = hledger_name(account)
    for entry in entries:
        yield f"{entry.day.isoformat()} ! {_plain(entry.text)}\n"
        yield from (f"    ; {key}: {_plain(value)}\n" for key, value in entry.told.items())
        yield f"    {name}  {entry.amount:f} {account.currency}\n"
        yield f"    {other_side(entry.amount).lower()}\n\n"
    if asserted:
        yield f"{asserted.day.isoformat()} balance per bank\n"
        yield f"    {name}  0 {account.currency} = {asserted.balance:f} {account.currency}\n"


def other_side(amount: Decimal) -> str:
    return "Income:Unassigned" if amount > 0 else "Expenses:Unassigned"


def beancount_name(account: Account) -> str:
    """The account's name, where it is one of beancount's; else its words, below assets or liabilities."""
    if BEANCOUNT.fullmatch(account.name):
        return account.name
    words = re.findall(r"[A-Za-z0-9]+", account.name)
    return f"{_root(account)}:{'-'.join(word[:1].upper() + word[1:] for word in words) or 'Account'}"


def hledger_name(account: Account) -> str:
    """The account's name, where it begins as hledger's do; else below assets or liabilities."""
    name = re.sub(r"[;=@()\[\]]", "", _plain(account.name)).strip() or "account"
    return name if ":" in name else f"{_root(account).lower()}:{name}"


def _root(account: Account) -> str:
    return "Liabilities" if account.kind in LIABILITIES else "Assets"


def _quoted(text: str) -> str:
    return ONE_LINE.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"').strip()


def _plain(text: str) -> str:
    """Nothing of it ends a line, begins a comment or parts an amount from its account."""
    return ONE_LINE.sub(" ", text).replace(";", ",").replace("|", "/").strip()
