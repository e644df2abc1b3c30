"""Values from outside as columns hold them: text and JSON made to fit, and printed amounts in minor units with their number of decimals.

A printed statement need not name its currency, so the decimals are stored as read, never guessed."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from finance.money import Money, MoneyIfKnown

LONGEST = 20_000


def fit(text: str | None, longest: int) -> str:
    """Make text from a document fit a column: without null characters and half surrogate pairs, and cut to `longest`."""
    return (text or "").replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:longest]


def storable(value: Any) -> Any:
    """Make JSON from outside fit a JSON column."""
    if isinstance(value, str):
        return fit(value, LONGEST)
    if isinstance(value, Mapping):
        return {fit(str(key), 200): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list | tuple) else value


LARGEST = 2**63 - 1
MOST_DECIMALS = 12


class FigureOutOfRange(ValueError):
    """A printed amount that does not fit its column: too large, or with more decimals than its statement has."""

    code = "figure_out_of_range"


def decimals_of(amounts: Iterable[Decimal | None]) -> int:
    """Return the decimals that hold all these amounts exactly. Raises FigureOutOfRange."""
    exponents = [amount.as_tuple().exponent for amount in amounts if amount is not None]
    most = max([0, *(-exponent for exponent in exponents if isinstance(exponent, int))])
    if most > MOST_DECIMALS:
        raise FigureOutOfRange
    return most


def to_units(amount: Decimal, decimals: int) -> int:
    """Return an amount in units: 12.30 with two decimals is 1230. Never rounds. Raises FigureOutOfRange."""
    if not amount.is_finite() or amount.adjusted() + decimals >= len(str(LARGEST)):
        raise FigureOutOfRange
    units = amount.scaleb(decimals)
    if abs(units) > LARGEST or units != units.to_integral_value():
        raise FigureOutOfRange
    return int(units)


def _over_units(column: str, decimals: Callable[[Any], int]) -> tuple[Callable[[Any], Decimal | None], Callable[[Any, Any], None]]:
    def read(row: Any) -> Decimal | None:
        units = getattr(row, column)
        return None if units is None else Decimal(units).scaleb(-decimals(row))

    def write(row: Any, amount: Decimal | None) -> None:
        setattr(row, column, None if amount is None else to_units(amount, decimals(row)))

    return read, write


class PrintedMoney(Money):
    """`Decimal` over a column of minor units, with the number of decimals from the row itself."""

    def __init__(self, column: str, *, decimals: Callable[[Any], int]) -> None:
        property.__init__(self, *_over_units(column, decimals))


class PrintedMoneyIfKnown(MoneyIfKnown):
    """`PrintedMoney` over a column that may be null: unknown is never 0."""

    def __init__(self, column: str, *, decimals: Callable[[Any], int]) -> None:
        property.__init__(self, *_over_units(column, decimals))
