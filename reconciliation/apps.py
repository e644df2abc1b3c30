"""Django's configuration of the app: it connects the signals of ledger and queue."""

from typing import Any
from uuid import UUID

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

from reconciliation.signals import work_waits


class Reconciliation(AppConfig):
    name = "reconciliation"
    verbose_name = gettext_lazy("Statements")

    def ready(self) -> None:
        from reconciliation.reconcile import conclusions, rechecks  # noqa: F401  they register their receivers

        work_waits.connect(ring_for_work)


def ring_for_work(*, import_id: UUID, **_: Any) -> None:
    """Send the message for an import that waits. The tasks are imported here, since few processes send any."""
    from reconciliation import tasks

    tasks.ring(import_id)
