"""Entries for plain-text books: a file to include in a journal of beancount or hledger.

The other side is the entry's nominal account, or an account named as unassigned. All entries are flagged for review.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from finance.categories import codes_of
from finance.models import Account, Transaction

LIABILITIES = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}
BEANCOUNT = re.compile(r"(Assets|Liabilities)(:[A-Z0-9][A-Za-z0-9-]*)+")
ROOTED = re.compile(r"(Assets|Liabilities|Equity|Income|Expenses)(:[A-Z0-9][A-Za-z0-9-]*)+")
ONE_LINE = re.compile(r"[\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedEntry:
    """An entry to add, signed from the holder's side.

    `nominal` is the account on the other side, empty if unknown; `told` is metadata that names its source.
    """

    day: dt.date
    text: str
    amount: Decimal
    payee: str = ""
    nominal: str = ""
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """The bank's balance at the end of the day."""

    day: dt.date
    balance: Decimal


def beancount_lines(account: Account, entries: Iterable[ProposedEntry], asserted: Asserted | None) -> Iterator[str]:
    """Yield the entries and the balance, asserted at the start of the next day as beancount does, without its default tolerance."""
    yield from (beancount_entry(account, entry) for entry in entries)
    if asserted:
        day = asserted.day + dt.timedelta(days=1)
        yield f"{day.isoformat()} balance {beancount_name(account)}  {asserted.balance:f} ~ 0 {account.currency}\n"


def beancount_entry(account: Account, entry: ProposedEntry) -> str:
    """Return the entry; a nominal account whose name beancount refuses is named by its words below expenses or income."""
    payee = f'"{_quoted(entry.payee)}" ' if entry.payee else ""
    metadata = "".join(f'  {key}: "{_quoted(value)}"\n' for key, value in entry.told.items())
    other = entry.nominal
    if not ROOTED.fullmatch(other):
        words = re.findall(r"[A-Za-z0-9]+", other)
        other = f"{_side(entry.amount)}:{'-'.join(word[:1].upper() + word[1:] for word in words) or 'Unassigned'}"
    return (
        f'{entry.day.isoformat()} ! {payee}"{_quoted(entry.text)}"\n{metadata}'
        f"  {beancount_name(account)}  {entry.amount:f} {account.currency}\n  {other}\n\n"
    )


def hledger_lines(account: Account, entries: Iterable[ProposedEntry], asserted: Asserted | None) -> Iterator[str]:
    """Yield the entries and the balance, asserted on the day itself by an entry of zero."""
    yield from (hledger_entry(account, entry) for entry in entries)
    if asserted:
        yield f"{asserted.day.isoformat()} balance per bank\n"
        yield f"    {hledger_name(account)}  0 {account.currency} = {asserted.balance:f} {account.currency}\n"


def hledger_entry(account: Account, entry: ProposedEntry) -> str:
    """Return the entry; its tags lack the characters that would begin another tag or a bracketed date."""
    payee = f"{_plain(entry.payee)} | " if entry.payee else ""
    tags = {key: re.sub(r"[,\[\]]", " ", _plain(value)) for key, value in entry.told.items()}
    metadata = "".join(f"    ; {key}: {value}\n" for key, value in tags.items())
    other = _account_text(entry.nominal) or "unassigned"
    if ":" not in other:
        other = f"{_side(entry.amount).lower()}:{other}"
    return (
        f"{entry.day.isoformat()} ! {payee}{_plain(entry.text)}\n{metadata}"
        f"    {hledger_name(account)}  {entry.amount:f} {account.currency}\n    {other}\n\n"
    )


def _side(amount: Decimal) -> str:
    return "Income" if amount > 0 else "Expenses"


def beancount_name(account: Account) -> str:
    """Return the account's name if beancount accepts it; else its words below assets or liabilities."""
    if BEANCOUNT.fullmatch(account.name):
        return account.name
    words = re.findall(r"[A-Za-z0-9]+", account.name)
    return f"{_root(account)}:{'-'.join(word[:1].upper() + word[1:] for word in words) or 'Account'}"


def hledger_name(account: Account) -> str:
    """Return the account's name if it has levels; else the name below assets or liabilities."""
    name = _account_text(account.name) or "account"
    return name if ":" in name else f"{_root(account).lower()}:{name}"


def _account_text(text: str) -> str:
    return re.sub(r"[;=@()\[\]]", "", _plain(text)).strip()


def _root(account: Account) -> str:
    return "Liabilities" if account.kind in LIABILITIES else "Assets"


def _quoted(text: str) -> str:
    return ONE_LINE.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"').strip()


def _plain(text: str) -> str:
    """Return the text on one line, without characters that begin a comment or divide payee and note."""
    return ONE_LINE.sub(" ", text).replace(";", ",").replace("|", "/").strip()


def beancount_journal(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the entries of a file to include."""
    return (beancount_entry(row.account, _proposed(row)) for row in rows)


def hledger_journal(rows: Iterable[Transaction]) -> Iterator[str]:
    return (hledger_entry(row.account, _proposed(row)) for row in rows)


def _proposed(row: Transaction) -> ProposedEntry:
    codes = codes_of(row)
    metadata = {"tieout-id": str(row.pk), "tax-code": codes.tax_code, "party": codes.party}
    return ProposedEntry(
        day=row.booked_on,
        text=row.description,
        amount=row.amount,
        payee=codes.payee,
        nominal=codes.nominal,
        told={name: value for name, value in metadata.items() if value},
    )
