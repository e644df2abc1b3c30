"""The organization that a request is made in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from finance.models import Membership


class CurrentOrganization:
    """Sets `request.membership` and `request.organization` (both None for a stranger)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        membership = None
        if request.user.is_authenticated:
            membership = Membership.objects.filter(user=request.user).select_related("organization").order_by("created_at").first()
        request.membership = membership  # type: ignore[attr-defined]
        request.organization = membership.organization if membership else None  # type: ignore[attr-defined]
        return self.get_response(request)
