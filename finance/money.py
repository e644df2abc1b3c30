"""Money: `Decimal` in the code, integer minor units in the database (SQLite's own decimals are floats)."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from iso4217 import Currency


class UnknownCurrency(ValueError):
    """The code is none of ISO 4217's."""


class TooPrecise(ValueError):
    """The amount has more decimals than its currency has."""


def exponent(currency: str) -> int:
    """Decimals of a currency by ISO 4217: EUR 2, JPY 0, KWD 3."""
    try:
        return Currency(currency).exponent or 0
    except ValueError as error:
        raise UnknownCurrency(currency) from error


def to_minor(amount: Decimal, currency: str) -> int:
    """Minor units of an amount: 12.30 EUR is 1230. Never rounds."""
    units = amount.scaleb(exponent(currency))
    if units != units.to_integral_value():
        raise TooPrecise(f"{amount} {currency}")
    return int(units)


def from_minor(units: int, currency: str) -> Decimal:
    """The amount of some minor units, with all the currency's decimals: 1230 EUR is 12.30."""
    return Decimal(units).scaleb(-exponent(currency))


class Money(property):
    """An attribute that gives `Decimal` over a column of minor units; None where the column is null."""

    def __init__(self, column: str, *, currency: Callable[[Any], str]) -> None:
        def read(row: Any) -> Decimal | None:
            units = getattr(row, column)
            return None if units is None else from_minor(units, currency(row))

        def write(row: Any, amount: Decimal | None) -> None:
            setattr(row, column, None if amount is None else to_minor(amount, currency(row)))

        super().__init__(read, write)
