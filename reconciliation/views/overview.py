"""Overviews of one organization and of all clients of a user; the notice on them."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from people.access import MemberRequest, member_may
from reconciliation.models import Notice
from reconciliation.presentation.overview.charts import charts_of
from reconciliation.presentation.overview.matrix import matrix_of
from reconciliation.presentation.overview.worklist import worklist_of


@require_safe
@member_may("read")
def overview(request: MemberRequest) -> HttpResponse:
    """Show the overview. Charts end with the current month, coverage with the month before."""
    memberships, today = [request.membership], timezone.now().date()
    matrix = matrix_of(memberships, today=today, page=request.GET.get("accounts", ""))
    worklist = worklist_of(memberships)
    context = {
        "section": "overview",
        "worklist": worklist,
        "running": worklist.clients[0][3],
        "matrix": matrix,
        "charts": charts_of(memberships, [*matrix.months[1:], today.replace(day=1)]),
    }
    return render(request, "reconciliation/overview.html", context)


@require_safe
@member_may("read")
def clients(request: MemberRequest) -> HttpResponse:
    context = {
        "section": "clients",
        "worklist": worklist_of(request.memberships),
        "matrix": matrix_of(request.memberships, today=timezone.now().date(), page=request.GET.get("accounts", "")),
    }
    return render(request, "reconciliation/clients.html", context)


@require_POST
@member_may("read")
def notice_seen(request: MemberRequest, notice_id: UUID) -> HttpResponse:
    notice = get_object_or_404(Notice.objects.of(request.organization).filter(user=request.user), pk=notice_id)
    notice.seen_at = timezone.now()
    notice.save(update_fields=["seen_at"])
    return redirect("imports")
