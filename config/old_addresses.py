"""Addresses from before they named an organization, in letters, bookmarks and other programs.

One that names a row leads to the row's organization. The others do not exist any more: the session would have to decide for them.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone

from connectors.models import Connection
from finance.models import Account, LedgerImport
from people.access import SignedInRequest, signed_in
from people.addresses import address
from people.models import Organization
from reconciliation.models import Enquiry, StatementImport

ROWS_OF: dict[str, Callable[[Organization], QuerySet[Any]]] = {
    "accounts": Account.objects.of,
    "connections": Connection.objects.of,
    "enquiries": Enquiry.objects.of,
    "ledger-imports": LedgerImport.objects.of,
    "statements": StatementImport.objects.of,
}


def old_address(request: HttpRequest, kind: str, key: UUID, rest: str = "") -> HttpResponseBase:
    """Redirect to the same page in its organization. Only reading is redirected: a form must be sent from a page that exists."""
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    return _moved(request, kind, key)


@signed_in
def _moved(request: SignedInRequest, kind: str, key: UUID) -> HttpResponseBase:
    """Raise Http404 unless the user is a member of the row's organization, which may be closed: its books can be read."""
    memberships = request.user.memberships.active(timezone.now()).select_related("organization").order_by("created_at", "id")
    organizations = [membership.organization for membership in memberships]
    found = next((each for each in organizations if ROWS_OF[kind](each).filter(pk=key).exists()), None)
    if found is None:
        raise Http404
    return HttpResponseRedirect(address("imports", organization=found.slug) + request.get_full_path_info().removeprefix("/"))


urlpatterns = [
    path(f"{kind}/<uuid:key>/{rest}", old_address, {"kind": kind}, name=f"old_{kind.replace('-', '_')}")
    for kind in ROWS_OF
    for rest in ("", "<path:rest>")
]
