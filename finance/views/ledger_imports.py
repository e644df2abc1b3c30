"""Pages for files into an account (previewed, confirmed, undone), messages of their outcomes, and the list of what has to be corrected in
the program that they come from."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST, require_safe

from finance.forms.ledger_file import LedgerFileForm, ReadingForm
from finance.imports.corrections import CorrectionMoved, comes_from_a_program, corrections_of, csv_lines, is_entry_of, settle, unsettle
from finance.imports.judging import OUTCOMES
from finance.imports.preview import Preview
from finance.imports.services import NotShown, choose, discard, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account, LedgerImport
from finance.tasks import MOST_AT_ONCE, LedgerImportOutcome, ask, carry_out, take_outcome, takes_long
from finance.views.accounts import account_page
from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.audit import Act, record
from people.formats import listed

SHOWN_ROWS = 200


@require_POST
@member_may("import_ledger")
def account_import(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Store an uploaded file and redirect to its preview, or show why it cannot be read."""
    account = _visible(request, account_id)
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
    if takes_long(file, MOST_AT_ONCE):
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
    mirror = preview.mirror
    mirrored = {change.place for change in mirror.changed} if mirror else set()  # listed by the mirror, all of them
    groups = [
        (outcome, rows[:SHOWN_ROWS], len(rows))
        for outcome in OUTCOMES
        if (rows := [row for row in preview.of(outcome) if row.row.place not in mirrored])
    ]
    count = {outcome: number for outcome, _rows, number in groups}
    new, known, probable, changed, refused = (count.get(outcome, 0) for outcome in ("new", "known", "probable", "changed", "refused"))
    parts = [_("%(count)d new") % {"count": new}]
    if known:
        parts.append(_("%(count)d already there") % {"count": known})
    if mirror:
        numbers = {"changed": len(mirror.changed), "voided": len(mirror.voided), "unchanged": len(mirror.unchanged)}
        parts.append(_("%(changed)d changed, %(voided)d void, %(unchanged)d unchanged") % numbers)
    if updated := count.get("updated", 0):
        parts.append(_("%(count)d with a new status") % {"count": updated})
    if preview.shows:
        shown = ngettext("%(count)d corrected in the other program", "%(count)d corrected in the other program", preview.shows)
        parts.append(shown % {"count": preview.shows})
    if probable:
        parts.append(_("%(count)d probably there") % {"count": probable})
    if changed:
        parts.append(_("%(count)d with other content") % {"count": changed})
    if refused:
        parts.append(ngettext("%(count)d row skipped", "%(count)d rows skipped", refused) % {"count": refused})
    context = {"preview": preview, "account": preview.account, "form": form, "groups": groups, "section": "accounts"}
    return render(request, "finance/ledger_import.html", context | {"counts": listed(parts)}, status=status)


def in_words(outcome: LedgerImportOutcome) -> tuple[int, str]:
    """Return the level and the text of the message."""
    rows = {"rows": "; ".join(outcome.rows)}
    match outcome.code:
        case "confirmed":
            return messages.SUCCESS, _imported(outcome.counts)
        case "undone":
            count = outcome.counts["count"]
            message = ngettext("%(count)d entry was removed again.", "%(count)d entries were removed again.", count)
            restored = outcome.counts.get("restored", 0)
            again = ngettext("%(count)d entry is as it was before.", "%(count)d entries are as they were before.", restored)
            parts = [(message, count), (again, restored)] if restored else [(message, count)]
            return messages.SUCCESS, " ".join(sentence % {"count": number} for sentence, number in parts)
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
    if count.get("updated"):
        updated = ngettext(
            "%(count)d entry now has the values of the file.", "%(count)d entries now have the values of the file.", count["updated"]
        )
        sentences.append(updated % {"count": count["updated"]})
    if count.get("voided"):
        voided = ngettext(
            "%(count)d entry is void: the file lacks it.", "%(count)d entries are void: the file lacks them.", count["voided"]
        )
        sentences.append(voided % {"count": count["voided"]})
    if count.get("unchanged"):
        unchanged = ngettext(
            "%(count)d entry differs and could not be changed.", "%(count)d entries differ and could not be changed.", count["unchanged"]
        )
        sentences.append(unchanged % {"count": count["unchanged"]})
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


@require_safe
@member_may("read_books")
def corrections(request: MemberRequest, account_id: UUID) -> HttpResponse:
    account = _visible(request, account_id)
    may = request.membership.may
    context = {
        "account": account,
        "listed": corrections_of(account),
        "comes_from_a_program": comes_from_a_program(account),
        "may_settle": may("import_ledger"),
        "may_export": may("export"),
        "section": "accounts",
    }
    return render(request, "finance/corrections.html", context)


@require_safe
@member_may("export")
def corrections_file(request: MemberRequest, account_id: UUID, format: str) -> HttpResponseBase:  # noqa: A002  the name in the address
    """Return the open corrections as CSV."""
    account = _visible(request, account_id)
    if format != "csv":
        raise Http404
    record(request.organization, request.user, Act.DOWNLOADED, account, what="corrections.csv")
    filename = f"{slugify(account.name) or 'account'}-corrections.csv"
    return StreamingHttpResponse(
        [line.encode() for line in csv_lines(corrections_of(account).open)],
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


@require_POST
@member_may("import_ledger")
def settle_correction(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    """Store that the entry is corrected in the other program, exactly as it was shown."""
    account = _with_entry(request, account_id, entry_id)
    try:
        settle(account=account, entry=entry_id, by=request.user, mark=request.POST.get("mark", ""))
    except CorrectionMoved:
        messages.warning(request, _("Nothing was marked: the entry has changed since it was listed. Check the list again."))
    else:
        messages.success(request, _("Marked as done."))
    return redirect_to("corrections", account.pk)


@require_POST
@member_may("import_ledger")
def unsettle_correction(request: MemberRequest, account_id: UUID, entry_id: UUID) -> HttpResponse:
    account = _with_entry(request, account_id, entry_id)
    try:
        unsettle(account=account, entry=entry_id, by=request.user)
    except CorrectionMoved:
        messages.warning(request, _("Nothing was changed: this entry is not marked as done."))
    else:
        messages.success(request, _("The entry is on the list again."))
    return redirect_to("corrections", account.pk)


def _with_entry(request: MemberRequest, account_id: UUID, entry_id: UUID) -> Account:
    """Return the account that has or had the entry. Raises Http404."""
    account = _visible(request, account_id)
    if not is_entry_of(account, entry_id):
        raise Http404
    return account


def _visible(request: MemberRequest, account_id: UUID) -> Account:
    return get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)
