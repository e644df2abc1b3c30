"""The work over all clients of a user: filters, acts on statements of several clients, assignees, letters for missing statements.

Also the overview of one organization, the notice on it, and the first visit with its sample books."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from typing import cast
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance.models import Account
from people.access import MemberRequest, NotYours, OrganizationRequest, SignedInRequest, member_may, signed_in
from people.addresses import address, addresses_within, redirect_to
from people.audit import Act, record
from people.formats import listed
from people.mail import sends_mail
from people.models import Organization
from people.views.sign_in import first_run
from reconciliation.models import Notice, StatementImport
from reconciliation.presentation.import_list import ACTS
from reconciliation.presentation.overview import Memberships, accounts_of, imports_of
from reconciliation.presentation.overview.charts import charts_of
from reconciliation.presentation.overview.matrix import MONTHS, last_complete_month, matrix_of, shifted
from reconciliation.presentation.overview.worklist import MOST, WorkFilter, review_queue_of, waiting_for_review_by, worklist_of
from reconciliation.reports.catalogue import TYPES, file_name, written
from reconciliation.reports.registers import month_of_clients
from reconciliation.uploads.missing import ask_for_statements, missing_in
from reconciliation.uploads.sample_books import NotSamples, discard_samples, load_samples, there_are_samples
from reconciliation.uploads.services import NoColleague, assign, colleagues
from reconciliation.views.access import import_seen_by
from reconciliation.views.imports import act_on, outcomes_of
from reconciliation.views.reports import report_file

EARLIEST = dt.date(1970, 1, 1)
ACTS_OF_CLIENTS = ACTS | {"assign": gettext_lazy("Assign")}


class AssignForm(forms.Form):
    """A person, or none, and the day by which the statement is to be finished."""

    due_on = forms.DateField(
        label=gettext_lazy("Due on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, people: Sequence[User], data: QueryDict | None = None, *, of: StatementImport | None = None) -> None:
        initial = {"to": of.assigned_to_id, "due_on": of.due_on} if of else None
        super().__init__(data, label_suffix="", initial=initial)
        self.fields["to"] = forms.TypedChoiceField(
            label=_("Assigned to"),
            choices=[("", _("Unassigned")), *((person.pk, person.get_username()) for person in people)],
            coerce=lambda key: next(person for person in people if str(person.pk) == key),
            empty_value=None,
            required=False,
        )
        self.order_fields(["to", "due_on"])


@require_safe
@signed_in
def clients(request: SignedInRequest) -> HttpResponse:
    """Show what waits in all clients and which months are covered, up to `?until=YYYY-MM`, and the accounts that lack a statement of it."""
    memberships = _memberships(request)
    people = colleagues([membership.organization for membership in memberships])
    work = WorkFilter(request.GET, memberships, people)
    chosen, latest = work.chosen(), last_complete_month(timezone.localdate())
    until = min(_month(request.GET.get("until", "")) or latest, latest)
    decides = any(membership.may("decide") for membership in chosen)
    context = {
        "section": "clients",
        "form": work,
        "until": until,
        "earlier": _query(request, until=f"{shifted(until, -MONTHS):%Y-%m}"),
        "later": _query(request, until=f"{min(shifted(until, MONTHS), latest):%Y-%m}") if until < latest else "",
        "worklist": worklist_of(chosen, work),
        "for_review": waiting_for_review_by(request.user, memberships).count_to_limit(),
        "matrix": matrix_of(chosen, last=until, page=request.GET.get("accounts", "")),
        "missing": missing_in(until, accounts_of(chosen), MOST),
        "may_write": sends_mail() and decides,
        "rest": f"{_query(request).removeprefix('?')}&" if len(_query(request)) > 1 else "",
        "acts": [(act, title) for act, title in ACTS_OF_CLIENTS.items() if act != "assign"] if decides else [],
        "assign_form": AssignForm(people) if decides else None,
    }
    return render(request, "reconciliation/clients.html", context)


@require_safe
@signed_in
def review_queue(request: SignedInRequest) -> HttpResponse:
    """Show the prepared statements of all clients that the user may review, the oldest first."""
    memberships = _memberships(request)
    group = review_queue_of(request.user, memberships)
    count = waiting_for_review_by(request.user, memberships).count_to_limit()
    context = {"section": "clients", "count": count, "group": group, "groups": [group]}
    return render(request, "reconciliation/review_queue.html", context)


@require_safe
@signed_in
def clients_report(request: SignedInRequest, year: int, month: int, form: str = "") -> HttpResponse:
    """Show the reconciliations of a month in all clients; `form` is the file ending for a file, which has the clients whose books the user
    may export."""
    first = _month(f"{year:04}-{month:02}")
    if first is None or (form and form not in TYPES):
        raise Http404
    memberships = [membership for membership in _memberships(request) if membership.may("read_books")]
    exported = [membership for membership in memberships if membership.may("export")]
    if form:
        left_out = [membership.organization.name for membership in memberships if membership not in exported]
        report = month_of_clients(exported, first, left_out=left_out)
        for membership in exported:
            record(membership.organization, request.user, Act.DOWNLOADED, membership.organization, what=file_name(report, form))
        return report_file(written(report, form, timezone.localdate()), TYPES[form], file_name(report, form))
    context = {
        "section": "clients",
        "report": month_of_clients(memberships, first),
        "months": [shifted(first, number) for number in (-1, 0, 1)],
        "month": first,
        "forms": TYPES,
        "may_export": bool(exported),
        "file_base": address("clients_report", year, month),
        "today": timezone.localdate(),
    }
    return render(request, "reconciliation/report.html", context)


@require_POST
@signed_in
def clients_together(request: SignedInRequest) -> HttpResponse:
    """Run `act` on the ids in `imports`, each in its own client and with the rights that the user has there."""
    act = request.POST.get("act", "")
    if act not in ACTS_OF_CLIENTS:
        raise Http404
    memberships = _memberships(request)
    visible = imports_of(memberships)
    form = AssignForm(colleagues([membership.organization for membership in memberships]), request.POST)
    if act == "assign" and not form.is_valid():
        messages.error(request, _("Choose a person and a day."))
        return redirect_to("clients")
    results: dict[UUID, tuple[str, str]] = {}
    for statement_import in visible.filter(pk__in=_ids(request, "imports")).select_related("organization").order_by("uploaded_at", "pk"):
        with addresses_within(statement_import.organization.slug):
            try:
                if act == "assign":
                    assign(statement_import=statement_import, actor=request.user, **form.cleaned_data)
                    results[statement_import.pk] = _("Assigned."), "good"
                else:
                    results[statement_import.pk] = act_on(statement_import, act, request.user)
            except NotYours:
                results[statement_import.pk] = _("Your role does not allow this."), "bad"
            except NoColleague:
                results[statement_import.pk] = _("This person cannot work on statements of this client."), "bad"
    context = {
        "section": "clients",
        "title": ACTS_OF_CLIENTS[act],
        "outcomes": outcomes_of(visible, results),
        "back": address("clients"),
    }
    return render(request, "reconciliation/imports_outcomes.html", context)


@require_POST
@signed_in
def ask_for_missing(request: SignedInRequest) -> HttpResponse:
    """Write to the clients of the chosen `accounts` and ask for the statements of `month`."""
    month = _month(request.POST.get("month", ""))
    if month is None:
        raise Http404
    of_client: dict[Organization, list[Account]] = defaultdict(list)
    for account in accounts_of(_memberships(request)).filter(pk__in=_ids(request, "accounts")).select_related("organization"):
        of_client[account.organization].append(account)
    letters, silent = 0, list[str]()
    for organization, accounts in of_client.items():
        try:
            sent = ask_for_statements(organization=organization, accounts=accounts, month=month, actor=request.user)
        except NotYours:
            sent = 0
        letters += sent
        if not sent:
            silent.append(organization.name)
    if letters:
        messages.success(request, ngettext("%(count)d e-mail was sent.", "%(count)d e-mails were sent.", letters) % {"count": letters})
    if silent:
        sentence = _("No e-mail was sent for %(clients)s. Invite a person with the role Client and give them these accounts.")
        messages.warning(request, sentence % {"clients": listed(silent)})
    return HttpResponseRedirect(f"{address('clients')}?{urlencode({'until': f'{month:%Y-%m}'})}")


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("decide")
def assign_statement(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show the assignee and the due day of a statement, and change them."""
    statement_import = import_seen_by(request, import_id)
    form = AssignForm(colleagues([request.organization]), request.POST or None, of=statement_import)
    if request.method == "POST" and form.is_valid():
        assign(statement_import=statement_import, actor=request.user, **form.cleaned_data)
        messages.success(request, _("Assigned."))
        return redirect_to("import_detail", import_id)
    context = {"section": "statements", "statement_import": statement_import, "form": form}
    return render(request, "reconciliation/assign.html", context, status=400 if form.errors else 200)


