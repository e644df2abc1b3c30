"""Signals that decouple the work from its listeners."""

from django.dispatch import Signal

run_finished = Signal()
"""`run`: a processing of an import came to its end, with a verdict or an error. Sent inside its transaction."""
work_waits = Signal()
"""`import_id`: an import waits for a worker. Sent once that is committed."""
