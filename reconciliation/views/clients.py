"""One page for all clients of a user: what needs attention, and what is covered."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.presentation.overview.matrix import matrix_of
from reconciliation.presentation.overview.waiting import worklist_of


@require_safe
@member_may("read")
def clients(request: MemberRequest) -> HttpResponse:
    context = {
        "section": "clients",
        "worklist": worklist_of(request.memberships),
        "matrix": matrix_of(request.memberships, today=timezone.now().date(), page=request.GET.get("accounts", "")),
    }
    return render(request, "reconciliation/clients.html", context)
