"""Sample books: offered at the first visit and in the empty list, deleted with one button."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from people.access import MemberRequest, member_may
from people.middleware import CHOSEN
from people.views.sign_in import first_run
from reconciliation.uploads.sample_books import NotSamples, discard_samples, load_samples, there_are_samples


def welcome(request: HttpRequest) -> HttpResponse:
    """Show the first visit; with `samples`, create the sample books and redirect to them."""
    response = first_run(request)
    if "samples" in request.POST and request.user.is_authenticated and there_are_samples():
        request.session[CHOSEN] = str(load_samples(owner=request.user).pk)
    return response


@require_POST
@member_may("erase")
def open_samples(request: MemberRequest) -> HttpResponse:
    if not there_are_samples():
        raise Http404
    request.session[CHOSEN] = str(load_samples(owner=request.user).pk)
    return redirect("imports")


@require_POST
@member_may("erase")
def throw_samples_away(request: MemberRequest) -> HttpResponse:
    try:
        discard_samples(organization=request.organization, actor=request.user)
    except NotSamples as refused:
        if not refused.files:
            raise Http404 from refused
        sentence = ngettext("%(count)d file here is no sample.", "%(count)d files here are no samples.", refused.files)
        messages.error(request, sentence % {"count": refused.files} + " " + _("Nothing was thrown away."))
    else:
        request.session.pop(CHOSEN, None)
        messages.success(request, _("The sample books are gone. Nothing else was touched."))
    return redirect("imports")
