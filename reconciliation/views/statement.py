"""The page of one import (account, verdict, difference, next action, proof), its chat with a model, its history, its document and
pictures of its pages."""

from urllib.parse import quote
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from finance.categories import all_known
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from people.access import MemberRequest, member_may
from people.addresses import address
from people.audit import Act, record, record_view
from people.models import uses_letter_keys
from people.staff import sees
from reconciliation.chat import services as chat
from reconciliation.chat.proposals import approve, refuse
from reconciliation.converting.forms import FORMS
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.opening import TooBusy, page_picture
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.pages import page_drawing
from reconciliation.electronic.reader import is_electronic
from reconciliation.forms import ChooseAccountForm
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.models import Question
from reconciliation.presentation.import_list import RUNNING, next_for_a_person, receipt_of, summary_of
from reconciliation.presentation.labels.acts import refusal
from reconciliation.presentation.labels.model_proposals import disagreement, silence
from reconciliation.presentation.labels.processing import failure, fault_in_words
from reconciliation.presentation.labels.verdicts import reasons_of
from reconciliation.presentation.statement_page.chat import chat_of
from reconciliation.presentation.statement_page.document_acts import discarding_of, next_step
from reconciliation.presentation.statement_page.examination import examination_of
from reconciliation.presentation.statement_page.history import history_of, progress_of, shown_run
from reconciliation.presentation.statement_page.sheet import shown_sheets_of
from reconciliation.questions import of_import, others_to_ask
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed
from reconciliation.views.access import import_seen_by, imports_seen_by, other_clients


