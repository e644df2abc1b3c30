"""What the ledger tells whoever rests on it, without knowing them."""

from django.dispatch import Signal

ledger_changed = Signal()
"""Sent inside the transaction that changed the books, once for each account that was written to. `sender` is `Account`; `account` is
its key, `since` the earliest day that is concerned (None where the opening balance or all days are). What a receiver writes is
committed or rolled back with the change; what it does it does after the commit."""

file_waits = Signal()
"""`import_id`: a file waits for a worker. Sent once that is committed."""
