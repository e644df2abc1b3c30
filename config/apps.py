"""The wiring as a Django application: its commands and its checks."""

from django.apps import AppConfig


class Wiring(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registers them, once applications can be imported
