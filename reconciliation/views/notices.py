"""Dismiss a notice."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.models import Notice


@require_POST
@member_may("read")
def notice_seen(request: MemberRequest, notice_id: UUID) -> HttpResponse:
    notice = get_object_or_404(Notice.objects.of(request.organization).filter(user=request.user), pk=notice_id)
    notice.seen_at = timezone.now()
    notice.save(update_fields=["seen_at"])
    return redirect("imports")
