"""The application as Django finds it: it listens to what the ledger tells."""

from django.apps import AppConfig


class Reconciliation(AppConfig):
    name = "reconciliation"

    def ready(self) -> None:
        from reconciliation import rechecking  # noqa: F401  it registers its receivers
