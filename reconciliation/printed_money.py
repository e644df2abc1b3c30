"""Printed amounts in the database: minor units, and beside them how many decimals those have.

A printed statement need not name its currency, so the decimals are kept as they were read, never guessed.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

LARGEST = 2**63 - 1


class FigureTooLarge(ValueError):
    """A printed amount that no database column holds: not money."""


class TooManyDecimals(ValueError):
    """An amount with more decimals than its statement keeps."""


def decimals_of(amounts: Iterable[Decimal | None], *, least: int = 0) -> int:
    """The decimals that hold all these amounts exactly."""
    exponents = (amount.as_tuple().exponent for amount in amounts if amount is not None)
    return max([least, *(-exponent for exponent in exponents if isinstance(exponent, int))])


def to_units(amount: Decimal, decimals: int) -> int:
    """12.30 with two decimals is 1230. Never rounds."""
    units = amount.scaleb(decimals)
    if not amount.is_finite() or abs(units) > LARGEST:
        raise FigureTooLarge(str(amount))
    if units != units.to_integral_value():
        raise TooManyDecimals(str(amount))
    return int(units)


def from_units(units: int, decimals: int) -> Decimal:
    return Decimal(units).scaleb(-decimals)


class PrintedMoney(property):
    """An attribute that gives `Decimal` over a column of minor units; None where the column is null."""

    def __init__(self, column: str, *, decimals: Callable[[Any], int]) -> None:
        def read(row: Any) -> Decimal | None:
            units = getattr(row, column)
            return None if units is None else from_units(units, decimals(row))

        def write(row: Any, amount: Decimal | None) -> None:
            setattr(row, column, None if amount is None else to_units(amount, decimals(row)))

        super().__init__(read, write)
