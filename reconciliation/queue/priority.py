"""Whose turn it is: an organization that has much waiting lets others by, and nobody waits for ever."""

from typing import Any

from django.db.models import Subquery

from reconciliation.models import StatementImport

LEVELS = 10
"""Of a queue's priorities, as Redis has them: 0 is taken first."""
AHEAD = 2 ** (LEVELS - 1)


def level_of(import_id: Any, *, for_model: bool) -> int:
    """By how many of its own organization are before it: none is 0, each doubling a level more. Of what waits at the same level, what came
    first goes first; as an organization's line shortens, its next ones are rung for nearer to the front."""
    this = StatementImport.queue.filter(pk=import_id).order_by()
    queue = StatementImport.queue.filter(status__in=["pending", "processing"], waits_for_model=for_model).order_by()
    before = queue.filter(organization=Subquery(this.values("organization")), uploaded_at__lt=Subquery(this.values("uploaded_at")))
    return min(LEVELS - 1, before[:AHEAD].count().bit_length())
