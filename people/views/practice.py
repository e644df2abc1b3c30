"""Pages of a practice: its people and their roles, invitations to several clients, new and closed clients, and the search for one."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import MemberRequest, NotYours, OrganizationRequest, SignedInRequest, member_may, signed_in
from people.addresses import redirect_to
from people.formats import listed, written_day
from people.mail import send_letter, sends_mail
from people.members import LastOwner, close_organization, joined_by, reopen_organization
from people.models import Organization
from people.practice import ChangedMeanwhile, Practice, create_clients, invite_to, set_roles, withdraw_letter
from people.practice_forms import ClientsForm, LettersForm, StaffForm
from people.views.organization import invitation_link

CLIENTS_A_PAGE = 24


def _practice_of(request: HttpRequest) -> Practice:
    """Return the practice of the request's user. Raises PermissionDenied if they manage the members of no client."""
    asking = cast("OrganizationRequest", request)
    practice = Practice.of(asking.memberships, cast("SignedInRequest", request).user)
    if not practice.clients:
        raise PermissionDenied(_("Your role does not allow this."))
    return practice


def _named(organizations: Sequence[Organization], query: str) -> list[Organization]:
    """Return the organizations whose name contains each word of the query."""
    words = query.casefold().split()
    return [organization for organization in organizations if all(word in organization.name.casefold() for word in words)]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def staff(request: SignedInRequest) -> HttpResponse:
    """Show and save the roles of the people of the practice in its clients, some clients a page."""
    practice, query = _practice_of(request), request.GET.get("q", "")
    page = Paginator(_named(practice.clients, query), CLIENTS_A_PAGE).get_page(request.GET.get("page"))
    form = StaffForm(request.POST or None, practice=practice, clients=list(page))
    if form.is_valid():
        shown, wanted = form.cells()
        try:
            count = set_roles(practice=practice, shown=shown, wanted=wanted)
        except LastOwner as refused:
            form.add_error(None, _("Nothing was saved. %(client)s keeps at least one owner.") % {"client": refused})
        except ChangedMeanwhile as refused:
            values = {"user": refused.user, "client": refused.client}
            form.add_error(None, _("Nothing was saved: the role of %(user)s in %(client)s has changed. Reload the page.") % values)
        else:
            messages.success(request, ngettext("%(count)d role was changed.", "%(count)d roles were changed.", count) % {"count": count})
            return HttpResponse(status=302, headers={"Location": request.get_full_path()})
    context = {"section": "practice", "part": "staff", "practice": practice, "form": form, "page": page, "query": query}
    return render(request, "finance/practice_staff.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def letters(request: SignedInRequest) -> HttpResponse:
    """Show the open letters of the practice; on POST invite people to several clients."""
    practice = _practice_of(request)
    form = LettersForm(request.POST or None, practice=practice)
    if form.is_valid():
        values = form.cleaned_data
        invited = invite_to(practice=practice, clients=values["clients"], emails=values["emails"], role=values["role"])
        sent = []
        for invitation in invited if sends_mail() else ():
            names = [organization.name for organization in joined_by(invitation)]
            facts = {
                "who": request.user,
                "count": len(names),
                "clients": "\n".join(f"- {name}" for name in names),
                "link": invitation_link(request, invitation),
                "day": written_day(invitation.expires_at),
            }
            text = _(
                "%(who)s invites you to these clients in Tieout:\n\n%(clients)s\n\n"
                "You can join all of them with this link until %(day)s. It works once:\n\n%(link)s\n"
            )
            subject = ngettext("Invitation to %(count)d client", "Invitation to %(count)d clients", len(names))
            if send_letter(to=invitation.email, subject=subject % facts, text=text % facts):
                sent.append(invitation.email)
        if len(sent) == len(invited):
            messages.success(
                request, ngettext("%(count)d e-mail was sent.", "%(count)d e-mails were sent.", len(sent)) % {"count": len(sent)}
            )
        elif sends_mail():
            others = listed(invitation.email for invitation in invited if invitation.email not in sent)
            messages.warning(
                request,
                _("These e-mails could not be sent: %(emails)s. Copy their links below and send them yourself.") % {"emails": others},
            )
        else:
            messages.success(request, _("Invitations created. Copy their links below and send them."))
        return redirect_to("practice_letters")
    waiting = [
        (invitations, invitation_link(request, invitations[0]) if practice.has_whole_letter(invitations[0]) else "")
        for invitations in practice.letters()
    ]
    context = {"section": "practice", "part": "letters", "practice": practice, "form": form, "waiting": waiting, "sends_mail": sends_mail()}
    return render(request, "finance/practice_letters.html", context)


@require_POST
@signed_in
def letter_withdraw(request: SignedInRequest, letter: UUID) -> HttpResponse:
    if not withdraw_letter(practice=_practice_of(request), letter=letter):
        raise Http404
    messages.success(request, _("The invitation is withdrawn. Its link no longer works for these clients."))
    return redirect_to("practice_letters")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_clients(request: SignedInRequest) -> HttpResponse:
    """Show the clients of the practice; on POST create others."""
    practice, current = _practice_of(request), cast("OrganizationRequest", request).organization
    form = ClientsForm(request.POST or None, practice=practice, current=current) if practice.may_create_clients else None
    if request.method == "POST" and form is None:
        raise NotYours
    if form and form.is_valid():
        values = form.cleaned_data
        copied = {"like": values["like"], "accounts": values["accounts"], "staff": values["staff"]}
        made = create_clients(practice=practice, names=values["names"], **copied)
        messages.success(
            request, ngettext("%(count)d client was created.", "%(count)d clients were created.", len(made)) % {"count": len(made)}
        )
        return redirect_to("practice_clients")
    closed = request.user.memberships.active(timezone.now()).exclude(organization__closed_at=None).select_related("organization")
    context = {
        "section": "practice",
        "part": "clients",
        "practice": practice,
        "form": form,
        "closed": closed.order_by("organization__name"),
    }
    return render(request, "finance/practice_clients.html", context)


@require_safe
@signed_in
def find_client(request: SignedInRequest) -> HttpResponse:
    """Show the organizations of the user that match the query. A form sent by the Enter key leads to the only match."""
    query = request.GET.get("q", "")
    memberships = cast("OrganizationRequest", request).memberships
    organizations = [membership.organization for membership in memberships]
    matches = _named(sorted(organizations, key=lambda organization: organization.name.casefold()), query)
    if query and len(matches) == 1 and "HX-Request" not in request.headers:
        return redirect_to("imports", organization=matches[0].slug)
    return render(request, "finance/find_client.html", {"section": "clients", "matches": matches, "query": query})


@require_POST
@member_may("close")
def organization_close(request: MemberRequest) -> HttpResponse:
    """Close the organization, or open it again."""
    if "reopen" in request.POST:
        reopen_organization(organization=request.organization, by=request.user)
        messages.success(request, _("%(client)s is open again.") % {"client": request.organization})
    else:
        close_organization(organization=request.organization, by=request.user)
        messages.success(request, _("%(client)s is closed. Nothing was deleted.") % {"client": request.organization})
    return redirect_to("imports")
