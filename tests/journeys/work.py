"""A worker that works off what waits, in this process: the same task, claimed the same way."""

from reconciliation.models import StatementImport
from reconciliation.tasks import process_pdf


def work_off() -> int:
    """Process all waiting imports, and return their number."""
    waiting = list(StatementImport.queue.filter(status=StatementImport.Status.PENDING).values_list("pk", flat=True))
    for import_id in waiting:
        process_pdf(str(import_id))
    return len(waiting)
