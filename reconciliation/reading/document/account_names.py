"""What a file that lists its accounts calls each of them: the words of the row that bears the account's two balances."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import takewhile

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind

MASKS = frozenset("xX*•")
END = re.compile(r"[\W_]+$")  # the sign of the currency, a colon
SUM = words_of(r"total|totaal|totale|summe|gesamt|suma|soma|somme|summa|razem|subtotal")
FEWEST_LETTERS, LONGEST = 4, 60


def account_name(rows: Sequence[Printed], opening: Decimal | None, closing: Decimal | None) -> str:
    """As printed, without its number; empty where no row bears both balances, or rows that do have different names."""
    if opening is None or closing is None:
        return ""
    names = {fold(name): name for name in _names(rows, sorted((abs(opening), abs(closing))))}
    return names.popitem()[1] if len(names) == 1 else ""


def number_of(hint: str) -> str:
    """The number that a printed account line ends with: "Joint Savings xx1234" gives xx1234; empty where it ends in words."""
    found = [*takewhile(_is_of_a_number, reversed(hint.split()))]
    return " ".join(reversed(found)) if any(letter.isdigit() for word in found for letter in word) else ""


def last_digits(number: str) -> str:
    """The last four of an account's number, which may be hidden but for its end."""
    return re.sub(r"\D", "", number)[-4:]


def _is_of_a_number(word: str) -> bool:
    return any(letter.isdigit() for letter in word) or MASKS.issuperset(word)


def _names(rows: Sequence[Printed], balances: list[Decimal]) -> Iterator[str]:
    for printed in rows:
        if len(printed.figures) != len(balances) or printed.days or sorted(figure.size for figure in printed.figures) != balances:
            continue
        words = " ".join(END.sub("", printed.row.text[: printed.figures[0].start]).split())
        name = END.sub("", words.removesuffix(number_of(words)))
        if sum(letter.isalpha() for letter in name) >= FEWEST_LETTERS and len(name) <= LONGEST and _is_name(fold(name)):
            yield name


def _is_name(plain: str) -> bool:
    return not SUM.search(plain) and not balance_kind(plain)
