"""Small filters for the pages of statements."""

import datetime as dt
from calendar import monthrange
from decimal import Decimal

from babel.numbers import format_decimal
from django import template
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from finance.formats import number_locale, written_day, written_moment
from finance.money import exponent
from reconciliation.models import StatementImport
from reconciliation.querysets import COUNTED
from reconciliation.words.documents import DOCUMENT_TYPES, STAGES
from reconciliation.words.providers import NAMED
from reconciliation.words.retention import deleted

register = template.Library()
day = register.filter("day", written_day)
register.filter("moment", written_moment)


@register.filter
def age(since: dt.datetime) -> str:
    """In whole days: "today", "3 days"."""
    days = (timezone.now() - since).days
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days} if days > 0 else _("today")


@register.filter
def bounded(count: int) -> str:
    """A count that was not carried on: 10,000+."""
    return f"{number_format(COUNTED)}+" if count > COUNTED else number_format(count)


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
def document_deleted(statement_import: StatementImport) -> str:
    return deleted(statement_import)


@register.filter
def provider_name(code: str) -> str:
    return str(NAMED.get(code, code))


@register.filter
def rounded(value: Decimal | int, places: int = 0) -> str:
    """A value of a chart: 1,234 or 0.05, as the reader writes figures."""
    return format_decimal(round(Decimal(value), places), format="#,##0" + ("." + "0" * places if places else ""), locale=number_locale())


@register.filter
def figure(amount: Decimal | str | None, currency: str = "") -> str:
    """An amount in a column whose currency is said once: 1,234.50, with a minus sign and never a bracket."""
    if amount is None or amount == "":
        return _("not known")
    exact = Decimal(amount)
    own = exact.as_tuple().exponent
    decimals = exponent(currency) if currency else max(-own, 0) if isinstance(own, int) else 0
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(exact, format=f"{pattern};\u2212{pattern}", locale=number_locale())
