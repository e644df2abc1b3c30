"""Questions to clients: ask about a row, answer with text or a file, close; several as one list by e-mail, and the
page of its link, which needs no login."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone, translation
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import MemberRequest, member_may
from people.addresses import address, redirect_to
from people.audit import Act, record
from people.formats import use_formats, written_day
from people.mail import can_write, page_address, send_letter
from people.models import Membership, formats_for, language_for
from people.roles import Role
from reconciliation import questions
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList, Statement
from reconciliation.questions import MOST, AnswerFileRefused, of_enquiries, shown_to, token_of
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
    named = questions.Named(line=int(line)) if is_row else questions.Named(entry=request.GET.get("entry", "")[:200])
    try:
        row = questions.row_of(statement, named)
        if request.method == "POST":
            enquiry = questions.ask_client(statement=statement, named=named, text=text, actor=request.user)
            return HttpResponseRedirect(f"{address('import_detail', import_id)}#enquiry-{enquiry.pk}")
    except questions.Unsayable as refused:
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
        "longest": questions.LONGEST,
    }
    return render(request, "reconciliation/ask_client.html", context)


@require_POST
@member_may("upload")
def answer_enquiry(request: MemberRequest, enquiry_id: UUID) -> HttpResponse:
    enquiry = _seen(request, enquiry_id)
    text = request.POST.get("text", "")
    try:
        questions.answer(enquiry=enquiry, text=text, file=request.FILES.get("file"), actor=request.user)
    except questions.Unsayable as refused:
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
        questions.close(enquiry=enquiry, actor=request.user, seen=request.POST.get("seen", ""))
    except questions.Unsayable as refused:
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


class SendForm(forms.Form):
    """The letter with a list of questions: its address, its text, and the day by which answers are wanted."""

    email = forms.EmailField(label=gettext_lazy("E-mail address of the client"))
    due_on = forms.DateField(
        label=gettext_lazy("Answer by"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    text = forms.CharField(label=gettext_lazy("Text of the e-mail"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("decide")
def send_questions(request: MemberRequest) -> HttpResponse:
    """Show the open questions and the letter; on POST send those that were shown."""
    still_open = of_enquiries(questions.open_questions(request.organization))
    last = QuestionList.objects.of(request.organization).first()
    clients = Membership.objects.of(request.organization).active(timezone.now()).filter(role=Role.CLIENT).exclude(user__email="")
    addresses = list(clients.order_by("created_at").values_list("user__email", flat=True))
    template = _("Hello,\n\nWe have questions about your statements. You can answer them with the link below, without signing in.")
    initial = {"email": last.email if last else next(iter(addresses), ""), "text": last.text if last else template}
    form = SendForm(request.POST or None, initial=initial, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            made = questions.make_list(
                organization=request.organization,
                enquiries=[UUID(text) for text in request.POST.getlist("enquiries")],
                actor=request.user,
                **form.cleaned_data,
            )
        except questions.Unsayable:
            messages.error(request, _("None of these questions is still open."))
            return redirect_to("enquiries")
        except ValueError as error:
            raise Http404 from error
        if _write(made, page_address("answers", questions.token_of(made))):
            messages.success(request, _("The questions were sent to %(email)s.") % {"email": made.email})
        elif not can_write():
            messages.success(request, _("Link created. Copy it below and send it."))
        else:
            messages.warning(request, _("The e-mail could not be sent. Copy the link below and send it yourself."))
        return redirect_to("enquiries")
    context = {"section": "statements", "form": form, "questions": still_open, "sends_mail": can_write()}
    return render(request, "reconciliation/send_questions.html", context, status=400 if form.errors else 200)


@require_POST
@member_may("decide")
def withdraw_questions(request: MemberRequest, list_id: UUID) -> HttpResponse:
    question_list = get_object_or_404(QuestionList.objects.of(request.organization), pk=list_id)
    questions.withdraw_list(question_list=question_list, actor=request.user)
    messages.success(request, _("The link is withdrawn."))
    return redirect_to("enquiries")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answers(request: HttpRequest, token: str) -> HttpResponse:
    """Show the questions of a link to its holder, and take an answer to one of them. Nothing else of the books is shown."""
    question_list = questions.list_of(token)
    if question_list is None:
        return render(request, "reconciliation/answers.html", {"question_list": None}, status=404)
    refused: dict[str, object] = {}
    language = language_for(question_list.organization) or settings.LANGUAGE_CODE
    use_formats(formats_for(question_list.organization))
    with translation.override(language):
        if request.method == "POST":
            text = request.POST.get("text", "")
            try:
                enquiry_id = UUID(request.POST.get("question", ""))
                questions.answer_through(question_list=question_list, enquiry_id=enquiry_id, text=text, file=request.FILES.get("file"))
            except (questions.Unsayable, AnswerFileRefused) as error:
                refused = {"refused": enquiry_id, "why": error.says, "text": text}
            except ValueError as error:
                raise Http404 from error
            else:
                messages.success(request, _("Sent. Thank you."))
                return redirect_to("answers", token)
        context = {
            "question_list": question_list,
            "questions": of_enquiries(question_list.enquiries.exclude(waits=Enquiry.Waits.NO_MORE)),
            "longest": questions.LONGEST,
            **refused,
        }
        return render(request, "reconciliation/answers.html", context, status=400 if refused else 200)


def _write(question_list: QuestionList, link: str) -> bool:
    """Send the letter in the language of the organization, and return whether the mail server accepted it. It names no row of the books.

    Without `PUBLIC_URL` there is no link, and no letter."""
    organization = question_list.organization
    if not link:
        return False
    with translation.override(language_for(organization) or settings.LANGUAGE_CODE):
        count = question_list.enquiries.count()
        subject = ngettext("%(organization)s: %(count)d question", "%(organization)s: %(count)d questions", count)
        due = _("Please answer by %(day)s.") % {"day": written_day(question_list.due_on)} if question_list.due_on else ""
        until = _("The link works until %(day)s.") % {"day": written_day(question_list.expires_at)}
        text = "\n\n".join(filter(None, [question_list.text, due, link, until]))
        return send_letter(to=question_list.email, subject=subject % {"organization": organization, "count": count}, text=text)
