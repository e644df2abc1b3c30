"""Small filters for the pages of statements."""

import datetime as dt
from calendar import monthrange
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from babel import Locale
from babel.numbers import format_decimal
from django import template
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.money import exponent
from reconciliation.words.documents import DOCUMENT_TYPES, STAGES
from reconciliation.words.providers import PROVIDERS

register = template.Library()


@register.filter
def day(date: dt.date | None) -> str:
    """5 Jan 2026, as the reader's language writes it; nothing for no date."""
    return date_format(date, pgettext("a day, in Django's letters for dates", "j M Y")) if date else ""


@register.filter
def until(first: dt.date | None, last: dt.date | None) -> str:
    """A period: "January 2026" for a whole month, else both days, or the one that is known."""
    if not first or not last:
        return day(first or last)
    if first.day == 1 and last == first.replace(day=monthrange(first.year, first.month)[1]):
        return date_format(first, pgettext("a month, in Django's letters for dates", "F Y"))
    return _("%(first)s to %(last)s") % {"first": day(first), "last": day(last)}


@register.filter
def document_type(code: str) -> str:
    return str(DOCUMENT_TYPES.get(code, DOCUMENT_TYPES["other"]))


@register.filter
def stage(code: str) -> str:
    return str(STAGES.get(code, code))


@register.filter
def provider_name(code: str) -> str:
    return str(PROVIDERS.get(code, code))


@register.filter
def findings(detail: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a step found, key by key as it is stored; what is empty is left out."""
    return [(key, ", ".join(map(str, value)) if isinstance(value, list) else str(value)) for key, value in detail.items() if value]


@register.filter
def figure(amount: Decimal | str | None, currency: str = "") -> str:
    """An amount in a column whose currency is said once: 1,234.50, with a minus sign and never a bracket."""
    if amount is None or amount == "":
        return _("not known")
    exact = Decimal(amount)
    own = exact.as_tuple().exponent
    decimals = exponent(currency) if currency else max(-own, 0) if isinstance(own, int) else 0
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    locale = Locale.parse(translation.to_locale(translation.get_language() or "en"))
    return format_decimal(exact, format=f"{pattern};\u2212{pattern}", locale=locale)
