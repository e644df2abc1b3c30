"""Pages of imports and their verdicts."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
