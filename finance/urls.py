"""Addresses of the ledger's pages."""

from django.urls import path

from finance import views

urlpatterns = [
    path("accounts/", views.accounts, name="accounts"),
    path("accounts/new/", views.account_new, name="account_new"),
    path("accounts/<uuid:account_id>/", views.account, name="account"),
    path("accounts/<uuid:account_id>/edit/", views.account_edit, name="account_edit"),
    path("accounts/<uuid:account_id>/import/", views.account_import, name="account_import"),
    path("accounts/<uuid:account_id>/entries/new/", views.entry_new, name="entry_new"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/", views.entry_edit, name="entry_edit"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/delete/", views.entry_delete, name="entry_delete"),
    path("accounts/<uuid:account_id>/export/", views.account_exports, name="account_exports"),
    path("accounts/<uuid:account_id>/export/<str:format>/", views.account_export, name="account_export"),
    path("ledger-imports/<uuid:import_id>/", views.ledger_import, name="ledger_import"),
    path("ledger-imports/<uuid:import_id>/reading/", views.ledger_import_reading, name="ledger_import_reading"),
    path("ledger-imports/<uuid:import_id>/status/", views.ledger_import_status, name="ledger_import_status"),
    path("ledger-imports/<uuid:import_id>/confirm/", views.ledger_import_confirm, name="ledger_import_confirm"),
    path("ledger-imports/<uuid:import_id>/discard/", views.ledger_import_discard, name="ledger_import_discard"),
    path("ledger-imports/<uuid:import_id>/undo/", views.ledger_import_undo, name="ledger_import_undo"),
]
