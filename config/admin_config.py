"""Which site Django's admin is."""

from django.contrib.admin.apps import AdminConfig


class Administration(AdminConfig):
    default_site = "config.administration.Site"
