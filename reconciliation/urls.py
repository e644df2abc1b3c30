"""Pages of imports and their verdicts."""

from django.urls import path

from reconciliation import views

urlpatterns = [
    path("", views.imports, name="imports"),
    path("upload/", views.upload, name="upload"),
]
