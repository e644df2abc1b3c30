"""Pages of the ledger."""

from finance.views.accounts import (
    account,
    account_edit,
    account_export,
    account_exports,
    account_new,
    accounts,
    entry_delete,
    entry_edit,
    entry_new,
)
from finance.views.ledger_imports import (
    account_import,
    ledger_import,
    ledger_import_confirm,
    ledger_import_discard,
    ledger_import_reading,
    ledger_import_status,
    ledger_import_undo,
)

__all__ = [
    "account",
    "account_edit",
    "account_export",
    "account_exports",
    "account_import",
    "account_new",
    "accounts",
    "entry_delete",
    "entry_edit",
    "entry_new",
    "ledger_import",
    "ledger_import_confirm",
    "ledger_import_discard",
    "ledger_import_reading",
    "ledger_import_status",
    "ledger_import_undo",
]
