"""How days, moments and figures are written: as the reader or their organization wants it, else as the language does."""

import datetime as dt
from contextvars import ContextVar
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol
from django.db import models
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _


class DayFormat(models.TextChoices):
    """In Django's letters for dates, each named by an example."""

    DAY_MONTH = "j M Y", "31 Jan 2026"
    MONTH_DAY = "M j, Y", "Jan 31, 2026"
    POINTS = "d.m.Y", "31.01.2026"
    SLASHES = "d/m/Y", "31/01/2026"
    AMERICAN = "m/d/Y", "01/31/2026"
    ISO = "Y-m-d", "2026-01-31"


class NumberFormat(models.TextChoices):
    """The locale that figures are written in, each named by an example."""

    POINT = "en", "1,234.50"
    COMMA = "de", "1.234,50"
    APOSTROPHE = "de_CH", "1’234.50"  # noqa: RUF001  as Switzerland writes it
    SPACE = "fr", "1 234,50"


class Language(models.TextChoices):
    ENGLISH = "en", _("English")
    GERMAN = "de", _("German")
    FRENCH = "fr", _("French")
    SPANISH = "es", _("Spanish")
    PORTUGUESE = "pt-br", _("Portuguese (Brazil)")
    JAPANESE = "ja", _("Japanese")


@dataclass(frozen=True, slots=True)
class Formats:
    """`day` is a `DayFormat`, `numbers` a `NumberFormat`; empty is the language's own."""

    day: str = ""
    numbers: str = ""


LANGUAGES_OWN = Formats()
_current: ContextVar[Formats] = ContextVar("formats", default=LANGUAGES_OWN)


def use_formats(formats: Formats) -> None:
    """From here on, for this request: as Django activates a language."""
    _current.set(formats)


def number_locale() -> Locale:
    """The locale that figures are written in."""
    try:
        return Locale.parse(_current.get().numbers or translation.to_locale(translation.get_language() or "en"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def decimal_mark() -> str:
    """What stands before the cents."""
    return get_decimal_symbol(number_locale())


def written_day(date: dt.date | None) -> str:
    """5 Jan 2026, as the reader writes it; nothing for no date."""
    return date_format(date, _current.get().day or pgettext("a day, in Django's letters for dates", "j M Y")) if date else ""


def written_span(kept: str) -> str:
    """A day or a period as it is kept, 2026-01-01 or 2026-01-01..2026-01-31, as the reader writes it; another text stays as it is."""
    try:
        days = [written_day(dt.date.fromisoformat(day)) for day in kept.split("..")]
    except ValueError:
        return kept
    return days[0] if len(days) == 1 else gettext("%(first)s to %(last)s") % {"first": days[0], "last": days[-1]}


def written_moment(at: dt.datetime | None) -> str:
    """The day and the time of day, where the reader is."""
    here = localtime(at) if at else None
    return f"{written_day(here)}, {date_format(here, 'H:i')}" if here else ""
