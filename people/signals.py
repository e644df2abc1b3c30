"""Signals of the audit log."""

from django.dispatch import Signal

recorded = Signal()
"""Sent inside the transaction of whatever the audit log keeps. `sender` is `AuditEntry`, `entry` what was written."""
