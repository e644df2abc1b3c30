"""The ledger as Django finds it: the audit log listens to who signs in."""

from django.apps import AppConfig


class Finance(AppConfig):
    name = "finance"

    def ready(self) -> None:
        from finance.audit import sign_ins  # noqa: F401  it registers its receivers
