"""An account's entries as a file for other programs: CSV, OFX 2.1.1, and the layouts of single programs.

`finance.imports` reads the CSV back unchanged, and no spreadsheet reads its texts as formulas. OFX has the posted entries, signed from
the holder's side as the specification requires.
"""

import csv
import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from xml.sax.saxutils import escape  # nosec B406  # writes, and reads nothing

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from finance.balances import book_balance
from finance.categories import codes_of
from finance.exports.journals import beancount_journal, hledger_journal
from finance.models import Account, Transaction
from finance.models.querysets import TransactionQuerySet
from finance.models.transaction import BY_HAND, POSTED_FROM
from people.csv_text import EchoLine, guarded

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

    @property
    def is_whole(self) -> bool:
        return self == Selection(account=self.account)


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


NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
TYPES = {Account.Kind.SAVINGS: "SAVINGS", Account.Kind.LOAN: "CREDITLINE"}
LONGEST_NAME = 32
HEAD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
)
FINE = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"


def ofx_lines(
    account: Account, rows: Iterable[Transaction], *, first: dt.date, last: dt.date, balance: Decimal | None, now: dt.datetime
) -> Iterator[str]:
    """Yield the file. `rows` are the posted entries from `first` to `last`, `balance` the book balance at the end of `last`.

    The file has no balance if it is None.
    """
    number = _value("ACCTID", account.number or account.name)
    if account.kind == Account.Kind.CREDIT_CARD:
        outer, inner, source = "CREDITCARDMSGSRSV1", "CC", f"<CCACCTFROM>{number}</CCACCTFROM>"
    else:
        bank, kind = _value("BANKID", account.institution or "0"), _value("ACCTTYPE", TYPES.get(Account.Kind(account.kind), "CHECKING"))
        outer, inner, source = "BANKMSGSRSV1", "", f"<BANKACCTFROM>{bank}{number}{kind}</BANKACCTFROM>"
    yield HEAD
    yield f"<OFX><SIGNONMSGSRSV1><SONRS>{FINE}<DTSERVER>{now:%Y%m%d%H%M%S}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n"
    yield f"<{outer}><{inner}STMTTRNRS><TRNUID>0</TRNUID>{FINE}<{inner}STMTRS><CURDEF>{account.currency}</CURDEF>{source}\n"
    yield f"<BANKTRANLIST><DTSTART>{first:%Y%m%d}</DTSTART><DTEND>{last:%Y%m%d}</DTEND>\n"
    yield from map(_entry, rows)
    yield "</BANKTRANLIST>"
    if balance is not None:
        yield f"<LEDGERBAL><BALAMT>{balance:f}</BALAMT><DTASOF>{last:%Y%m%d}</DTASOF></LEDGERBAL>"
    yield f"</{inner}STMTRS></{inner}STMTTRNRS></{outer}></OFX>\n"


def _entry(row: Transaction) -> str:
    """Return one transaction; a text too long for a name is repeated whole in the memo."""
    kind = "CHECK" if row.number else "CREDIT" if row.amount_minor >= 0 else "DEBIT"
    values = {
        "TRNTYPE": kind,
        "DTPOSTED": f"{row.booked_on:%Y%m%d}",
        "TRNAMT": f"{row.amount:f}",
        "FITID": row.external_id or row.pk.hex,
        "CHECKNUM": row.number,
        "REFNUM": row.reference,
        "NAME": row.description[:LONGEST_NAME],
        "MEMO": row.description if len(row.description) > LONGEST_NAME else "",
    }
    return f"<STMTTRN>{''.join(_value(name, value) for name, value in values.items() if value)}</STMTTRN>\n"


def _value(name: str, value: str) -> str:
    return f"<{name}>{escape(NOT_XML.sub(' ', value))}</{name}>"


QUICKBOOKS = ("Date", "Description", "Amount")
QUICKBOOKS_JOURNAL = ("JournalNo", "JournalDate", "Currency", "AccountName", "Debits", "Credits", "Description", "Name")
UNASSIGNED = {True: "Uncategorised Income", False: "Uncategorised Expense"}
"""QuickBooks' accounts for entries without a category, by whether money came in."""
XERO = ("*Date", "*Amount", "Payee", "Description", "Reference", "Check Number", "AccountCode", "TaxType", "ContactName")
GNUCASH = ("Date", "Number", "Description", "Amount", "Account", "Transfer Account", "Notes")
ACTUAL = ("Date", "Payee", "Notes", "Category", "Amount")


def quickbooks_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield three columns; the form has none for ids and codes."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(QUICKBOOKS)
    for row in rows:
        yield writer.writerow((row.booked_on.isoformat(), guarded(row.description), f"{row.amount:f}"))


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


def xero_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the form for bank statements, with Xero's columns for codes."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(XERO)
    for row in rows:
        codes = codes_of(row)
        texts = (codes.payee, row.description, row.reference, row.number, codes.nominal, codes.tax_code, codes.party)
        yield writer.writerow((row.booked_on.isoformat(), f"{row.amount:f}", *map(guarded, texts)))


def gnucash_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield one line for each entry with the paths of both accounts, for GnuCash's import assistant."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(GNUCASH)
    for row in rows:
        codes = codes_of(row)
        texts = (row.account.name, codes.nominal, " ".join(filter(None, (codes.payee, codes.tax_code, codes.party))))
        yield writer.writerow(
            (row.booked_on.isoformat(), guarded(row.number), guarded(row.description), f"{row.amount:f}", *map(guarded, texts))
        )


def actual_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield lines that always name a payee, by default the description."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(ACTUAL)
    for row in rows:
        codes = codes_of(row)
        texts = (codes.payee or row.description, row.description, codes.nominal)
        yield writer.writerow((row.booked_on.isoformat(), *map(guarded, texts), f"{row.amount:f}"))


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


def _csv(selection: Selection) -> Iterator[str]:
    return csv_lines(selection.rows().iterator(chunk_size=CHUNK))


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
    "csv": Form("CSV", "csv", _csv),
    "ofx": Form("OFX", "ofx", _ofx, "application/x-ofx"),
    "quickbooks": Form(_("QuickBooks Online: statement of a bank"), "quickbooks.csv", _posted(quickbooks_lines)),
    "quickbooks-journal": Form(_("QuickBooks Online: journal entries"), "quickbooks-journal.csv", _posted(quickbooks_journal_lines)),
    "xero": Form(_("Xero: statement of a bank, with codes"), "xero.csv", _posted(xero_lines)),
    "gnucash": Form("GnuCash", "gnucash.csv", _posted(gnucash_lines)),
    "actual": Form("Actual", "actual.csv", _posted(actual_lines)),
    "beancount": Form("beancount", "beancount", _posted(beancount_journal), TEXT),
    "hledger": Form("hledger", "journal", _posted(hledger_journal), TEXT),
}