@require_safe
@member_may("read")
def import_detail(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show a statement; to a client, whether their upload was received."""
    statement_import = import_seen_by(request, import_id, others_to_ask=others_to_ask(request.membership))
    record_view(request.organization, request.user, statement_import)
    if not request.membership.may("read_books"):
        context = {"section": "statements", "receipt": receipt_of(statement_import), "failure": failure(statement_import.error)}
        return render(request, "reconciliation/own_upload.html", context | {"statement_import": statement_import})
    running = statement_import.status in RUNNING
    sheets = [] if running else shown_sheets_of(statement_import, request.membership, request.GET)
    context = {
        "section": "statements",
        "statement_import": statement_import,
        "document_at": address("import_document", import_id),
        "here": address("import_detail", import_id),
        "here_quoted": quote(address("import_detail", import_id), safe=""),
        "summary": summary_of(statement_import),
        "failure": failure(statement_import.error),
        "reasons": reasons_of((statement_import.reconciliation or {}).get("reasons", [])),
        "sheets": sheets,
        "step": next_step(statement_import, sheets),
        "progress": progress_of(statement_import) if running else None,
        "next_import": next_for_a_person(imports_seen_by(request), statement_import, request.membership)
        if request.membership.may("decide")
        else None,
        "may_act": request.membership.may("upload"),
        "may_decide": request.membership.may("decide"),
        "may_export": request.membership.may("export"),
        "convert_forms": FORMS,
        "may_ask": request.membership.may("decide") and getattr(statement_import, "others_to_ask", False),
        "has_keys": request.membership.may("decide") and uses_letter_keys(getattr(request.membership.user, "preferences", None)),
        "known": all_known(request.organization) if request.membership.may("post") else None,
        "may_post": request.membership.may("post"),
        "may_undo": request.membership.may("undo"),
        "accounts": Account.objects.visible_to(request.membership),
        "may_start": request.membership.may("manage_accounts"),
        "disagreements": [disagreement(difference) for difference in (statement_import.reconciliation or {}).get("disagreements", [])],
        "in_the_admin": sees(request, request.organization),
        "examination": None if running else examination_of(statement_import),
        "silence": silence(statement_import.reconciliation),
        "chat": chat_of(statement_import, sheets, request.membership, request.GET)
        if request.membership.may("decide") and not running
        else None,
        "enquiries": of_import(statement_import),
        "discarding": discarding_of(statement_import, other_clients(request)) if request.membership.may("decide") else None,
        "may_answer": request.membership.may("upload"),
        "may_close": request.membership.may("decide"),
        "runs": [] if running else statement_import.runs.defer("reconciliation")[:1],
        "today": timezone.localdate(),
    }
    return render(request, "reconciliation/import.html", context)


@require_safe
@member_may("read_books")
def import_status(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Return the progress for htmx, or an empty response if `?seen` is still the latest. After the run the page reloads itself."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.status not in RUNNING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    progress = progress_of(statement_import)
    if request.GET.get("seen") == progress.token:
        return HttpResponse(status=204)
    return render(request, "reconciliation/import_running.html", {"statement_import": statement_import, "progress": progress})


@require_safe
@member_may("read_books")
def import_runs(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show the latest run, or `?run=NUMBER`; with `?check` the stored proof is checked again with today's books."""
    statement_import = import_seen_by(request, import_id)
    runs = list(statement_import.runs.defer("reconciliation"))
    wanted = request.GET.get("run", "")
    chosen = next((run for run in runs if str(run.number) == wanted), None) if wanted else next(iter(runs), None)
    if wanted and chosen is None:
        raise Http404
    context = {
        "section": "statements",
        "statement_import": statement_import,
        "summary": summary_of(statement_import),
        "runs": runs,
        "shown": shown_run(chosen) if chosen else None,
        "events": history_of(statement_import),
        "has_answer": statement_import.reconciliation is not None,
        "is_checked": "check" in request.GET and statement_import.reconciliation is not None,
        "faults": [fault_in_words(code) for code in faults_of(statement_import)] if "check" in request.GET else [],
    }
    return render(request, "reconciliation/runs.html", context)


SAFE_HEADERS = {
    "Content-Type": "application/pdf",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cache-Control": "private, no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@require_safe
@member_may("read")
def import_document(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Return the uploaded bytes, or the unlocked copy, as a download, so that no browser runs scripts in it beside the product's pages."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.document_deleted_at:
        return render(request, "reconciliation/document_deleted.html", {"statement_import": statement_import}, status=410)
    if not statement_import.has_document:
        raise Http404
    try:
        content = archive.readable(statement_import)
    except (FileNotFoundError, DocumentSealed) as lost:
        raise Http404(_("This document cannot be opened.")) from lost
    record(request.organization, request.user, Act.DOWNLOADED, statement_import, what="document")
    named = content_disposition_header(as_attachment=True, filename=statement_import.filename)
    kind = {"Content-Type": "application/octet-stream"} if is_electronic(content) else {}
    return HttpResponse(content, headers=SAFE_HEADERS | kind | {"Content-Disposition": named or "attachment"})


DRAWN_AS = 1  # goes up when pages are drawn otherwise
HEADERS = {
    "Content-Type": "image/png",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",  # the browser stores it privately, and checks each time that it may still be shown
    "Cross-Origin-Resource-Policy": "same-origin",
}
DRAWING = {"Content-Type": "image/svg+xml; charset=utf-8", "Content-Security-Policy": SAFE_HEADERS["Content-Security-Policy"]}


@require_safe
@member_may("read")
def page_image(request: MemberRequest, import_id: UUID, number: int) -> HttpResponse:
    """Return the page as a reader sees it. 404 if it does not exist or cannot be drawn, 410 if the document was deleted, 503 under load."""
    statement_import = import_seen_by(request, import_id)
    if not 1 <= number <= len(statement_import.page_sizes):
        raise Http404
    if statement_import.document_deleted_at:
        return HttpResponse(status=410)
    etag = f'"{statement_import.sha256}-{number}-{DRAWN_AS}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged:
        return unchanged
    try:
        content = archive.readable(statement_import)
        if is_electronic(content):
            drawing = page_drawing(content, number)
            if drawing is None:
                raise Http404(_("This page cannot be shown."))
            record_view(request.organization, request.user, statement_import)
            return HttpResponse(drawing, headers=HEADERS | DRAWING | {"ETag": etag})
        picture = page_picture(content, number, configured_limits())
    except (FileNotFoundError, DocumentSealed, DocumentUnreadable, FileRefused) as lost:
        raise Http404(_("This page cannot be shown.")) from lost
    except TooBusy:
        return HttpResponse(status=503, headers={"Retry-After": "5"})
    record_view(request.organization, request.user, statement_import)
    return HttpResponse(picture, headers=HEADERS | {"ETag": etag})


@require_POST
@member_may("decide")
def ask(request: MemberRequest, import_id: UUID) -> HttpResponse | StreamingHttpResponse:
    """Return the answer as server-sent events: queued, running, completed or failed for each tool, reasoning, content, warning, done.

    With `then` set to `page`, as a form without JavaScript sends it, return the statement's page when the answer is complete."""
    then_page = request.POST.get("then") == "page"
    try:
        question = chat.ask(statement_import=import_seen_by(request, import_id), text=request.POST.get("question", ""), actor=request.user)
    except chat.UnaskableQuestion as refused:
        words = {"empty": _("Type a question."), "too_long": _("Use at most %(most)d characters.") % {"most": chat.LONGEST}}
        if then_page:
            messages.error(request, words[refused.code])
            return _to_chat(import_id)
        return JsonResponse({"error": {"code": refused.code, "message": words[refused.code]}}, status=400)
    events = chat.answer(question=question, name=chosen_for(request.organization).provider)
    if then_page:
        for _event in events:
            pass
        return _to_chat(import_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Question": str(question.pk)}
    return StreamingHttpResponse((event.written() for event in events), content_type="text/event-stream", headers=headers)


@require_POST
@member_may("decide")
def stop(request: MemberRequest, import_id: UUID, question_id: UUID) -> HttpResponse:
    questions = Question.objects.of(request.organization).filter(statement_import=import_seen_by(request, import_id))
    chat.stop(question=get_object_or_404(questions, pk=question_id), actor=request.user)
    return HttpResponse(status=204)


@require_POST
@member_may("decide")
def answer_proposal(request: MemberRequest, import_id: UUID, question_id: UUID, number: int) -> HttpResponse:
    """Accept a model's proposal, also with another `account`, or reject it. `shown` is the digest of what the page showed."""
    questions = Question.objects.of(request.organization).filter(statement_import=import_seen_by(request, import_id))
    question = get_object_or_404(questions.defer("turns").select_related("statement_import__organization"), pk=question_id)
    form, shown, reason = ChooseAccountForm(request), request.POST.get("shown", ""), request.POST.get("reason", "")
    try:
        if request.POST.get("outcome") == "refused":
            refuse(question=question, number=number, shown=shown, actor=request.user, reason=reason)
        else:
            account = form.cleaned_data["account"] if form.is_valid() else None
            approve(question=question, number=number, shown=shown, actor=request.user, account=account)
    except DecisionRefused as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, _("Saved and re-checked."))
    return _to_chat(import_id)


def _to_chat(import_id: UUID) -> HttpResponse:
    return HttpResponseRedirect(address("import_detail", import_id) + "#chat")
