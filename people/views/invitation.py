"""The page of an invitation's link: a new person creates a login, a signed-in one joins."""

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.forms import LoginForm
from people.invitations import NotInvited, accept, accept_as_newcomer, invitation_of, why_not
from people.middleware import CHOSEN
from people.models import Invitation
from people.sign_in.sessions import sign_in

NOT_INVITED = {
    "used": gettext_lazy("This invitation was used already: each works once. Ask for another one."),
    "withdrawn": gettext_lazy("This invitation was withdrawn. Ask who sent it."),
    "expired": gettext_lazy("This invitation has expired. Ask for another one."),
    "member": gettext_lazy("You belong to this organization already."),
}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    opened = invitation_of(token)
    if opened is None:
        raise Http404
    refused = why_not(opened)
    if refused:
        return _page(request, opened, refused=refused)
    if request.user.is_authenticated:
        if request.method != "POST":
            return _page(request, opened)
        try:
            accept(invitation=opened, user=request.user)
        except NotInvited as error:
            return _page(request, opened, refused=error.code)
        return _welcome(request, opened)
    form = LoginForm(request.POST or None)
    return _begin(request, opened, form) if form.is_valid() else _page(request, opened, form=form)


def _begin(request: HttpRequest, invitation: Invitation, form: LoginForm) -> HttpResponse:
    try:
        user = accept_as_newcomer(invitation=invitation, username=form.cleaned_data["username"], password=form.cleaned_data["password"])
    except NotInvited as refused:
        return _page(request, invitation, refused=refused.code)
    except IntegrityError:
        form.add_error("username", _("This user name is taken. If it is yours, sign in first."))
        return _page(request, invitation, form=form)
    sign_in(request, user)
    return _welcome(request, invitation)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    request.session[CHOSEN] = str(invitation.organization_id)
    messages.success(request, _("Welcome to %(organization)s.") % {"organization": invitation.organization})
    return redirect("imports")


def _page(request: HttpRequest, invitation: Invitation, *, form: LoginForm | None = None, refused: str = "") -> HttpResponse:
    context = {"invitation": invitation, "form": form, "refused": NOT_INVITED.get(refused, "")}
    return render(request, "finance/invitation.html", context, status=410 if refused else 200)
