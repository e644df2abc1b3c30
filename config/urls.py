"""The URLs of all pages. A page that belongs to an organization has it in its address; each application lists the others as `outside`.

Addresses from before they named an organization are in letters, bookmarks and other programs. One that names a row leads to the row's
organization. The others no longer exist: the session would have to decide for them.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import include, path, re_path
from django.utils import timezone

from api import urls as programs
from api.http.problems import no_operation
from api.v1 import api
from connectors import urls as connections
from connectors.models import Connection
from finance import urls as ledger
from finance.models import Account, LedgerImport
from people import urls as people
from people.access import SignedInRequest, signed_in
from people.addresses import ROOT, address
from people.models import Organization
from reconciliation import urls as statements
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
    owner = next((organization for organization in organizations if ROWS_OF[kind](organization).filter(pk=key).exists()), None)
    if owner is None:
        raise Http404
    return HttpResponseRedirect(address("imports", organization=owner.slug) + request.get_full_path_info().removeprefix("/"))


old_addresses = [
    path(f"{kind}/<uuid:key>/{rest}", old_address, {"kind": kind}, name=f"old_{kind.replace('-', '_')}")
    for kind in ROWS_OF
    for rest in ("", "<path:rest>")
]
handler500 = "config.full_disk.failed"
of_an_organization = [
    *programs.urlpatterns,
    *connections.urlpatterns,
    *people.urlpatterns,
    *ledger.urlpatterns,
    *statements.urlpatterns,
]
urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path(r"^api/[\s\S]*\Z", no_operation, name="no_operation"),
    path(ROOT, include(of_an_organization)),
    *people.outside,
    *statements.outside,
    *old_addresses,
]