def _memberships(request: HttpRequest) -> Memberships:
    return cast("OrganizationRequest", request).memberships


def _ids(request: HttpRequest, name: str) -> list[UUID]:
    try:
        return [UUID(text) for text in request.POST.getlist(name)[:MOST]]
    except ValueError as error:
        raise Http404 from error


def _month(text: str) -> dt.date | None:
    """Return the first day of a month that is written as 2026-10; None for any other text and for a month before 1970."""
    try:
        month = dt.datetime.strptime(text, "%Y-%m").date()  # noqa: DTZ007  a month has no time zone
    except ValueError:
        return None
    return month if month >= EARLIEST else None


def _query(request: HttpRequest, **changes: str) -> str:
    values = {key: value for key, value in request.GET.items() if value and key != "accounts"} | changes
    return f"?{urlencode(values)}"


@require_safe
@member_may("read_books")
def overview(request: MemberRequest) -> HttpResponse:
    """Show the overview. Charts end with the current month, coverage with the month before."""
    memberships, today = [request.membership], timezone.localdate()
    matrix = matrix_of(memberships, last=last_complete_month(today), page=request.GET.get("accounts", ""))
    worklist = worklist_of(memberships)
    context = {
        "section": "overview",
        "worklist": worklist,
        "running": worklist.clients[0][3],
        "for_review": waiting_for_review_by(request.user, request.memberships).count_to_limit(),
        "matrix": matrix,
        "charts": charts_of(memberships, [*matrix.months[1:], today.replace(day=1)]),
        "is_empty": not matrix.page.rows and not worklist.groups and not imports_of(memberships).exists(),
        "may_upload": request.membership.may("upload"),
        "may_erase": request.membership.may("erase") and there_are_samples(),
    }
    return render(request, "reconciliation/overview.html", context)


