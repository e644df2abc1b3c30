"""Django's configuration of the ledger. It connects the signal of files that wait for a worker."""

from typing import Any
from uuid import UUID

from django.apps import AppConfig
from django.utils.translation import gettext_lazy

from finance.signals import file_waits


class Finance(AppConfig):
    name = "finance"
    verbose_name = gettext_lazy("Books and members")

    def ready(self) -> None:
        file_waits.connect(ring_for_file)


def ring_for_file(*, import_id: UUID, **_: Any) -> None:
    """Send the message for a waiting file. The tasks are imported here, since few processes need them."""
    from finance import tasks

    tasks.ring(import_id)
