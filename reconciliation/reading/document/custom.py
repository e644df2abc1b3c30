"""The order of day and month that is usual where a document comes from."""

from collections.abc import Sequence

from reconciliation.reading.days.calendar import Custom
from reconciliation.reading.document.currency import DOLLARS, NOT_ENGLISH, names_currency, speaks_of
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.printed import Printed

MONTH_FIRST = "USD"
MIXED = frozenset({"CAD", "PHP", "ZAR", "SEK", "DKK", "HUF", "JPY", "CNY", "RMB", "KRW", "TWD", "MNT"})
"""Currencies of countries that write both orders, or the year first and then the month, by the Unicode CLDR."""
NOT_AMERICAN = words_of(r"iban|sort code|bsb")


def custom_of(rows: Sequence[Printed], currency: str | None) -> Custom:
    """Return the custom of the currency's countries; of dollars without a country the month comes first, and nothing is named."""
    if currency is None or currency in MIXED:
        return Custom(day_first=currency not in {None, "CAD"}, named=False)
    if currency != MONTH_FIRST:
        return Custom(day_first=True, named=True)
    plain = "\n".join(printed.plain for printed in rows)
    spoken = {code: speaks_of(code, plain) for code in DOLLARS}
    american = spoken.pop(MONTH_FIRST)
    foreign = NOT_ENGLISH.search(plain) or NOT_AMERICAN.search(plain) or max(spoken.values()) > american
    return Custom(day_first=False, named=not foreign and (american > 0 or names_currency(MONTH_FIRST, rows)))
