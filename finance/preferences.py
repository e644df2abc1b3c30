"""What a person wants to read: language, days and figures. What is empty is as their organization has it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from finance.formats import DayFormat, Formats, Language, NumberFormat


class Reading(models.Model):
    """The columns that a person and an organization share."""

    language = models.CharField(_("language"), max_length=5, choices=Language.choices, blank=True)
    day_format = models.CharField(_("days"), max_length=10, choices=DayFormat.choices, blank=True)
    number_format = models.CharField(_("figures"), max_length=10, choices=NumberFormat.choices, blank=True)

    class Meta:
        abstract = True


class Preferences(Reading):
    """A person's own; there is none until they choose something."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    letter_keys = models.BooleanField(_("single letters act on the page of a statement"), default=True)
    mail_when_done = models.BooleanField(_("a letter when a batch of uploads is done"), default=False)


def uses_letter_keys(own: Preferences | None) -> bool:
    """Whether a key without Ctrl or Alt may do anything; who speaks to their computer, or hits keys by chance, switches it off."""
    return own is None or own.letter_keys


def language_for(*readings: Reading | None) -> str:
    """The first that says one; empty leaves it to the browser."""
    return _first("language", readings)


def formats_for(*readings: Reading | None) -> Formats:
    return Formats(day=_first("day_format", readings), numbers=_first("number_format", readings))


def _first(name: str, readings: tuple[Reading | None, ...]) -> str:
    return next((value for reading in readings if reading and (value := getattr(reading, name))), "")
