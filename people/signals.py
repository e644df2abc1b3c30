"""Signals of the audit log."""

from django.dispatch import Signal

recorded = Signal()
"""Sent inside the transaction of each recorded act. `sender` is `AuditEntry`, `entry` the new entry."""
