"""Settings of models (provider, consent, key) and of how long documents are kept. Only an owner may change them."""

from dataclasses import asdict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assistant.registry import names
from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.models import Organization
from reconciliation.forms import ProviderForm, RetentionForm
from reconciliation.model_access.connection_test import try_connection
from reconciliation.model_access.consent import allow_provider, forbid_provider, offered_to
from reconciliation.model_access.provider_selection import choice_of, choose_provider, remove_key
from reconciliation.models import ProviderChoice, ProviderConsent
from reconciliation.presentation.labels.processing import WORKS, outcome
from reconciliation.retention.periods import MOST, due_documents, keep_documents
from reconciliation.tool_servers.services import offered_tools


@require_safe
@member_may("read_books")
def models(request: MemberRequest) -> HttpResponse:
    own = choice_of(request.organization)
    return _page(request, own, ProviderForm(None, own))


def _page(request: MemberRequest, own: ProviderChoice | None, form: ProviderForm) -> HttpResponse:
    context = {
        "section": "models",
        "part": "models",
        "form": form,
        "own": own,
        "providers": offered_to(request.organization),
        "records": ProviderConsent.objects.of(request.organization).select_related("allowed_by", "withdrawn_by"),
        "tools": offered_tools(request.organization),
        "may_switch": request.membership.may("manage_providers"),
    }
    return render(request, "reconciliation/models.html", context)


@sensitive_variables()
@sensitive_post_parameters("key")
@require_POST
@member_may("manage_providers")
def own_model(request: MemberRequest) -> HttpResponse:
    """Choose the organization's provider and its key."""
    own = choice_of(request.organization)
    form = ProviderForm(request.POST, own)
    if not form.is_valid():
        return _page(request, own, form)
    choose_provider(organization=request.organization, actor=request.user, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect_to("models")


@require_POST
@member_may("manage_providers")
def remove_model_key(request: MemberRequest) -> HttpResponse:
    remove_key(organization=request.organization, actor=request.user)
    messages.success(request, _("The key was removed."))
    return redirect_to("models")


@require_POST
@member_may("manage_providers")
def try_model(request: MemberRequest) -> HttpResponse:
    tested = try_connection(organization=request.organization, actor=request.user)
    tell = messages.success if tested.code == WORKS else messages.error
    tell(request, outcome(**asdict(tested)))
    return redirect_to("models")


@require_POST
@member_may("manage_providers")
def switch_model(request: MemberRequest, provider: str) -> HttpResponse:
    """Allow a provider with `allow`, else forbid it; `as_they_are` sends it numbers and addresses unmasked."""
    if provider not in names():
        raise Http404
    if "allow" in request.POST:
        is_masked = "as_they_are" not in request.POST
        allow_provider(organization=request.organization, provider=provider, actor=request.user, is_masked=is_masked)
    else:
        forbid_provider(organization=request.organization, provider=provider, actor=request.user)
    return redirect_to("models")


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
        return redirect_to("retention")
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
