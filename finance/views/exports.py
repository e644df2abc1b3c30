"""An account's entries as a file for other programs."""

from uuid import UUID

from django.http import Http404, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from finance.exports.account import FORMS, lines_of
from finance.exports.selection import Selection
from finance.forms.account import ExportForm
from finance.models import Account
from people.access import MemberRequest, member_may
from people.audit.acts import Act
from people.audit.trail import record


@require_safe
@member_may("export")
def account_exports(request: MemberRequest, account_id: UUID) -> HttpResponseBase:
    """Show the choices of an export; submitted, return the file."""
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    form = ExportForm(request.GET if "form" in request.GET else None)
    if form.is_valid():
        return _file(request, account, form, form.cleaned_data["form"])
    return render(request, "finance/account_export.html", {"account": account, "form": form, "section": "accounts"})


@require_safe
@member_may("export")
def account_export(request: MemberRequest, account_id: UUID, format: str) -> HttpResponseBase:  # noqa: A002  the name in the address
    """Return the file in one form, oldest entry first; the query string may name `first`, `last` and `added_here`."""
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    if format not in FORMS:
        raise Http404
    query = request.GET.copy()
    query["form"] = format
    form = ExportForm(query)
    if not form.is_valid():
        return HttpResponseBadRequest(form.errors.as_text(), content_type="text/plain; charset=utf-8")
    return _file(request, account, form, format)


def _file(request: MemberRequest, account: Account, form: ExportForm, name: str) -> StreamingHttpResponse:
    record(request.organization, request.user, Act.DOWNLOADED, account, what=f"entries.{name}")
    selection = Selection(account=account, **form.selected())
    filename = f"{slugify(account.name) or 'account'}.{FORMS[name].ending}"
    return StreamingHttpResponse(
        (line.encode() for line in lines_of(selection, name)),
        content_type=FORMS[name].type,
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )
