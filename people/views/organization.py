"""An organization's settings, members, invitations and audit log, and a person's own preferences."""

import datetime as dt
from typing import Any, cast
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import MemberRequest, OrganizationRequest, SignedInRequest, member_may, signed_in
from people.addresses import address, redirect_to
from people.audit import Act, as_csv, as_json_lines, record
from people.formats import written_day
from people.forms import InvitationForm, LoginForm, MemberForm, OrganizationForm, PreferencesForm, save_recorded
from people.mail import page_address, send_letter, sends_mail
from people.members import (
    LastOwner,
    NotInvited,
    accept,
    accept_as_newcomer,
    change_member,
    invitation_of,
    invite,
    joined_by,
    remove_member,
    token_of,
    why_not,
    withdraw_invitation,
)
from people.models import AuditEntry, AuditEntryQuerySet, Invitation, Membership, Organization, Preferences, language_for
from people.roles import DESCRIPTIONS, Role
from people.sign_in.sessions import sign_in


@require_safe
@signed_in
def start(request: SignedInRequest) -> HttpResponse:
    """Redirect to the organization whose page was opened last, else to the user's first."""
    organization = cast("OrganizationRequest", request).organization
    if organization is None:
        raise PermissionDenied(_("Your role does not allow this."))
    query = request.META["QUERY_STRING"]
    return HttpResponseRedirect(address("imports", organization=organization.slug) + (f"?{query}" if query else ""))


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def organization_settings(request: MemberRequest) -> HttpResponse:
    """Show and save the settings. The page around an invalid form shows the stored organization."""
    organization = Organization.objects.get(pk=request.organization.pk)
    form = OrganizationForm(request.POST or None, instance=organization, is_owner=request.membership.role == Role.OWNER)
    if form.is_valid():
        save_recorded(form, organization=organization, by=request.user, act=Act.SET)
        messages.success(request, _saved(language_for(getattr(request.user, "preferences", None), organization)))
        return redirect_to("organization_settings")
    limits = {
        "most_megabytes": settings.DOCUMENT_MAX_BYTES / 1_000_000,
        "most_pages": settings.DOCUMENT_MAX_PAGES,
        "most_seconds": settings.DOCUMENT_MAX_SECONDS,
        "most_scanned": settings.OCR_MAX_PAGES,
        "daily_limit": settings.PROVIDER_DAILY_LIMIT,
        "run_limit": settings.PROVIDER_RUN_LIMIT,
    }
    return render(request, "finance/organization.html", {"form": form, "section": "organization", "part": "settings", **limits})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def preferences(request: SignedInRequest) -> HttpResponse:
    own = getattr(request.user, "preferences", None) or Preferences(user=request.user)
    form = PreferencesForm(request.POST or None, instance=own, request=request)
    if form.is_valid():
        form.save()
        messages.success(request, _saved(language_for(own, cast("OrganizationRequest", request).organization)))
        return redirect_to("preferences")
    return render(request, "finance/preferences.html", {"form": form, "section": "preferences"})


def _saved(language: str) -> str:
    """Return the message in the language that was just chosen."""
    with translation.override(language or translation.get_language()):
        return _("Saved.")


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_members")
def members(request: MemberRequest) -> HttpResponse:
    """List the members and open invitations; on POST create an invitation."""
    form = InvitationForm(request.POST or None, organization=request.organization)
    if form.is_valid():
        _invite(request, form)
        return redirect_to("members")
    listed = Membership.objects.of(request.organization).select_related("user").prefetch_related("accounts")
    waiting = Invitation.objects.of(request.organization).open(timezone.now()).select_related("invited_by")
    context = {
        "form": form,
        "section": "organization",
        "part": "members",
        "listed": listed.order_by("created_at", "id"),
        # The link of a letter is not shown: it would let others join too.
        "invitations": [(invitation, "" if invitation.letter else invitation_link(request, invitation)) for invitation in waiting],
        "roles": DESCRIPTIONS.items(),
        "sends_mail": sends_mail(),
        "now": timezone.now(),
    }
    return render(request, "finance/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_members")
