"""Money: `Decimal` in the code, integer minor units in the database (SQLite's decimals are floats)."""

import functools
from collections.abc import Callable
from decimal import Context, Decimal, Inexact, InvalidOperation
from typing import Any, Self, overload

from iso4217 import Currency

from people.refusal import Refusal

LARGEST = 2**63 - 1
"""The largest number of minor units that a column holds, in both databases."""

_EXACT = Context(prec=60, traps=[Inexact, InvalidOperation])


class UnknownCurrency(Refusal, ValueError):
    """The code is no currency of ISO 4217 with minor units (gold and test codes have none)."""

    code = "unknown_currency"


class NotAnAmount(Refusal, ValueError):
    """The value is no valid amount."""

    code = "not_an_amount"


class TooPrecise(NotAnAmount):
    """The amount has more decimals than its currency."""


class TooLarge(NotAnAmount):
    """The amount needs more than 64 bits of minor units, or is no number."""


@functools.cache
def exponent(currency: str) -> int:
    """Return the decimals of a currency by ISO 4217: EUR 2, JPY 0, KWD 3."""
    try:
        decimals = Currency(currency).exponent
    except ValueError as error:
        raise UnknownCurrency(currency) from error
    if decimals is None:
        raise UnknownCurrency(currency)
    return int(decimals)


def is_currency(code: str) -> bool:
    """True if ISO 4217 has the currency with minor units."""
    try:
        exponent(code)
    except UnknownCurrency:
        return False
    return True


def to_minor(amount: Decimal, currency: str) -> int:
    """Return the minor units of an amount: 12.30 EUR is 1230. Never rounds: raises `TooPrecise` or `TooLarge`."""
    decimals = exponent(currency)
    if not amount.is_finite() or amount.adjusted() > len(str(LARGEST)):
        raise TooLarge(f"{amount} {currency}")
    try:
        units = amount.scaleb(decimals, _EXACT).quantize(Decimal(1), context=_EXACT)
    except (Inexact, InvalidOperation) as error:
        raise TooPrecise(f"{amount} {currency}") from error
    if abs(units) > LARGEST:
        raise TooLarge(f"{amount} {currency}")
    return int(units)


def from_minor(units: int, currency: str) -> Decimal:
    """Return the amount of minor units, with all the currency's decimals: 1230 EUR is 12.30."""
    return Decimal(units).scaleb(-exponent(currency))


class _OverMinorUnits(property):
    """A property that converts a column of minor units by the row's currency.

    mypy knows no such keyword of a model's constructor: write `amount_minor=to_minor(amount, currency)` there.
    """

    def __init__(self, column: str, *, currency: Callable[[Any], str]) -> None:
        def read(row: Any) -> Decimal | None:
            units = getattr(row, column)
            return None if units is None else from_minor(units, currency(row))

        def write(row: Any, amount: Decimal | None) -> None:
            setattr(row, column, None if amount is None else to_minor(amount, currency(row)))

        super().__init__(read, write)


class Money(_OverMinorUnits):
    """An attribute of type `Decimal` over a column that is never null."""

    @overload
    def __get__(self, row: None, model: type | None = None, /) -> Self: ...
    @overload
    def __get__(self, row: object, model: type | None = None, /) -> Decimal: ...
    def __get__(self, row: object | None, model: type | None = None, /) -> Any:
        return super().__get__(row, model)

    def __set__(self, row: Any, amount: Decimal, /) -> None:
        super().__set__(row, amount)


class MoneyIfKnown(_OverMinorUnits):
    """An attribute of type `Decimal`, or None for a null column: unknown is never 0."""

    @overload
    def __get__(self, row: None, model: type | None = None, /) -> Self: ...
    @overload
    def __get__(self, row: object, model: type | None = None, /) -> Decimal | None: ...
    def __get__(self, row: object | None, model: type | None = None, /) -> Any:
        return super().__get__(row, model)

    def __set__(self, row: Any, amount: Decimal | None, /) -> None:
        super().__set__(row, amount)
