"""Pages of the ledger, and the way in."""

from finance.views.accounts import account, account_edit, account_import, account_new, accounts
from finance.views.entrance import SignIn, first_run, switch_organization

__all__ = ["SignIn", "account", "account_edit", "account_import", "account_new", "accounts", "first_run", "switch_organization"]
