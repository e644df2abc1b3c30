"""Which site Django's admin is."""

from django.contrib.admin.apps import SimpleAdminConfig


class Administration(SimpleAdminConfig):
    """Its pages are loaded by who shows or checks them: workers and commands have no need of them."""

    default_site = "config.administration.Site"
