"""An account's entries as a file for other programs."""

from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from finance.access import member_may
from finance.audit.acts import Act
from finance.audit.trail import record
from finance.exports.account import ENDINGS, TYPES, lines_of
from finance.models import Account
from finance.requests import MemberRequest


@require_safe
@member_may("export")
def account_export(request: MemberRequest, account_id: UUID, format: str) -> StreamingHttpResponse:  # noqa: A002  the name in the address
    """The whole account, oldest entry first."""
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    if format not in TYPES:
        raise Http404
    record(request.organization, request.user, Act.DOWNLOADED, account, what=f"entries.{format}")
    name = f"{slugify(account.name) or 'account'}.{ENDINGS[format]}"
    disposition = f'attachment; filename="{name}"'
    return StreamingHttpResponse(
        (line.encode() for line in lines_of(account, format)),
        content_type=TYPES[format],
        headers={"Content-Disposition": disposition},
    )
