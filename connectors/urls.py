"""The pages of an organization's connections, and their actions."""

from django.urls import path

from connectors import views

urlpatterns = [
    path("connections/", views.connections, name="connections"),
    path("connections/new/<slug:kind>/", views.connection_new, name="connection_new"),
    path("connections/<uuid:connection_id>/", views.connection, name="connection"),
    path("connections/<uuid:connection_id>/accounts/", views.connection_accounts, name="connection_accounts"),
    path("connections/<uuid:connection_id>/run/", views.connection_run, name="connection_run"),
    path("connections/<uuid:connection_id>/switch/", views.connection_switch, name="connection_switch"),
    path("connections/<uuid:connection_id>/remove/", views.connection_remove, name="connection_remove"),
]