def member(request: MemberRequest, membership_id: UUID) -> HttpResponse:
    membership = _member(request, membership_id)
    form = MemberForm(request.POST or None, membership=membership, may_make_owners=request.membership.role == Role.OWNER)
    if form.is_valid():
        values = form.cleaned_data
        try:
            change_member(
                membership=membership, by=request.user, role=values["role"], expires_at=form.expires_at, accounts=values.get("accounts", ())
            )
        except LastOwner:
            form.add_error("role", _("An organization needs at least one owner."))
        else:
            messages.success(request, _("Saved."))
            return redirect_to("members")
    return render(request, "finance/member.html", {"form": form, "member": membership, "section": "organization", "part": "members"})


@require_POST
@member_may("manage_members")
def member_remove(request: MemberRequest, membership_id: UUID) -> HttpResponse:
    membership = _member(request, membership_id)
    try:
        remove_member(membership=membership, by=request.user)
    except LastOwner:
        messages.error(request, _("An organization needs at least one owner."))
        return redirect_to("member", membership_id)
    messages.success(
        request,
        _("%(name)s is no longer a member of %(organization)s.") % {"name": membership.user, "organization": request.organization},
    )
    return redirect_to("preferences" if membership.user == request.user else "members")


@require_POST
@member_may("manage_members")
def invitation_withdraw(request: MemberRequest, invitation_id: UUID) -> HttpResponse:
    invitation = get_object_or_404(Invitation.objects.of(request.organization), pk=invitation_id)
    withdraw_invitation(invitation=invitation, by=request.user)
    messages.success(request, _("Invitation withdrawn. Its link no longer works."))
    return redirect_to("members")


def _member(request: MemberRequest, membership_id: UUID) -> Membership:
    memberships = Membership.objects.of(request.organization).select_related("user", "organization")
    return get_object_or_404(memberships, pk=membership_id)


def _invite(request: MemberRequest, form: InvitationForm) -> None:
    """Create the invitation and send it if it has an address; the message says whether its link must be copied."""
    email = form.cleaned_data["email"]
    invitation = invite(
        organization=request.organization,
        by=request.user,
        role=form.cleaned_data["role"],
        email=email,
        accounts=form.cleaned_data.get("accounts", ()),
    )
    if not email or not sends_mail():
        messages.success(request, _("Invitation created. Copy its link below and send it."))
        return
    values = {
        "who": request.user,
        "organization": request.organization,
        "link": invitation_link(request, invitation),
        "day": written_day(invitation.expires_at),
    }
    text = (
        _("%(who)s invites you to %(organization)s in Tieout. You can join with this link until %(day)s. It works once:\n\n%(link)s\n")
        % values
    )
    if send_letter(to=invitation.email, subject=_("Invitation to %(organization)s") % values, text=text):
        messages.success(request, _("The invitation was sent to %(email)s.") % {"email": email})
    else:
        messages.warning(request, _("The e-mail could not be sent. Copy the link below and send it yourself."))


def invitation_link(request: HttpRequest, invitation: Invitation) -> str:
    """Return the link under `PUBLIC_URL`, else under the address of this request."""
    token = token_of(invitation)
    return page_address("invitation", token) or request.build_absolute_uri(address("invitation", token))


