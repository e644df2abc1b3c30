"""What others may hear of: sent inside the transaction of what happened."""

from django.dispatch import Signal

run_finished = Signal()
"""`run`: a processing of an import came to its end, with a verdict or an error."""
