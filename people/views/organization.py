"""An organization's settings, and a person's own preferences."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.access import MemberRequest, member_may
from people.audit.acts import Act
from people.forms import OrganizationForm, PreferencesForm
from people.forms.rendering import save_recorded
from people.models import Organization, Preferences
from people.models.preferences import language_for
from people.roles import Role


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def organization_settings(request: MemberRequest) -> HttpResponse:
    """Show and save the settings. The page around an invalid form shows the stored organization."""
    organization = Organization.objects.get(pk=request.organization.pk)
    form = OrganizationForm(request.POST or None, instance=organization, is_owner=request.membership.role == Role.OWNER)
    if form.is_valid():
        save_recorded(form, organization=organization, by=request.user, act=Act.SET)
        messages.success(request, _saved(language_for(getattr(request.user, "preferences", None), organization)))
        return redirect("organization_settings")
    limits = {
        "most_megabytes": settings.DOCUMENT_MAX_BYTES / 1_000_000,
        "most_pages": settings.DOCUMENT_MAX_PAGES,
        "most_seconds": settings.DOCUMENT_MAX_SECONDS,
        "most_scanned": settings.OCR_MAX_PAGES,
        "daily_limit": settings.PROVIDER_DAILY_LIMIT,
        "run_limit": settings.PROVIDER_RUN_LIMIT,
    }
    return render(request, "finance/organization.html", {"form": form, "section": "organization", "part": "settings", **limits})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("read")
def preferences(request: MemberRequest) -> HttpResponse:
    own = getattr(request.user, "preferences", None) or Preferences(user=request.user)
    form = PreferencesForm(request.POST or None, instance=own, request=request)
    if form.is_valid():
        form.save()
        messages.success(request, _saved(language_for(own, request.organization)))
        return redirect("preferences")
    return render(request, "finance/preferences.html", {"form": form, "section": "preferences"})


def _saved(language: str) -> str:
    """Return the message in the language that was just chosen."""
    with translation.override(language or translation.get_language()):
        return _("Saved.")
