"""An account's entries as a file for other programs, oldest first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from finance.balances import book_balance
from finance.exports.csv_rows import csv_lines
from finance.exports.journals import beancount_journal, hledger_journal
from finance.exports.ofx import ofx_lines
from finance.exports.programs import actual_lines, gnucash_lines, quickbooks_journal_lines, quickbooks_lines, xero_lines
from finance.exports.selection import Selection
from finance.models import Transaction

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
