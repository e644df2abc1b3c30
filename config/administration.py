"""Django's admin behind the product's own sign-in, and behind a second factor if the settings require one."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite, autodiscover
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.checks import CheckMessage
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from people.addresses import address, redirect_to
from people.sign_in.sessions import is_verified


class Site(AdminSite):
    """The admin without a sign-in form of its own, which would be another place to guess passwords."""

    def get_urls(self) -> list[Any]:
        """Load the applications' pages first: nothing else needs them."""
        autodiscover()
        return super().get_urls()

    def check(self, app_configs: Any) -> list[CheckMessage]:
        autodiscover()
        return super().check(app_configs)

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and (not settings.ADMIN_REQUIRES_SECOND_FACTOR or is_verified(request))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        there = wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else address("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(there)
        if not super().has_permission(request):
            raise PermissionDenied(_("Your role does not allow this."))
        if not self.has_permission(request):
            messages.warning(
                request, _("The administration requires two-factor authentication. Set it up here, or sign in again with a code.")
            )
            return redirect_to("security")
        return HttpResponseRedirect(there)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]  # Django's own returns a template's response
        return redirect_to("password_change")
