"""Filters for money in the reader's language: `{{ amount|money:currency }}`, `{{ amount|balance:account }}`."""

import re
from decimal import Decimal

from babel.numbers import format_currency
from django import template
from django.utils.translation import gettext as _

from finance.models import Account
from people.formats import number_locale

register = template.Library()

MINUS = "\N{MINUS SIGN}"
OWED = {Account.Kind.CREDIT_CARD, Account.Kind.LOAN}


@register.filter
def money(amount: Decimal | str | None, currency: str) -> str:
    """Return an amount or decimal string with all its decimals in the reader's locale, with a minus sign; None is "not known"."""
    if amount is None or amount == "":
        return _("not known")
    text = format_currency(Decimal(amount), currency, locale=number_locale(), currency_digits=True)
    return _spaced(text).replace("-", MINUS)


@register.filter
def whole_money(amount: Decimal, currency: str) -> str:
    """Return the amount without decimals, for axes."""
    locale = number_locale()
    pattern = re.sub(r"\.0+", "", locale.currency_formats["standard"].pattern)
    text = format_currency(amount, currency, format=pattern, locale=locale, currency_digits=False)
    return _spaced(text).replace("-", MINUS)


@register.filter
def balance(amount: Decimal | None, account: Account) -> str:
    """Return a balance in words that fit its account: a card or a loan shows the amount owed."""
    if amount is None or account.kind not in OWED or amount == 0:
        return money(amount, account.currency)
    if amount < 0:
        return _("You owe %(amount)s") % {"amount": money(-amount, account.currency)}
    return _("%(amount)s in your favor") % {"amount": money(amount, account.currency)}


def _spaced(text: str) -> str:
    """Return the text with a space between a letter code and its figure, as CLDR requires and Babel omits: KWD 1.500."""
    return re.sub(r"(?<=[^\W\d_])(?=\d)", "\N{NO-BREAK SPACE}", text)
