"""Preferences of a person or an organization: language, formats of days and figures. Empty columns fall back to the next one."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.formats import DayFormat, Language, NumberFormat


class ReadingPreferences(models.Model):
    """The columns that a person and an organization share."""

    language = models.CharField(_("language"), max_length=5, choices=Language.choices, blank=True)
    day_format = models.CharField(_("days"), max_length=10, choices=DayFormat.choices, blank=True)
    number_format = models.CharField(_("figures"), max_length=10, choices=NumberFormat.choices, blank=True)

    class Meta:
        abstract = True


class Preferences(ReadingPreferences):
    """A person's own preferences; the row exists only once they chose something."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    letter_keys = models.BooleanField(_("single letters act on the page of a statement"), default=True)
    mail_when_done = models.BooleanField(_("a letter when a batch of uploads is done"), default=False)

    class Meta:
        app_label = "finance"
