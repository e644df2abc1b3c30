"""Retention periods of documents: the effect of a number of days is shown before it can be set."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from people.access import MemberRequest, member_may
from people.models import Organization
from reconciliation.forms.statements import RetentionForm
from reconciliation.retention.periods import MOST, due_documents, keep_documents


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def retention(request: MemberRequest) -> HttpResponse:
    """Show the setting to members who manage settings; changes that erase need the right to erase."""
    organization = Organization.objects.get(pk=request.organization.pk)
    data = request.POST or request.GET
    form = RetentionForm(data if "days" in data else None, initial={"days": organization.keeps_documents_days})
    if request.method == "POST" and form.is_valid():
        keep_documents(organization=organization, days=form.cleaned_data["days"], actor=request.user)
        messages.success(request, _("Saved."))
        return redirect("retention")
    is_shown = form.is_bound and form.is_valid()
    days = form.cleaned_data["days"] if is_shown else None
    context = {
        "section": "organization",
        "part": "retention",
        "form": form,
        "kept": organization.keeps_documents_days,
        "days": days,
        "is_shown": is_shown,
        "due": len(due_documents(organization, days, timezone.localdate())) if days else 0,
        "most": MOST,
        "may_erase": request.membership.may("erase"),
    }
    return render(request, "reconciliation/retention.html", context)
