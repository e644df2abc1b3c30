"""Formats of days, moments and figures: the reader's choice, else their organization's, else the language's own."""

import datetime as dt
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol
from django.db import models
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class DayFormat(models.TextChoices):
    """Formats in Django's letters for dates, each labelled by an example."""

    DAY_MONTH = "j M Y", "31 Jan 2026"
    MONTH_DAY = "M j, Y", "Jan 31, 2026"
    POINTS = "d.m.Y", "31.01.2026"
    SLASHES = "d/m/Y", "31/01/2026"
    AMERICAN = "m/d/Y", "01/31/2026"
    ISO = "Y-m-d", "2026-01-31"


class NumberFormat(models.TextChoices):
    """Locales for figures, each labelled by an example."""

    POINT = "en", "1,234.50"
    COMMA = "de", "1.234,50"
    APOSTROPHE = "de_CH", "1’234.50"  # noqa: RUF001  as Switzerland writes it
    SPACE = "fr", "1 234,50"


class Language(models.TextChoices):
    ENGLISH = "en", _("English")
    GERMAN = "de", _("German")
    FRENCH = "fr", _("French")
    SPANISH = "es", _("Spanish")
    ITALIAN = "it", _("Italian")
    DUTCH = "nl", _("Dutch")
    PORTUGUESE = "pt-br", _("Portuguese (Brazil)")
    JAPANESE = "ja", _("Japanese")


class Colour(models.TextChoices):
    """Colours that mark the pages of an organization, always beside its name. `static/tokens.css` has their shades."""

    TEAL = "teal", _("Teal")
    BLUE = "blue", _("Blue")
    INDIGO = "indigo", _("Indigo")
    VIOLET = "violet", _("Violet")
    PLUM = "plum", _("Plum")
    ROSE = "rose", _("Rose")
    RED = "red", _("Red")
    ORANGE = "orange", _("Orange")
    OLIVE = "olive", _("Olive")
    GREEN = "green", _("Green")
    BROWN = "brown", _("Brown")
    SLATE = "slate", _("Slate")


@dataclass(frozen=True, slots=True)
class Formats:
    """Chosen formats: `day` is a `DayFormat`, `numbers` a `NumberFormat`; empty means the language's own."""

    day: str = ""
    numbers: str = ""


LANGUAGES_OWN = Formats()
_current: ContextVar[Formats] = ContextVar("formats", default=LANGUAGES_OWN)


def use_formats(formats: Formats) -> None:
    """Set the formats of the current request."""
    _current.set(formats)


def number_locale() -> Locale:
    """Return the locale for figures."""
    return _locale(_current.get().numbers or translation.to_locale(translation.get_language() or "en"))


@cache
def _locale(name: str) -> Locale:
    try:
        return Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def decimal_mark() -> str:
    """Return the decimal mark of that locale."""
    return get_decimal_symbol(number_locale())


def written_day(date: dt.date | None) -> str:
    """Return a day in the reader's format, such as 5 Jan 2026; empty for None. Of a moment, the day in the current time zone."""
    if isinstance(date, dt.datetime):
        date = localtime(date).date()
    return _written(date, _current.get().day, translation.get_language()) if date else ""


@lru_cache(maxsize=4096)
def _written(date: dt.date, letters: str, _language: str | None) -> str:
    """Return a day in these letters, else in those of the language; a page writes few days many times."""
    return date_format(date, letters or pgettext("a day, in Django's letters for dates", "j M Y"))


def written_span(stored: str) -> str:
    """Return a stored day or period (2026-01-01 or 2026-01-01..2026-01-31) in the reader's format; other texts unchanged."""
    try:
        days = [written_day(dt.date.fromisoformat(day)) for day in stored.split("..")]
    except ValueError:
        return stored
    return days[0] if len(days) == 1 else gettext("%(first)s to %(last)s") % {"first": days[0], "last": days[-1]}


def full_name(person: "User | None") -> str:
    """Return the name in full, or the login name if there is no other; empty for None."""
    return "" if person is None else person.get_full_name() or person.get_username()


def written_moment(at: dt.datetime | None) -> str:
    """Return the day and time of day in the current time zone; empty for None."""
    here = localtime(at) if at else None
    return f"{written_day(here)}, {date_format(here, 'H:i')}" if here else ""
