"""Django's configuration of the wiring, with its commands and checks, and of the admin."""

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class Administration(SimpleAdminConfig):
    """The admin without its pages at the start: workers and commands do not need them."""

    default_site = "config.administration.Site"


class Wiring(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registers them, once applications can be imported
