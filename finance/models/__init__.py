"""Tables of the ledger: accounts, entries, their codes, monthly sums and imported files."""

from finance.models.account import Account, MonthlySum
from finance.models.coding import Coding
from finance.models.ledger_import import LedgerImport, SavedChoices
from finance.models.transaction import EntryChange, Transaction

__all__ = ["Account", "Coding", "EntryChange", "LedgerImport", "MonthlySum", "SavedChoices", "Transaction"]
