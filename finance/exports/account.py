"""A whole account as a file for other programs, oldest entry first."""

from collections.abc import Callable, Iterator

from django.utils import timezone

from finance.balances import book_balance
from finance.exports.csv_rows import csv_lines
from finance.exports.ofx import ofx_lines
from finance.exports.programs import quickbooks_lines, xero_lines
from finance.models import Account
from finance.querysets import TransactionQuerySet

CSV = "text/csv; charset=utf-8"
TYPES = {"csv": CSV, "ofx": "application/x-ofx", "quickbooks": CSV, "xero": CSV}
ENDINGS = {"csv": "csv", "ofx": "ofx", "quickbooks": "quickbooks.csv", "xero": "xero.csv"}
"""What a file of each form is called by."""
CHUNK = 2000


def lines_of(account: Account, form: str) -> Iterator[str]:
    """`form` is one of `TYPES`: CSV has every entry, the others the posted ones."""
    return WRITERS[form](account)


def _csv(account: Account) -> Iterator[str]:
    rows = account.transactions.select_related("account").order_by("booked_on", "id")
    return csv_lines(rows.iterator(chunk_size=CHUNK))


def _ofx(account: Account) -> Iterator[str]:
    rows = _posted(account)
    today = timezone.localdate()
    first, last = rows.first(), rows.last()
    until = max(last.booked_on, today) if last else today
    return ofx_lines(
        account,
        rows.iterator(chunk_size=CHUNK),
        first=first.booked_on if first else today,
        last=until,
        balance=book_balance(account, until),
        now=timezone.now(),
    )


def _posted(account: Account) -> TransactionQuerySet:
    return account.transactions.posted().select_related("account").order_by("booked_on", "id")


def _quickbooks(account: Account) -> Iterator[str]:
    return quickbooks_lines(_posted(account).iterator(chunk_size=CHUNK))


def _xero(account: Account) -> Iterator[str]:
    return xero_lines(_posted(account).iterator(chunk_size=CHUNK))


WRITERS: dict[str, Callable[[Account], Iterator[str]]] = {"csv": _csv, "ofx": _ofx, "quickbooks": _quickbooks, "xero": _xero}
