"""The overview of one organization: what needs attention, what was done, its cost, and coverage."""

import datetime as dt

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.presentation.overview.figures import charts_of
from reconciliation.presentation.overview.matrix import matrix_of
from reconciliation.presentation.overview.waiting import worklist_of


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
        "charts": charts_of(memberships, [*matrix.months[1:], _first_of(today)]),
    }
    return render(request, "reconciliation/overview.html", context)


def _first_of(day: dt.date) -> dt.date:
    return day.replace(day=1)
