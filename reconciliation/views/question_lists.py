"""Questions to a client as one list by e-mail, and the page of its link, which needs no login."""

from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.formats import use_formats, written_day
from people.mail import can_write, page_address, send_letter
from people.models import Membership, formats_for, language_for
from people.roles import Role
from reconciliation.models import Enquiry, QuestionList
from reconciliation.questions import lists, services
from reconciliation.questions.listing import of_enquiries
from reconciliation.questions.services import AnswerFileRefused


class SendForm(forms.Form):
    """The letter with a list of questions: its address, its text, and the day by which answers are wanted."""

    email = forms.EmailField(label=gettext_lazy("E-mail address of the client"))
    due_on = forms.DateField(
        label=gettext_lazy("Answer by"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    text = forms.CharField(label=gettext_lazy("Text of the letter"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("decide")
def send_questions(request: MemberRequest) -> HttpResponse:
    """Show the open questions and the letter; on POST send those that were shown."""
    questions = of_enquiries(lists.open_questions(request.organization))
    last = QuestionList.objects.of(request.organization).first()
    clients = Membership.objects.of(request.organization).active(timezone.now()).filter(role=Role.CLIENT).exclude(user__email="")
    addresses = list(clients.order_by("created_at").values_list("user__email", flat=True))
    template = _("Hello,\n\nWe have questions about your statements. You can answer them with the link below, without signing in.")
    initial = {"email": last.email if last else next(iter(addresses), ""), "text": last.text if last else template}
    form = SendForm(request.POST or None, initial=initial, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            made = lists.make_list(
                organization=request.organization,
                enquiries=[UUID(text) for text in request.POST.getlist("enquiries")],
                actor=request.user,
                **form.cleaned_data,
            )
        except services.Unsayable:
            messages.error(request, _("None of these questions is still open."))
            return redirect_to("enquiries")
        except ValueError as error:
            raise Http404 from error
        if _write(made, page_address("answers", lists.token_of(made))):
            messages.success(request, _("The questions were sent to %(email)s.") % {"email": made.email})
        elif not can_write():
            messages.success(request, _("Link created. Copy it below and send it."))
        else:
            messages.warning(request, _("The e-mail could not be sent. Copy the link below and send it yourself."))
        return redirect_to("enquiries")
    context = {"section": "statements", "form": form, "questions": questions, "sends_mail": can_write()}
    return render(request, "reconciliation/send_questions.html", context, status=400 if form.errors else 200)


@require_POST
@member_may("decide")
def withdraw_questions(request: MemberRequest, list_id: UUID) -> HttpResponse:
    question_list = get_object_or_404(QuestionList.objects.of(request.organization), pk=list_id)
    lists.withdraw_list(question_list=question_list, actor=request.user)
    messages.success(request, _("The link is withdrawn."))
    return redirect_to("enquiries")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answers(request: HttpRequest, token: str) -> HttpResponse:
    """Show the questions of a link to whoever holds it, and take an answer to one of them. Nothing else of the books is shown."""
    question_list = lists.list_of(token)
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
                lists.answer_through(question_list=question_list, enquiry_id=enquiry_id, text=text, file=request.FILES.get("file"))
            except (services.Unsayable, AnswerFileRefused) as error:
                refused = {"refused": enquiry_id, "why": error.says, "text": text}
            except ValueError as error:
                raise Http404 from error
            else:
                messages.success(request, _("Sent. Thank you."))
                return redirect_to("answers", token)
        context = {
            "question_list": question_list,
            "questions": of_enquiries(question_list.enquiries.exclude(waits=Enquiry.Waits.NO_MORE)),
            "longest": services.LONGEST,
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
