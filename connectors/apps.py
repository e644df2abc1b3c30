"""The application of the connections."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Connectors(AppConfig):
    name = "connectors"
    verbose_name = _("Connections")
