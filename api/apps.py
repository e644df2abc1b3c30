"""The application of tokens and webhooks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Api(AppConfig):
    name = "api"
    verbose_name = _("Other programs")

    def ready(self) -> None:
        from api.webhooks import services  # noqa: F401  connects its receivers
