"""Pages for files into an account: previewed, confirmed, undone."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from finance.forms import LedgerFileForm, ReadingForm
from finance.imports.asked import MOST_AT_ONCE, LedgerImportOutcome, carry_out, heard
from finance.imports.asking import ask
from finance.imports.judging import OUTCOMES
from finance.imports.preview import Preview
from finance.imports.problems import FileRefused
from finance.imports.services import NotShown, choose, discard, preview_now, show_file
from finance.imports.summary import in_words
from finance.models import Account, LedgerImport
from finance.views.accounts import account_page
from people.access import member_may
from people.requests import MemberRequest

SHOWN_ROWS = 200


@require_POST
@member_may("import_ledger")
def account_import(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Store an uploaded file and redirect to its preview, or show why it cannot be read."""
    account = get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
    form = LedgerFileForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            shown = show_file(account=account, by=request.user, filename=file.name, data=file.read())
        except FileRefused as refused:
            form.add_error("file", [_("Nothing was imported."), *refused.shown()])
        else:
            return redirect("ledger_import", shown.pk)
    return account_page(request, account, form, status=422)


@require_GET
@member_may("import_ledger")
def ledger_import(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show the preview of the file, its progress while a worker has it, or else redirect to its account."""
    found = _import(request, import_id)
    if found.asked:
        return render(request, "finance/ledger_import_running.html", {"ledger_import": found, "section": "accounts"})
    outcome = heard(found)
    if outcome:
        return _told(request, found, outcome)
    if found.status != LedgerImport.Status.SHOWN:
        return redirect("account", found.account_id)
    preview = preview_now(found)
    return _page(request, preview, ReadingForm(preview=preview))


@require_POST
@member_may("import_ledger")
def ledger_import_reading(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Store a person's choices for reading the file."""
    found = _import(request, import_id)
    if found.status == LedgerImport.Status.SHOWN and not found.asked:
        preview = preview_now(found)
        form = ReadingForm(request.POST, preview=preview)
        if not form.is_valid():
            return _page(request, preview, form, status=422)
        choose(ledger_import=found, choices=form.chosen())
    return redirect("ledger_import", found.pk)


@require_GET
@member_may("import_ledger")
def ledger_import_status(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Answer htmx while a worker has the file with nothing, afterwards with a refresh of the page."""
    return HttpResponse(status=204) if _import(request, import_id).asked else HttpResponse(headers={"HX-Refresh": "true"})


@require_POST
@member_may("import_ledger")
def ledger_import_confirm(request: MemberRequest, import_id: UUID) -> HttpResponse:
    found = _import(request, import_id)
    also = {int(place) for place in request.POST.getlist("also") if place.isascii() and place.isdigit()}
    shown = request.POST.get("shown", "")
    if found.rows > MOST_AT_ONCE:
        ask(ledger_import=found, by=request.user, act="confirm", shown=shown, also=also)
        return redirect("ledger_import", found.pk)
    return _told(request, found, carry_out(ledger_import=found, by=request.user, act="confirm", shown=shown, also=also))


@require_POST
@member_may("import_ledger")
def ledger_import_discard(request: MemberRequest, import_id: UUID) -> HttpResponse:
    found = _import(request, import_id)
    try:
        discard(ledger_import=found)
    except NotShown:
        messages.warning(request, _("This file was imported already."))
    return redirect("account", found.account_id)


@require_POST
@member_may("import_ledger")
def ledger_import_undo(request: MemberRequest, import_id: UUID) -> HttpResponse:
    found = _import(request, import_id)
    if len(found.added) > MOST_AT_ONCE:
        ask(ledger_import=found, by=request.user, act="undo")
        return redirect("ledger_import", found.pk)
    return _told(request, found, carry_out(ledger_import=found, by=request.user, act="undo"))


def _told(request: MemberRequest, found: LedgerImport, outcome: LedgerImportOutcome) -> HttpResponse:
    """Show the outcome on the account's page; a preview that became outdated is shown again."""
    level, said = in_words(outcome)
    messages.add_message(request, level, said)
    return redirect("ledger_import", found.pk) if outcome.code == "moved" else redirect("account", found.account_id)


def _import(request: MemberRequest, import_id: UUID) -> LedgerImport:
    accounts = Account.objects.visible_to(request.membership)
    imports = LedgerImport.objects.of(request.organization).select_related("account__organization")
    return get_object_or_404(imports.filter(account__in=accounts), pk=import_id)


def _page(request: MemberRequest, preview: Preview, form: ReadingForm, *, status: int = 200) -> HttpResponse:
    groups = [(outcome, rows[:SHOWN_ROWS], len(rows)) for outcome in OUTCOMES if (rows := preview.of(outcome))]
    context = {"preview": preview, "account": preview.account, "form": form, "groups": groups, "section": "accounts"}
    return render(request, "finance/ledger_import.html", context, status=status)
