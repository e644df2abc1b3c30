"""An account's entries as a file for other programs: CSV, OFX 2.1.1, layouts of single programs, and books of beancount and hledger.

`finance.imports` reads the CSV back unchanged, and no spreadsheet reads its texts as formulas. OFX has the posted entries, signed from
the holder's side as the specification requires. In plain-text books the other side is the entry's nominal account, or an account named as
unassigned; all entries are flagged for review.
"""

import csv
import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from finance.balances import book_balance
from finance.categories import codes_of
from finance.models import Account, Transaction
from finance.models.ledger import BY_HAND, POSTED_FROM, TransactionQuerySet
from finance.ofx_writer import OfxAccount, OfxEntry, ofx_file
from people.safe_text import EchoLine, guarded

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
    text = f"{_plain(entry.payee)} | {_plain(entry.text)}" if entry.payee else _plain(entry.text)
    code = "() " if text[:1] in set('("*!') else ""  # an empty code: else these would begin a code, a status, or a text of beancount
    tags = {key: re.sub(r"[,\[\]]", " ", _plain(value)) for key, value in entry.told.items()}
    metadata = "".join(f"    ; {key}: {value}\n" for key, value in tags.items())
    other = _account_text(entry.nominal) or "unassigned"
    if ":" not in other:
        other = f"{_side(entry.amount).lower()}:{other}"
    return (
        f"{entry.day.isoformat()} ! {code}{text}\n{metadata}"
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


def journal_lines(entry_text: Callable[[Account, ProposedEntry], str], rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the entries of a file to include, each written by `beancount_entry` or `hledger_entry`."""
    for row in rows:
        codes = codes_of(row)
        metadata = {"tieout-id": str(row.pk), "tax-code": codes.tax_code, "party": codes.party}
        proposed = ProposedEntry(
            day=row.booked_on,
            text=row.description,
            amount=row.amount,
            payee=codes.payee,
            nominal=codes.nominal,
            told={name: value for name, value in metadata.items() if value},
        )
        yield entry_text(row.account, proposed)


ADDED_HERE = Q(origin=BY_HAND) | Q(origin__startswith=POSTED_FROM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The entries of an account to export. Days are inclusive, None for no limit.

    `added_here` leaves out entries from files of the books, which have them already.
    """

    account: Account
    first: dt.date | None = None
    last: dt.date | None = None
    added_here: bool = False

    def rows(self) -> TransactionQuerySet:
        """Return the entries with their codes, oldest first."""
        rows = self.account.transactions.select_related("account", "coding").order_by("booked_on", "id")
        rows = rows.filter(booked_on__gte=self.first) if self.first else rows
        rows = rows.filter(booked_on__lte=self.last) if self.last else rows
        return rows.filter(ADDED_HERE) if self.added_here else rows


HEADER = ("Date", "Amount", "Currency", "Description", "Id", "Reference", "Number", "Status", "Brought forward", "Left out")
CODES = ("Nominal account", "Tax code", "Payee", "Party")


def csv_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the header and a line for each entry: days as ISO 8601, amounts with a decimal point and always with their sign."""
    writer = csv.writer(EchoLine())
    yield "\ufeff" + writer.writerow((*HEADER, *CODES))  # the mark tells Excel that this is UTF-8
    for row in rows:
        texts = (row.description, row.external_id, row.reference, row.number)
        flags = ("yes" if flag else "" for flag in (row.is_brought_forward, row.is_excluded))
        head = (row.booked_on.isoformat(), f"{row.amount:+f}", row.account.currency)
        yield writer.writerow((*head, *map(guarded, texts), row.status, *flags, *map(guarded, codes_of(row).as_json().values())))


TYPES = {Account.Kind.CREDIT_CARD: "CREDITCARD", Account.Kind.SAVINGS: "SAVINGS", Account.Kind.LOAN: "CREDITLINE"}


def ofx_lines(
    account: Account, rows: Iterable[Transaction], *, first: dt.date, last: dt.date, balance: Decimal | None, now: dt.datetime
) -> Iterator[str]:
    """Yield the file. `rows` are the posted entries from `first` to `last`, `balance` the book balance at the end of `last`.

    The file has no balance if it is None.
    """
    entries = (
        OfxEntry(
            day=row.booked_on,
            amount=row.amount,
            fitid=row.external_id or row.pk.hex,
            text=row.description,
            number=row.number,
            reference=row.reference,
        )
        for row in rows
    )
    part = OfxAccount(
        number=account.number or account.name,
        bank=account.institution or "0",
        kind=TYPES.get(Account.Kind(account.kind), "CHECKING"),
        currency=account.currency,
        first=first,
        last=last,
        entries=entries,
        balance=balance,
    )
    return ofx_file([part], now=now)


QUICKBOOKS = {"Date": "day", "Description": "description", "Amount": "amount"}
"""QuickBooks' three columns have no room for ids and codes."""
XERO = {
    "*Date": "day",
    "*Amount": "amount",
    "Payee": "payee",
    "Description": "description",
    "Reference": "reference",
    "Check Number": "number",
    "AccountCode": "nominal",
    "TaxType": "tax_code",
    "ContactName": "party",
}
"""The form for bank statements, with Xero's columns for codes."""
GNUCASH = {
    "Date": "day",
    "Number": "number",
    "Description": "description",
    "Amount": "amount",
    "Account": "account",
    "Transfer Account": "nominal",
    "Notes": "other_codes",
}
"""One line for each entry with the paths of both accounts, for GnuCash's import assistant."""
ACTUAL = {"Date": "day", "Payee": "payee_or_description", "Notes": "description", "Category": "nominal", "Amount": "amount"}


def table_lines(columns: Mapping[str, str], rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the headings and a line for each entry, with the value that `columns` names for each heading."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(columns)
    for row in rows:
        codes = codes_of(row)
        texts = {
            **codes.as_json(),
            "account": row.account.name,
            "description": row.description,
            "number": row.number,
            "other_codes": " ".join(filter(None, (codes.payee, codes.tax_code, codes.party))),
            "payee_or_description": codes.payee or row.description,
            "reference": row.reference,
        }
        values = {name: guarded(text) for name, text in texts.items()} | {"day": row.booked_on.isoformat(), "amount": f"{row.amount:f}"}
        yield writer.writerow([values[name] for name in columns.values()])


QUICKBOOKS_JOURNAL = ("JournalNo", "JournalDate", "Currency", "AccountName", "Debits", "Credits", "Description", "Name")
UNASSIGNED = {True: "Uncategorised Income", False: "Uncategorised Expense"}
"""QuickBooks' accounts for entries without a category, by whether money came in."""


def quickbooks_journal_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield two lines for each entry, its account and its nominal account, debits first. The form has no tax codes."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(QUICKBOOKS_JOURNAL)
    for number, row in enumerate(rows, 1):
        codes, size = codes_of(row), f"{abs(row.amount):f}"
        other = codes.nominal or UNASSIGNED[row.amount > 0]
        debited, credited = (row.account.name, other) if row.amount > 0 else (other, row.account.name)
        head = (str(number), row.booked_on.isoformat(), row.account.currency)
        tail = (guarded(row.description), guarded(codes.party or codes.payee))
        yield writer.writerow((*head, guarded(debited), size, "", *tail))
        yield writer.writerow((*head, guarded(credited), "", size, *tail))


CSV, TEXT = "text/csv; charset=utf-8", "text/plain; charset=utf-8"
CHUNK = 2000


@dataclass(frozen=True, slots=True)
class Form:
    """One form of export. `named` is its label, `ending` the file's extension."""

    named: object
    ending: str
    write: Callable[[Selection], Iterator[str]]
    type: str = CSV


def lines_of(selection: Selection, form: str) -> Iterator[str]:
    """Yield the file's text in one of `FORMS`: CSV has every entry, the others the posted ones."""
    return FORMS[form].write(selection)


def _ofx(selection: Selection) -> Iterator[str]:
    """Yield the account as OFX; it has a balance at the end of the last day only if no entries are left out."""
    rows, today = selection.rows().posted(), timezone.localdate()
    first, last = rows.first(), rows.last()
    until = selection.last or (max(last.booked_on, today) if last else today)
    return ofx_lines(
        selection.account,
        rows.iterator(chunk_size=CHUNK),
        first=selection.first or (first.booked_on if first else today),
        last=until,
        balance=None if selection.added_here else book_balance(selection.account, until),
        now=timezone.now(),
    )


def _posted(write: Callable[[Iterator[Transaction]], Iterator[str]]) -> Callable[[Selection], Iterator[str]]:
    return lambda selection: write(selection.rows().posted().iterator(chunk_size=CHUNK))


FORMS = {
    "csv": Form("CSV", "csv", lambda selection: csv_lines(selection.rows().iterator(chunk_size=CHUNK))),
    "ofx": Form("OFX", "ofx", _ofx, "application/x-ofx"),
    "quickbooks": Form(_("QuickBooks Online: bank statement"), "quickbooks.csv", _posted(partial(table_lines, QUICKBOOKS))),
    "quickbooks-journal": Form(_("QuickBooks Online: journal entries"), "quickbooks-journal.csv", _posted(quickbooks_journal_lines)),
    "xero": Form(_("Xero: bank statement with account codes"), "xero.csv", _posted(partial(table_lines, XERO))),
    "gnucash": Form("GnuCash", "gnucash.csv", _posted(partial(table_lines, GNUCASH))),
    "actual": Form("Actual", "actual.csv", _posted(partial(table_lines, ACTUAL))),
    "beancount": Form("beancount", "beancount", _posted(partial(journal_lines, beancount_entry)), TEXT),
    "hledger": Form("hledger", "journal", _posted(partial(journal_lines, hledger_entry)), TEXT),
}
