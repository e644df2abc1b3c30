"""An account's entries as a file for other programs."""

from collections.abc import Iterator
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from finance.access import member_may
from finance.audit.acts import Act
from finance.audit.trail import record
from finance.balances import book_balance
from finance.exports.csv_rows import csv_lines
from finance.exports.ofx import ofx_lines
from finance.models import Account
from finance.requests import MemberRequest

TYPES = {"csv": "text/csv; charset=utf-8", "ofx": "application/x-ofx"}
CHUNK = 2000


@require_safe
@member_may("export")
def account_export(request: MemberRequest, account_id: UUID, format: str) -> StreamingHttpResponse:  # noqa: A002  the name in the address
    """The whole account, oldest entry first: CSV has every entry, OFX the posted ones."""
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    if format not in TYPES:
        raise Http404
    record(request.organization, request.user, Act.DOWNLOADED, account, what=f"entries.{format}")
    lines = _csv(account) if format == "csv" else _ofx(account)
    name = f"{slugify(account.name) or 'account'}.{format}"
    return StreamingHttpResponse(
        (line.encode() for line in lines), content_type=TYPES[format], headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


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
