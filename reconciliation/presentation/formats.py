"""Days, counts, amounts, codes and names of accounts as pages and reports write them."""

import datetime as dt
from calendar import monthrange
from decimal import Decimal
from functools import cache

from babel.numbers import NumberPattern, format_decimal, parse_pattern
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.account_numbers import visible_end
from finance.money import exponent
from people.formats import number_locale, written_day, written_month
from reconciliation.models import StatementImport
from reconciliation.models.querysets import COUNT_LIMIT
from reconciliation.presentation.labels.processing import DOCUMENT_TYPES, NAMED, STAGES, deleted
from reconciliation.verification.account_choice import number_of


def age(since: dt.datetime) -> str:
    """Return an age in whole days: "today", "3 days"."""
    days = (timezone.now() - since).days
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days} if days > 0 else _("today")


def bounded(count: int) -> str:
    """Return a count, or "10,000+" for one that was cut off at its limit."""
    return f"{number_format(COUNT_LIMIT)}+" if count > COUNT_LIMIT else number_format(count)


def until(first: dt.date | None, last: dt.date | None) -> str:
    """Return a period in words: "January 2026" for a whole month, else both days, or the one that is known."""
    if not first or not last:
        return written_day(first or last)
    if first.day == 1 and last == first.replace(day=monthrange(first.year, first.month)[1]):
        return written_month(first)
    return _("%(first)s to %(last)s") % {"first": written_day(first), "last": written_day(last)}


def document_type(code: str) -> str:
    return str(DOCUMENT_TYPES.get(code, DOCUMENT_TYPES["other"]))


def stage(code: str) -> str:
    return str(STAGES.get(code, code))


def document_deleted(statement_import: StatementImport) -> str:
    return deleted(statement_import)


def provider_name(code: str) -> str:
    return str(NAMED.get(code, code))


def rounded(value: Decimal | int, places: int = 0) -> str:
    """Return a value of a chart in the reader's format: 1,234 or 0.05."""
    return format_decimal(round(Decimal(value), places), format="#,##0" + ("." + "0" * places if places else ""), locale=number_locale())


def figure(amount: Decimal | str | None, currency: str = "") -> str:
    """Return an amount for a column whose head names the currency: 1,234.50, with a minus sign and never in brackets."""
    if amount is None or amount == "":
        return _("not known")
    exact = Decimal(amount)
    own = exact.as_tuple().exponent
    decimals = exponent(currency) if currency else max(-own, 0) if isinstance(own, int) else 0
    return format_decimal(exact, format=_signed(decimals), locale=number_locale())


@cache
def _signed(decimals: int) -> NumberPattern:
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return parse_pattern(f"{pattern};\u2212{pattern}")


def named_by_the_paper(institution: str, hint: str) -> str:
    """Return the account's printed name: "Joint Savings ··1234", else "Northwind Bank ··1234", or an empty text."""
    digits = visible_end(number_of(hint))
    return " ".join(filter(None, [name_on_the_paper(institution, hint), f"··{digits}" if digits else ""]))


def name_on_the_paper(institution: str, hint: str) -> str:
    """Return the account's printed name without digits, else the name of the institution."""
    return hint.removesuffix(number_of(hint)).strip() or institution
