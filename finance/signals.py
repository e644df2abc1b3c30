"""Signals of the ledger for the packages that depend on it."""

from django.dispatch import Signal

ledger_changed = Signal()
"""Sent inside the transaction that changed the books, once for each changed account.

`sender` is `Account`, `account` its key, `since` the earliest changed day (None for the opening balance or all days). Writes of a
receiver are committed or rolled back with the change; other effects must wait for the commit.
"""

file_waits = Signal()
"""Sent after the commit when the file `import_id` waits for a worker."""

signed_entries_wanted = Signal()
"""Sent before many entries of an `account` may change. `sender` is `Account`. A receiver returns the entries that a sign-off rests on:
their keys as text, with the period of the statement.
"""

proving_rows_wanted = Signal()
"""Sent when corrections of an `account` are listed. `sender` is `Account`, `entries` the keys of corrected entries. A receiver returns the
printed row that each is matched with, as `finance.imports.corrections.ProvingRow` by key.
"""
