"""The URLs of all pages. A page that belongs to an organization has it in its address; each application lists the others as `outside`."""

from django.contrib import admin
from django.urls import include, path, re_path

from api import urls as programs
from api.http.problems import no_operation
from api.v1 import api
from config import old_addresses
from connectors import urls as connections
from finance import urls as ledger
from people import urls as people
from people.addresses import ROOT
from reconciliation import urls as statements

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
    *old_addresses.urlpatterns,
]