@require_POST
@member_may("read")
def notice_seen(request: MemberRequest, notice_id: UUID) -> HttpResponse:
    notice = get_object_or_404(Notice.objects.of(request.organization).filter(user=request.user), pk=notice_id)
    notice.seen_at = timezone.now()
    notice.save(update_fields=["seen_at"])
    return redirect_to("imports")


def welcome(request: HttpRequest) -> HttpResponse:
    """Show the first visit; with `samples`, create the sample books and redirect to them."""
    response = first_run(request)
    if "samples" in request.POST and request.user.is_authenticated and there_are_samples():
        return redirect_to("imports", organization=load_samples(owner=request.user).slug)
    return response


@require_POST
@member_may("erase")
def open_samples(request: MemberRequest) -> HttpResponse:
    if not there_are_samples():
        raise Http404
    return redirect_to("imports", organization=load_samples(owner=request.user).slug)


@require_POST
@member_may("erase")
def throw_samples_away(request: MemberRequest) -> HttpResponse:
    try:
        discard_samples(organization=request.organization, actor=request.user)
    except NotSamples as refused:
        if not refused.files:
            raise Http404 from refused
        sentence = ngettext("%(count)d file here is not a sample.", "%(count)d files here are not samples.", refused.files)
        messages.error(request, sentence % {"count": refused.files} + " " + _("Nothing was deleted."))
        return redirect_to("imports")
    messages.success(request, _("The sample books were deleted. Nothing else was changed."))
    return redirect_to("start")
