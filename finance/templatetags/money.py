"""Money in the reader's language: `{{ amount|money:currency }}`, `{{ amount|balance:account }}`."""

import re
from decimal import Decimal

from babel import Locale, UnknownLocaleError
from babel.numbers import format_currency
from django import template
from django.utils import translation
from django.utils.translation import gettext as _

from finance.models import Account

register = template.Library()

MINUS = "\N{MINUS SIGN}"
OWED = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}


@register.filter
def money(amount: Decimal | str | None, currency: str) -> str:
    """The amount with all its decimals, in the reader's locale and with a minus sign, not a hyphen; None is "not known".

    A decimal string is taken as well."""
    if amount is None or amount == "":
        return _("not known")
    text = format_currency(Decimal(amount), currency, locale=_locale(), currency_digits=True)
    return _spaced(text).replace("-", MINUS)


@register.filter
def balance(amount: Decimal | None, account: Account) -> str:
    """A balance in words that fit its account: a card or a loan says what is owed."""
    if amount is None or account.kind not in OWED or amount == 0:
        return money(amount, account.currency)
    if amount < 0:
        return _("You owe %(amount)s") % {"amount": money(-amount, account.currency)}
    return _("%(amount)s in your favour") % {"amount": money(amount, account.currency)}


def _spaced(text: str) -> str:
    """A code of letters does not touch its figure, as CLDR wants and Babel does not do: KWD 1.500."""
    return re.sub(r"(?<=[^\W\d_])(?=\d)", "\N{NO-BREAK SPACE}", text)


def _locale() -> Locale:
    try:
        return Locale.parse(translation.to_locale(translation.get_language() or "en"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")
