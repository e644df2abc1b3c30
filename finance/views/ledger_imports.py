"""Pages for files into an account (previewed, confirmed, undone), and messages of their outcomes."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from finance.forms.ledger_file import LedgerFileForm, ReadingForm
from finance.imports.judging import OUTCOMES
from finance.imports.preview import Preview
from finance.imports.services import NotShown, choose, discard, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account, LedgerImport
from finance.tasks import MOST_AT_ONCE, LedgerImportOutcome, ask, carry_out, take_outcome
from finance.views.accounts import account_page
from people.access import MemberRequest, member_may
from people.addresses import redirect_to

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
            return redirect_to("ledger_import", shown.pk)
    return account_page(request, account, form, status=422)


@require_GET
@member_may("import_ledger")
def ledger_import(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show the preview of the file, its progress while a worker has it, or else redirect to its account."""
    file = _import(request, import_id)
    if file.asked:
        return render(request, "finance/ledger_import_running.html", {"ledger_import": file, "section": "accounts"})
    outcome = take_outcome(file)
    if outcome:
        return _show_outcome(request, file, outcome)
    if file.status != LedgerImport.Status.SHOWN:
        return redirect_to("account", file.account_id)
    preview = preview_now(file)
    return _page(request, preview, ReadingForm(preview=preview))


@require_POST
@member_may("import_ledger")
def ledger_import_reading(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Store a person's choices for reading the file."""
    file = _import(request, import_id)
    if file.status == LedgerImport.Status.SHOWN and not file.asked:
        preview = preview_now(file)
        form = ReadingForm(request.POST, preview=preview)
        if not form.is_valid():
            return _page(request, preview, form, status=422)
        choose(ledger_import=file, choices=form.chosen())
    return redirect_to("ledger_import", file.pk)


@require_GET
@member_may("import_ledger")
def ledger_import_status(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Answer htmx while a worker has the file with nothing, afterwards with a refresh of the page."""
    return HttpResponse(status=204) if _import(request, import_id).asked else HttpResponse(headers={"HX-Refresh": "true"})


@require_POST
@member_may("import_ledger")
def ledger_import_confirm(request: MemberRequest, import_id: UUID) -> HttpResponse:
    file = _import(request, import_id)
    also = {int(place) for place in request.POST.getlist("also") if place.isascii() and place.isdigit()}
    shown = request.POST.get("shown", "")
    if file.rows > MOST_AT_ONCE:
        ask(ledger_import=file, by=request.user, act="confirm", shown=shown, also=also)
        return redirect_to("ledger_import", file.pk)
    return _show_outcome(request, file, carry_out(ledger_import=file, by=request.user, act="confirm", shown=shown, also=also))


@require_POST
@member_may("import_ledger")
def ledger_import_discard(request: MemberRequest, import_id: UUID) -> HttpResponse:
    file = _import(request, import_id)
    try:
        discard(ledger_import=file)
    except NotShown:
        messages.warning(request, _("This file is already imported."))
    return redirect_to("account", file.account_id)


@require_POST
@member_may("import_ledger")
def ledger_import_undo(request: MemberRequest, import_id: UUID) -> HttpResponse:
    file = _import(request, import_id)
    if len(file.added) > MOST_AT_ONCE:
        ask(ledger_import=file, by=request.user, act="undo")
        return redirect_to("ledger_import", file.pk)
    return _show_outcome(request, file, carry_out(ledger_import=file, by=request.user, act="undo"))


def _show_outcome(request: MemberRequest, file: LedgerImport, outcome: LedgerImportOutcome) -> HttpResponse:
    """Show the outcome on the account's page; a preview that became outdated is shown again."""
    level, message = in_words(outcome)
    messages.add_message(request, level, message)
    return redirect_to("ledger_import", file.pk) if outcome.code == "moved" else redirect_to("account", file.account_id)


def _import(request: MemberRequest, import_id: UUID) -> LedgerImport:
    accounts = Account.objects.visible_to(request.membership)
    imports = LedgerImport.objects.of(request.organization).select_related("account__organization")
    return get_object_or_404(imports.filter(account__in=accounts), pk=import_id)


def _page(request: MemberRequest, preview: Preview, form: ReadingForm, *, status: int = 200) -> HttpResponse:
    groups = [(outcome, rows[:SHOWN_ROWS], len(rows)) for outcome in OUTCOMES if (rows := preview.of(outcome))]
    context = {"preview": preview, "account": preview.account, "form": form, "groups": groups, "section": "accounts"}
    context["counts"] = _counts({outcome: count for outcome, _rows, count in groups})
    return render(request, "finance/ledger_import.html", context, status=status)


def _counts(count: Mapping[str, int]) -> str:
    """Return the outcomes of the rows: "12 new, 3 already there, 1 row skipped"."""
    new, probable, changed, refused = (count.get(outcome, 0) for outcome in ("new", "probable", "changed", "refused"))
    parts = [_("%(count)d new") % {"count": new}]
    if known := count.get("known", 0):
        parts.append(_("%(count)d already there") % {"count": known})
    if probable:
        parts.append(_("%(count)d probably there") % {"count": probable})
    if changed:
        parts.append(_("%(count)d with other content") % {"count": changed})
    if refused:
        parts.append(ngettext("%(count)d row skipped", "%(count)d rows skipped", refused) % {"count": refused})
    return ", ".join(parts)


def in_words(outcome: LedgerImportOutcome) -> tuple[int, str]:
    """Return the level and the text of the message."""
    rows = {"rows": "; ".join(outcome.rows)}
    match outcome.code:
        case "confirmed":
            return messages.SUCCESS, _imported(outcome.counts)
        case "undone":
            count = outcome.counts["count"]
            message = ngettext("%(count)d entry was removed again.", "%(count)d entries were removed again.", count)
            return messages.SUCCESS, message % {"count": count}
        case "moved":
            return messages.WARNING, _("The ledger has changed in the meantime. Nothing was imported. Check the preview again.")
        case "not_shown":
            return messages.WARNING, _("Nothing was changed: the file is already imported, undone or in progress.")
        case "stands":
            return messages.ERROR, _("Nothing was undone: these entries have changed since. %(rows)s") % rows
        case "locked":
            return messages.ERROR, _("Nothing was done. %(rows)s") % rows
        case "not_yours":
            return messages.ERROR, _("Nothing was changed: your role no longer allows it.")
        case _:
            return messages.ERROR, _("Nothing was changed because of an internal error. Try again; the log has the details.")


def _imported(count: Mapping[str, int]) -> str:
    sentences = [_("%(added)d transactions added, %(known)d already there.") % count]
    if count["changed"]:
        sentences.append(_("%(changed)d have a known ID with other content, and were left unchanged.") % count)
    if count["probable"]:
        sentences.append(_("%(count)d are probably there already, and were skipped.") % {"count": count["probable"]})
    if count["refused"]:
        sentences.append(_("%(count)d skipped.") % {"count": count["refused"]})
    if count.get("absent"):
        absent = ngettext(
            "%(count)d entry of an earlier file is not in this one.",
            "%(count)d entries of an earlier file are not in this one.",
            count["absent"],
        )
        sentences.append(absent % {"count": count["absent"]})
    return " ".join(sentences)
