"""Forms of the ledger."""

from finance.forms.account import AccountForm, EntryForm
from finance.forms.ledger_file import LedgerFileForm, ReadingForm

__all__ = ["AccountForm", "EntryForm", "LedgerFileForm", "ReadingForm"]
