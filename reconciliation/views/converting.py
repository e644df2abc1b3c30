"""Statements as files for other programs: of one import, of an account's period, and of a PDF that is not stored."""

from threading import BoundedSemaphore
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from finance.models import Account
from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from reconciliation.converting.source import NotConvertible
from reconciliation.forms import AccountConvertForm, ConvertForm
from reconciliation.management.commands.read_statement import answer_from
from reconciliation.reports.statement_files import ALL_FORMS, download, file_of, of_account, of_import, to_convert
from reconciliation.views.access import import_seen_by

AT_WORK = BoundedSemaphore(2)
"""Documents that one process of the web server reads at a time, so that its other threads stay free."""


@require_safe
@member_may("export")
def import_convert(request: MemberRequest, import_id: UUID, form: str) -> HttpResponse:
    """Return the statements of a file in one form, or one of them by its number in the query string."""
    statement_import = import_seen_by(request, import_id)
    number = request.GET.get("number", "")
    if form not in ALL_FORMS or (number and not (number.isascii() and number.isdigit() and len(number) < 4)):
        raise Http404
    statements = of_import(statement_import, int(number) if number else None)
    if not statements:
        raise Http404
    try:
        return download(request, statement_import, statements, form, slugify(statement_import.filename.rpartition(".")[0]) or "statement")
    except NotConvertible as error:
        messages.error(request, str(error))
        return redirect_to("import_detail", import_id)


@require_safe
@member_may("export")
def account_convert(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Show the choices of form and period; submitted, return the account's statements as one file."""
    account = get_object_or_404(Account.objects.visible_to(request.membership).select_related("organization"), pk=account_id)
    form = AccountConvertForm(request.GET if "form" in request.GET else None)
    if form.is_valid():
        chosen = form.cleaned_data
        statements = of_account(account, chosen["first"], chosen["last"])
        try:
            return download(request, account, statements, chosen["form"], slugify(account.name) or "account")
        except NotConvertible as error:
            form.add_error(None, str(error))
    note = _("The rows are those of the bank's documents, with your corrections. A file with a statement that is not proved says so.")
    context = {"account": account, "form": form, "title": _("Download statements as"), "note": note, "section": "accounts"}
    return render(request, "finance/account_download.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@member_may("read")
def convert(request: MemberRequest) -> HttpResponse:
    """Show the form; submitted, return the statements of the PDF as a file, and store neither."""
    form = ConvertForm(request.POST, request.FILES) if request.method == "POST" else ConvertForm()
    if form.is_valid():
        chosen = form.cleaned_data
        if not AT_WORK.acquire(blocking=False):
            form.add_error(None, _("Another document is being converted. Try again in a moment."))
        else:
            try:
                answer = answer_from(chosen["file"].name, chosen["file"].read, password=chosen["password"] or None)
            finally:
                AT_WORK.release()
            statements = (
                [to_convert(printed, currency=chosen["currency"], file=chosen["file"].name) for printed in answer.reading.statements]
                if answer.reading
                else []
            )
            try:
                if statements:
                    return file_of(statements, chosen["form"], slugify(chosen["file"].name.rpartition(".")[0]) or "statement")
                form.add_error("file", answer.words or _("This is not a statement of an account."))
            except NotConvertible as error:
                form.add_error(None, str(error))
    return render(request, "reconciliation/convert.html", {"form": form, "section": "upload"}, status=400 if form.errors else 200)
