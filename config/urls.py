"""The URLs of all pages."""

from django.contrib import admin
from django.urls import include, path, re_path

from api.http.problems import no_operation
from api.v1 import api

handler500 = "config.full_disk.failed"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path(r"^api/[\s\S]*\Z", no_operation, name="no_operation"),
    path("", include("api.urls")),
    path("", include("connectors.urls")),
    path("", include("people.urls")),
    path("", include("finance.urls")),
    path("", include("reconciliation.urls")),
]
