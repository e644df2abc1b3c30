"""Tables of the ledger: accounts, entries, their codes, monthly sums and imported files."""

from finance.models.coding import Coding
from finance.models.ledger import Account, EntryChange, MonthlySum, Transaction
from finance.models.ledger_import import LedgerImport, ProcessorPayout, SavedChoices, SourceEntry

__all__ = [
    "Account",
    "Coding",
    "EntryChange",
    "LedgerImport",
    "MonthlySum",
    "ProcessorPayout",
    "SavedChoices",
    "SourceEntry",
    "Transaction",
]
