"""The overview of one organization, the notice on it, and the first visit with its sample books."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.views.sign_in import first_run
from reconciliation.models import Notice
from reconciliation.presentation.overview.charts import charts_of
from reconciliation.presentation.overview.matrix import last_complete_month, matrix_of
from reconciliation.presentation.overview.worklist import waiting_for_review_by, worklist_of
from reconciliation.uploads.sample_books import NotSamples, discard_samples, load_samples, there_are_samples


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
