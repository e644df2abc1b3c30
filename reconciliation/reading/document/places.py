"""Places of the printed account number and currency, so that a person can see what was read of them."""

import re
from collections.abc import Iterator, Sequence

from reconciliation.printed.statement import Fact
from reconciliation.reading.document.currency import BESIDE_FIGURES
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import box_of

NO_DIGIT = re.compile(r"\D")
NUMBER, CURRENCY = "account_number", "currency"


def places_of(rows: Sequence[Printed], number: str, currency: str | None) -> Iterator[Fact]:
    """Yield the first row with the account number and the first one with the currency, its code or a symbol of it."""
    digits = NO_DIGIT.sub("", number)
    numbered = (printed for printed in rows if digits and digits in NO_DIGIT.sub("", printed.row.text))
    marks = [currency, *(symbol for symbol, code in BESIDE_FIGURES.items() if code == currency)] if currency else []
    pattern = re.compile("|".join(rf"(?<![^\W\d]){re.escape(mark)}(?![^\W\d])" for mark in marks), re.IGNORECASE)
    marked = (printed for printed in rows if marks and pattern.search(printed.row.text))
    for code, found, says in ((NUMBER, numbered, number), (CURRENCY, marked, currency)):
        printed = next(found, None)
        if printed is not None and says:
            yield Fact(code=code, figures=(says,), page=printed.row.page, box=box_of(printed.row.words))
