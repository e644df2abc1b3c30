"""Signals of the ledger for the packages that depend on it."""

from django.dispatch import Signal

ledger_changed = Signal()
"""Sent inside the transaction that changed the books, once for each changed account.

`sender` is `Account`, `account` its key, `since` the earliest changed day (None for the opening balance or all days). Writes of a
receiver are committed or rolled back with the change; other effects must wait for the commit.
"""

file_waits = Signal()
"""Sent after the commit when the file `import_id` waits for a worker."""
