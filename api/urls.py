"""The page of tokens and webhooks, and its actions."""

from django.urls import path

from api import views

urlpatterns = [
    path("programs/", views.programs, name="programs"),
    path("programs/tokens/<uuid:token_id>/revoke/", views.token_revoke, name="token_revoke"),
    path("programs/webhooks/", views.webhook_add, name="webhook_add"),
    path("programs/webhooks/<uuid:webhook_id>/switch/", views.webhook_switch, name="webhook_switch"),
    path("programs/webhooks/<uuid:webhook_id>/try/", views.webhook_try, name="webhook_try"),
    path("programs/webhooks/<uuid:webhook_id>/remove/", views.webhook_remove, name="webhook_remove"),
]
