"""Addresses of the ledger's pages."""

from django.urls import path

from finance.views import accounts, ledger_imports

urlpatterns = [
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/new/", accounts.account_new, name="account_new"),
    path("accounts/<uuid:account_id>/", accounts.account, name="account"),
    path("accounts/<uuid:account_id>/edit/", accounts.account_edit, name="account_edit"),
    path("accounts/<uuid:account_id>/import/", ledger_imports.account_import, name="account_import"),
    path("accounts/<uuid:account_id>/entries/new/", accounts.entry_new, name="entry_new"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/", accounts.entry_edit, name="entry_edit"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/delete/", accounts.entry_delete, name="entry_delete"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/duplicate/", accounts.entry_duplicate, name="entry_duplicate"),
    path("accounts/<uuid:account_id>/entries/<uuid:entry_id>/correct/", accounts.entry_correct, name="entry_correct"),
    path("accounts/<uuid:account_id>/export/", accounts.account_exports, name="account_exports"),
    path("accounts/<uuid:account_id>/export/<str:format>/", accounts.account_export, name="account_export"),
    path("accounts/<uuid:account_id>/payouts/", accounts.payouts, name="payouts"),
    path("accounts/<uuid:account_id>/payouts/upload/", accounts.payouts_upload, name="payouts_upload"),
    path("accounts/<uuid:account_id>/payouts/<uuid:payout_id>/", accounts.payout, name="payout"),
    path("accounts/<uuid:account_id>/payouts/<uuid:payout_id>/delete/", accounts.payout_delete, name="payout_delete"),
    path("accounts/<uuid:account_id>/payouts/<uuid:payout_id>/fees/", accounts.payout_fees, name="payout_fees"),
    path("accounts/<uuid:account_id>/corrections/", ledger_imports.corrections, name="corrections"),
    path("accounts/<uuid:account_id>/corrections/<str:format>/", ledger_imports.corrections_file, name="corrections_file"),
    path("accounts/<uuid:account_id>/corrections/<uuid:entry_id>/settle/", ledger_imports.settle_correction, name="settle_correction"),
    path("accounts/<uuid:account_id>/corrections/<uuid:entry_id>/undo/", ledger_imports.unsettle_correction, name="unsettle_correction"),
    path("ledger-imports/<uuid:import_id>/", ledger_imports.ledger_import, name="ledger_import"),
    path("ledger-imports/<uuid:import_id>/reading/", ledger_imports.ledger_import_reading, name="ledger_import_reading"),
    path("ledger-imports/<uuid:import_id>/status/", ledger_imports.ledger_import_status, name="ledger_import_status"),
    path("ledger-imports/<uuid:import_id>/confirm/", ledger_imports.ledger_import_confirm, name="ledger_import_confirm"),
    path("ledger-imports/<uuid:import_id>/discard/", ledger_imports.ledger_import_discard, name="ledger_import_discard"),
    path("ledger-imports/<uuid:import_id>/undo/", ledger_imports.ledger_import_undo, name="ledger_import_undo"),
]
