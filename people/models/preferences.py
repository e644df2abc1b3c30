"""A person's preferences and second factor.

Language and formats of a reader are their own, else their organization's; empty columns fall back to the next one.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.formats import DayFormat, Formats, Language, NumberFormat


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


def uses_letter_keys(own: Preferences | None) -> bool:
    """True if single-key shortcuts are on. People who use speech input or hit keys by chance switch them off."""
    return own is None or own.letter_keys


def language_for(*readings: ReadingPreferences | None) -> str:
    """Return the first chosen language; empty leaves it to the browser."""
    return _first("language", readings)


def formats_for(*readings: ReadingPreferences | None) -> Formats:
    return Formats(day=_first("day_format", readings), numbers=_first("number_format", readings))


def _first(name: str, readings: tuple[ReadingPreferences | None, ...]) -> str:
    return next((value for reading in readings if reading and (value := getattr(reading, name))), "")


class SecondFactor(models.Model):
    """A telephone that shows one-time codes, required once confirmed. Its secret is sealed by the master key named `master`.

    `last_step` is the period of the last accepted code, so that no code works twice. `failures` counts wrong codes since then.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    wrapped = models.BinaryField()
    master = models.CharField(max_length=16)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "finance"

    @property
    def bound_to(self) -> str:
        """The purpose that the secret is sealed for."""
        return f"user {self.user_id}: second factor"


class RecoveryCode(models.Model):
    """A code for a person whose telephone is lost. It works once; only its hash is stored."""

    second_factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "finance"
        constraints = [models.UniqueConstraint(fields=["second_factor", "hash"], name="one_recovery_code")]
