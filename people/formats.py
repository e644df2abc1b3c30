"""Formats of days, moments and figures: the reader's choice, else their organization's, else the language's own."""

import datetime as dt
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import get_month_names
from babel.numbers import get_decimal_symbol
from django.db import models
from django.utils import translation
from django.utils.dateformat import DateFormat
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
    BRITISH = "en-gb", _("English (United Kingdom)")
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
    return _locale(_current.get().numbers) if _current.get().numbers else _own_locale()


def _own_locale() -> Locale:
    """Return the locale of the reader's language."""
    return _locale(translation.to_locale(translation.get_language() or "en"))


@cache
def _locale(name: str) -> Locale:
    try:
        return Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def decimal_mark() -> str:
    """Return the decimal mark of that locale."""
    return get_decimal_symbol(number_locale())


def listed(parts: Iterable[str]) -> str:
    """Return the parts of an enumeration, separated as the language does: a, b or a、b."""
    middle = str(_own_locale().list_patterns["standard"]["middle"])
    return middle.removeprefix("{0}").removesuffix("{1}").join(parts)


def sentences(*parts: str) -> str:
    """Return the parts as sentences, each with a capital and a full stop of the language. Empty parts are left out."""
    gap = pgettext("between two sentences", ". ")
    stop = gap.strip()
    closed = (part if part.endswith((stop, "!", "?")) else f"{part[0].upper()}{part[1:]}{stop}" for part in parts if part)
    return gap.removeprefix(stop).join(closed)


def written_day(date: dt.date | None) -> str:
    """Return a day in the reader's format, such as 5 Jan 2026; empty for None. Of a moment, the day in the current time zone."""
    if isinstance(date, dt.datetime):
        date = localtime(date).date()
    return _written(date, _current.get().day, translation.get_language()) if date else ""


@lru_cache(maxsize=4096)
def _written(date: dt.date, letters: str, _language: str | None) -> str:
    """Return a day in these letters, else in those of the language; a page writes few days many times."""
    return in_letters(date, letters or pgettext("a day, in Django's letters for dates", "j M Y"))


class _RunningText(DateFormat):
    """Django's letters for dates, with the names of months as the language writes them inside a sentence: giugno, 3 jun 2026.

    Django capitalizes these in Italian and Portuguese, and every abbreviation, which in French names June and July alike.
    """

    def F(self) -> str:  # noqa: N802  Django's letter
        return self._month("wide")

    def M(self) -> str:  # noqa: N802  Django's letter
        return self._month("abbreviated").removesuffix(".")

    def _month(self, width: Literal["abbreviated", "wide"]) -> str:
        return str(get_month_names(width, "format", _own_locale())[int(self.n())])


def in_letters(day: dt.date, letters: str) -> str:
    """Return a day or moment in Django's letters for dates."""
    return _RunningText(day).format(letters)


def written_month(month: dt.date | None) -> str:
    """Return a month and its year, such as June 2026; empty for None."""
    return in_letters(month, pgettext("a month, in Django's letters for dates", "F Y")) if month else ""


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
    form = pgettext("a moment: day and time of day", "%(day)s, %(time)s")
    return form % {"day": written_day(here), "time": f"{here:%H:%M}"} if here else ""
