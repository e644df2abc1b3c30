"""The work over all clients of a user: filters, acts on statements of several clients, assignees, letters for missing statements."""

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
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance.models import Account
from people.access import MemberRequest, NotYours, OrganizationRequest, SignedInRequest, member_may, signed_in
from people.addresses import address, addresses_within, redirect_to
from people.mail import sends_mail
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import ACTS
from reconciliation.presentation.overview.matrix import MONTHS, last_complete_month, matrix_of, shifted
from reconciliation.presentation.overview.visible import Memberships, accounts_of, imports_of
from reconciliation.presentation.overview.worklist import MOST, WorkFilter, review_queue_of, waiting_for_review_by, worklist_of
from reconciliation.uploads.missing import ask_for_statements, missing_in
from reconciliation.uploads.services import NoColleague, assign, colleagues
from reconciliation.views.access import import_seen_by
from reconciliation.views.imports import act_on, outcomes_of

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
    context = {
        "section": "clients",
        "count": waiting_for_review_by(request.user, memberships).count_to_limit(),
        "group": review_queue_of(request.user, memberships),
    }
    return render(request, "reconciliation/review_queue.html", context)


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
        messages.warning(request, sentence % {"clients": ", ".join(silent)})
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
