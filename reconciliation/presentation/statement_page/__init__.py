"""The page of one statement in the layout of accountants: the bank reconciliation as a sum, then the rows in the order of the work."""

from reconciliation.presentation.statement_page.bank_reconciliation import BankReconciliation, SumLine, bank_reconciliation
from reconciliation.presentation.statement_page.sections import Item, RowSection, sections_of
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of

__all__ = ["BankReconciliation", "Item", "RowSection", "Sheet", "SumLine", "bank_reconciliation", "sections_of", "sheets_of"]