NOT_INVITED = {
    "used": gettext_lazy("This invitation was already used. Ask for another one."),
    "withdrawn": gettext_lazy("This invitation was withdrawn. Ask who sent it."),
    "closed": gettext_lazy("This organization is closed. Ask who sent the invitation."),
    "expired": gettext_lazy("This invitation has expired. Ask for another one."),
    "member": gettext_lazy("You are already a member of this organization."),
}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Let a signed-in person join, or a new one create a login, if the invitation of the link is open."""
    opened = invitation_of(token)
    if opened is None:
        raise Http404
    refused = why_not(opened)
    if refused:
        return _page(request, opened, refused=refused)
    try:
        if request.user.is_authenticated:
            if request.method != "POST":
                return _page(request, opened)
            joined = accept(invitation=opened, user=request.user)[0].organization
        else:
            form = LoginForm(request.POST or None)
            if not form.is_valid():
                return _page(request, opened, form=form)
            try:
                user = accept_as_newcomer(invitation=opened, username=form.cleaned_data["username"], password=form.cleaned_data["password"])
            except IntegrityError:
                form.add_error("username", _("This user name is taken. If it is yours, sign in first."))
                return _page(request, opened, form=form)
            joined = opened.organization
            sign_in(request, user)
    except NotInvited as error:
        return _page(request, opened, refused=error.code)
    messages.success(request, _("Welcome to %(organization)s.") % {"organization": joined})
    return redirect_to("imports", organization=joined.slug)


def _page(request: HttpRequest, invitation: Invitation, *, form: LoginForm | None = None, refused: str = "") -> HttpResponse:
    organizations = [] if refused else joined_by(invitation)
    context = {"invitation": invitation, "organizations": organizations, "form": form, "refused": NOT_INVITED.get(refused, "")}
    return render(request, "finance/invitation.html", context, status=410 if refused else 200)


PAGE_SIZE = 50
MOST_PEOPLE = 200
ANY = ("", gettext_lazy("Any"))


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class AuditFilter(forms.Form):
    """The filters of the log's page. Invalid values filter nothing."""

    person = forms.TypedChoiceField(label=gettext_lazy("Person"), required=False, coerce=int, empty_value=None)
    act = forms.ChoiceField(label=gettext_lazy("Action"), choices=[ANY, *Act.choices], required=False)
    first = _day(gettext_lazy("From"))
    last = _day(gettext_lazy("To"))

    def __init__(self, data: Any, organization: Organization) -> None:
        super().__init__(data, label_suffix="")
        people = AuditEntry.objects.of(organization).exclude(by=None).order_by("name").values_list("by", "name").distinct()
        self.fields["person"].choices = [ANY, *people[:MOST_PEOPLE]]  # type: ignore[attr-defined]
        self.full_clean()
        self.organization = organization

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values())

    def entries(self) -> AuditEntryQuerySet:
        """Return the filtered entries, newest first. Days are in the reader's time zone."""
        entries, wanted = AuditEntry.objects.of(self.organization), self.cleaned_data
        if wanted.get("person") is not None:
            entries = entries.filter(by=wanted["person"])
        if wanted.get("act"):
            entries = entries.filter(act=wanted["act"])
        if wanted.get("first"):
            entries = entries.filter(at__gte=_start(wanted["first"]))
        if wanted.get("last"):
            entries = entries.filter(at__lt=_start(wanted["last"] + dt.timedelta(days=1)))
        return entries.order_by("-number")


def _start(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time()))


FILES = {"csv": (as_csv, "text/csv; charset=utf-8"), "jsonl": (as_json_lines, "application/jsonl")}
CHUNK = 2000


@require_safe
@member_may("read_audit")
def audit_log(request: MemberRequest) -> HttpResponse:
    """Show a page of the log. It begins before a number, so that new entries shift nothing."""
    filters = AuditFilter(request.GET, request.organization)
    entries, before = filters.entries(), request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: PAGE_SIZE + 1])
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "section": "organization",
        "part": "audit",
        "form": filters,
        "entries": page[:PAGE_SIZE],
        "older": page[PAGE_SIZE - 1].number if len(page) > PAGE_SIZE else None,  # the next page begins before it
        "asked": query.urlencode(),
        "is_first": "before" not in request.GET,
    }
    return render(request, "finance/audit.html", context)


@require_safe
@member_may("read_audit")
def audit_export(request: MemberRequest, format: str) -> StreamingHttpResponse:  # noqa: A002  the name in the address
    """Download the filtered entries, oldest first."""
    if format not in FILES:
        raise Http404
    written, content_type = FILES[format]
    record(request.organization, request.user, Act.DOWNLOADED, request.organization, what=f"audit.{format}")
    entries = AuditFilter(request.GET, request.organization).entries().order_by("number")
    lines = (line.encode() for line in written(entries.iterator(chunk_size=CHUNK)))
    headers = {"Content-Disposition": f'attachment; filename="audit.{format}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(lines, content_type=content_type, headers=headers)
