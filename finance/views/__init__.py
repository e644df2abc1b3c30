"""Pages of the ledger, and the way in."""

from finance.views.accounts import account, account_edit, account_new, accounts
from finance.views.audit import audit_export, audit_log
from finance.views.entrance import SignIn, first_run, open_organization, switch_organization
from finance.views.entries import entry_delete, entry_edit, entry_new
from finance.views.exports import account_export, account_exports
from finance.views.invitation import invitation
from finance.views.ledger_imports import (
    account_import,
    ledger_import,
    ledger_import_confirm,
    ledger_import_discard,
    ledger_import_reading,
    ledger_import_status,
    ledger_import_undo,
)
from finance.views.members import invitation_withdraw, member, member_remove, members
from finance.views.organization import organization_settings, preferences
from finance.views.passwords import ChangePassword, Forgotten, NewPassword
from finance.views.security import recovery_codes, second_factor, second_factor_remove, security, sessions_end, sign_in_code

__all__ = [
    "ChangePassword",
    "Forgotten",
    "NewPassword",
    "SignIn",
    "account",
    "account_edit",
    "account_export",
    "account_exports",
    "account_import",
    "account_new",
    "accounts",
    "audit_export",
    "audit_log",
    "entry_delete",
    "entry_edit",
    "entry_new",
    "first_run",
    "invitation",
    "invitation_withdraw",
    "ledger_import",
    "ledger_import_confirm",
    "ledger_import_discard",
    "ledger_import_reading",
    "ledger_import_status",
    "ledger_import_undo",
    "member",
    "member_remove",
    "members",
    "open_organization",
    "organization_settings",
    "preferences",
    "recovery_codes",
    "second_factor",
    "second_factor_remove",
    "security",
    "sessions_end",
    "sign_in_code",
    "switch_organization",
]
