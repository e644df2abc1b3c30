"""Questions to clients: ask about a row, answer with text or a file, close."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import MemberRequest, member_may
from people.addresses import address
from people.audit import Act, record
from people.mail import page_address
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList, Statement
from reconciliation.questions import services
from reconciliation.questions.listing import MOST, shown_to
from reconciliation.questions.lists import token_of
from reconciliation.questions.services import AnswerFileRefused
from reconciliation.storage import archive
from reconciliation.views.access import import_seen_by, imports_asked_about

MOST_DIGITS = 9


@require_safe
@member_may("read")
def enquiries(request: MemberRequest) -> HttpResponse:
    """List all visible questions, those that wait first."""
    context = {
        "section": "statements",
        "enquiries": shown_to(request.membership, imports_asked_about(request.membership)),
        "most": MOST,
        "may_answer": request.membership.may("upload"),
        "may_close": request.membership.may("decide"),
        "lists": sent_lists(request) if request.membership.may("decide") else [],
    }
    return render(request, "reconciliation/enquiries.html", context)


def sent_lists(request: MemberRequest) -> list[tuple[QuestionList, str]]:
    """Return the lists whose links work, each with its link, under `PUBLIC_URL`, else under the address of this request."""
    links = []
    for question_list in QuestionList.objects.of(request.organization).open(timezone.now()):
        token = token_of(question_list)
        links.append((question_list, page_address("answers", token) or request.build_absolute_uri(address("answers", token))))
    return links


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("decide")
def ask_client(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Show the row and a field for the question. The row is named by `line`, its index, or `entry`, its id in the verdict."""
    statement_import = import_seen_by(request, import_id)
    statement = get_object_or_404(Statement.objects.of(request.organization).filter(statement_import=statement_import), pk=statement_id)
    line, text = request.GET.get("line", ""), request.POST.get("text", "")
    is_row = line.isascii() and line.isdigit() and len(line) < MOST_DIGITS
    named = services.Named(line=int(line)) if is_row else services.Named(entry=request.GET.get("entry", "")[:200])
    try:
        row = services.row_of(statement, named)
        if request.method == "POST":
            enquiry = services.ask_client(statement=statement, named=named, text=text, actor=request.user)
            return HttpResponseRedirect(f"{address('import_detail', import_id)}#enquiry-{enquiry.pk}")
    except services.Unsayable as refused:
        if refused.code == "no_row":
            raise Http404 from refused
        messages.error(request, refused.says)
    context = {
        "section": "statements",
        "statement_import": statement_import,
        "row": row,
        "day": dt.date.fromisoformat(row["date"]) if row["date"] else None,
        "amount": Decimal(row["amount"] or 0),
        "text": text,
        "longest": services.LONGEST,
    }
    return render(request, "reconciliation/ask_client.html", context)


@require_POST
@member_may("upload")
def answer_enquiry(request: MemberRequest, enquiry_id: UUID) -> HttpResponse:
    enquiry = _seen(request, enquiry_id)
    text = request.POST.get("text", "")
    try:
        services.answer(enquiry=enquiry, text=text, file=request.FILES.get("file"), actor=request.user)
    except services.Unsayable as refused:
        return _again(request, enquiry, text, refused.says)
    except AnswerFileRefused as refused:
        return _again(request, enquiry, text, refused.says)
    messages.success(request, _("Sent."))
    return _back(request, enquiry)


@require_POST
@member_may("decide")
def close_enquiry(request: MemberRequest, enquiry_id: UUID) -> HttpResponse:
    enquiry = _seen(request, enquiry_id)
    try:
        services.close(enquiry=enquiry, actor=request.user, seen=request.POST.get("seen", ""))
    except services.Unsayable as refused:
        messages.error(request, refused.says)
    return _back(request, enquiry)


@require_safe
@member_may("read")
def enquiry_file(request: MemberRequest, enquiry_id: UUID, message_id: UUID) -> HttpResponse:
    """Return the file, always as a download of a type that no browser opens as a page."""
    sent = EnquiryMessage.objects.of(request.organization).filter(enquiry=_seen(request, enquiry_id)).exclude(stored_as="")
    message = get_object_or_404(sent, pk=message_id)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=message.filename) or "attachment",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
    try:
        content = archive.fetch(request.organization, message.stored_as)
    except (FileNotFoundError, archive.DocumentSealed) as lost:
        raise Http404(_("This document cannot be opened.")) from lost
    record(request.organization, request.user, Act.DOWNLOADED, message.enquiry.statement_import, what="answer", message=message.pk)
    return HttpResponse(content, headers=headers)


def _seen(request: MemberRequest, enquiry_id: UUID) -> Enquiry:
    enquiries = Enquiry.objects.of(request.organization).filter(statement_import__in=imports_asked_about(request.membership).values("pk"))
    return get_object_or_404(enquiries.select_related("statement_import__organization"), pk=enquiry_id)


def _again(request: MemberRequest, enquiry: Enquiry, text: str, why: str) -> HttpResponse:
    """Show the form again with the text that was entered."""
    context = {
        "section": "statements",
        "enquiries": shown_to(request.membership, imports_asked_about(request.membership)),
        "most": MOST,
        "may_answer": True,
        "may_close": request.membership.may("decide"),
        "refused": enquiry.pk,
        "why": why,
        "text": text,
    }
    return render(request, "reconciliation/enquiries.html", context, status=400)


def _back(request: MemberRequest, enquiry: Enquiry) -> HttpResponse:
    on_its_statement = request.POST.get("then") == "statement"
    there = address("import_detail", enquiry.statement_import_id) if on_its_statement else address("enquiries")
    return HttpResponseRedirect(f"{there}#enquiry-{enquiry.pk}")
