"""The site of Django's admin."""

from django.contrib.admin.apps import SimpleAdminConfig


class Administration(SimpleAdminConfig):
    """Does not load the admin's pages at the start: workers and commands do not need them."""

    default_site = "config.administration.Site"
