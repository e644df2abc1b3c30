"""Which providers may be told what documents say: what leaves, who switched them on, and the switch for an owner."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from assistant.dialects import DIALECTS
from finance.access import member_may
from finance.requests import MemberRequest
from reconciliation.consent import allow_provider, forbid_provider, offered_to
from reconciliation.models import ProviderConsent


@require_safe
@member_may("read")
def models(request: MemberRequest) -> HttpResponse:
    context = {
        "section": "models",
        "providers": offered_to(request.organization),
        "records": ProviderConsent.objects.of(request.organization).select_related("allowed_by", "withdrawn_by"),
        "may_switch": request.membership.may("manage_providers"),
    }
    return render(request, "reconciliation/models.html", context)


@require_POST
@member_may("manage_providers")
def switch_model(request: MemberRequest, provider: str) -> HttpResponse:
    """On with `allow`, off without."""
    if provider not in DIALECTS:
        raise Http404
    switch = allow_provider if "allow" in request.POST else forbid_provider
    switch(organization=request.organization, provider=provider, actor=request.user)
    return redirect("models")
