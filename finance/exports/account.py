"""A whole account as a file for other programs, oldest entry first."""

from collections.abc import Iterator

from django.utils import timezone

from finance.balances import book_balance
from finance.exports.csv_rows import csv_lines
from finance.exports.ofx import ofx_lines
from finance.models import Account

TYPES = {"csv": "text/csv; charset=utf-8", "ofx": "application/x-ofx"}
CHUNK = 2000


def lines_of(account: Account, form: str) -> Iterator[str]:
    """`form` is one of `TYPES`: CSV has every entry, OFX the posted ones."""
    return _csv(account) if form == "csv" else _ofx(account)


def _csv(account: Account) -> Iterator[str]:
    rows = account.transactions.select_related("account").order_by("booked_on", "id")
    return csv_lines(rows.iterator(chunk_size=CHUNK))


def _ofx(account: Account) -> Iterator[str]:
    rows = account.transactions.posted().select_related("account").order_by("booked_on", "id")
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
