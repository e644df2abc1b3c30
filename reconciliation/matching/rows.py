"""A printed line or a ledger entry as the matcher weighs it: normalised once, compared often."""

import datetime as dt
import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.words import payee

LONGEST = 500
"""Characters of a text that are looked at. Gaps in the patterns are bounded too: texts come from outside."""
FIGURES = re.compile(r"\d{1,40}")
CHEQUE = re.compile(r"\b(?:cheque|check|chq|chk|ck|draft)\b\W{0,3}(?:no|nr|number|num)?\W{0,3}0{0,12}(\d{1,10})\b", re.IGNORECASE)
CHEQUE_AFTER = re.compile(r"\b0{0,12}(\d{1,10})\s{1,3}(?:cheque|check|chq|chk|ck)\b", re.IGNORECASE)
NAMED_REFERENCE = re.compile(
    r"\b(?:slip|ref|reference|invoice|inv|rf|folio|deposit)\b\W{0,3}(?:no|nr|number)?\W{0,3}0{0,12}(\d{3,20})\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Row:
    """One row of either side. `days` are the ordinals it may be compared by; `references` those that are named as such."""

    key: Hashable
    days: tuple[int, ...]
    amount: Decimal
    text: str
    payee: tuple[str, ...]
    number: str
    references: frozenset[str]
    figures: frozenset[str]
    page: Hashable = None

    @property
    def day(self) -> int:
        return self.days[0]


def make_row(
    *,
    key: Hashable,
    days: Iterable[dt.date | None],
    amount: Decimal,
    text: str,
    reference: str = "",
    number: str = "",
    page: Hashable = None,
) -> Row:
    """A row; `days` without any gives a row that can be near nothing. Rows of different `page` are never one group."""
    text = text[:LONGEST]
    return Row(
        key=key,
        days=tuple(dict.fromkeys(day.toordinal() for day in days if day is not None)),
        amount=amount,
        text=" ".join(text.casefold().split()),
        payee=payee(text),
        number=_plain(number) or _cheque_number(text),
        references=frozenset(filter(None, (_plain(reference), *NAMED_REFERENCE.findall(text)))),
        figures=frozenset(figure.lstrip("0") for figure in FIGURES.findall(text)) - {""},
        page=page,
    )


def _plain(reference: str) -> str:
    """Letters and digits, without leading zeros: "REF 000731" and "731" are compared as written there and here."""
    return re.sub(r"[\W_]+", "", reference.casefold()).lstrip("0")


def _cheque_number(text: str) -> str:
    found = CHEQUE.search(text) or CHEQUE_AFTER.search(text)
    return found.group(1) if found else ""
