"""Addresses of the ledger's pages, and of the way in."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from finance import views

urlpatterns = [
    path("welcome/", views.first_run, name="first_run"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("organization/", views.switch_organization, name="switch_organization"),
    path("accounts/", views.accounts, name="accounts"),
    path("accounts/new/", views.account_new, name="account_new"),
    path("accounts/<uuid:account_id>/", views.account, name="account"),
    path("accounts/<uuid:account_id>/edit/", views.account_edit, name="account_edit"),
    path("accounts/<uuid:account_id>/import/", views.account_import, name="account_import"),
]
