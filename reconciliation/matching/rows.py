"""A printed line or a ledger entry as the matcher weighs it: normalised once, compared often."""

import datetime as dt
import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.words import payee

EARLIEST, LATEST = -2, 7
"""The bank's day minus the books' day, both ends included; some ways of paying have less time."""
LONGEST = 500
"""Characters of a text that are looked at. Gaps in the patterns are bounded too: texts come from outside."""
FIGURES = re.compile(r"\d{3,40}")
_MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|m\u00e4rz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?)"
)
_YEAR = r"(?:19|20)\d\d"
DAY_OR_MONEY = re.compile(
    rf"\b{_YEAR}[-./](?:0?[1-9]|1[0-2])[-./](?:3[01]|[12]\d|0?[1-9])\b"
    rf"|\b(?:3[01]|[12]\d|0?[1-9])[-./](?:3[01]|[12]\d|0?[1-9])(?:[-./](?:{_YEAR}|\d\d))?\b"
    rf"|\b(?:0?[1-9]|1[0-2])/{_YEAR}\b"
    rf"|\b(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|\.)?[- ]?{_MONTH}\b(?:[-., ]{{0,2}}{_YEAR}\b)?"
    rf"|\b{_MONTH}[-. ]?(?:(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b)?(?:[-., ]{{0,2}}{_YEAR}\b)?"
    r"|\b\d{1,3}(?:[.,']?\d{3}){0,6}[.,]\d\d\b",
    re.IGNORECASE,
)
"""What is no number of a payment: days, months with their year, sums of money."""
YEAR = re.compile(_YEAR)
HAS_DIGIT = re.compile(r"\d")
NO_LETTER = re.compile(r"[\W_]+")
NONE: frozenset[str] = frozenset()
CHEQUE = re.compile(r"\b(?:cheque|check|chq|chk|ck|draft)\b\W{0,3}(?:no|nr|number|num)?\W{0,3}0{0,12}(\d{1,10})\b", re.IGNORECASE)
CHEQUE_AFTER = re.compile(r"\b0{0,12}(?!(?:19|20)\d\d\b)(\d{1,10})\s{1,3}(?:cheque|check|chq|chk|ck)\b", re.IGNORECASE)
NAMED_REFERENCE = re.compile(
    r"\b(?:slip|ref|reference|invoice|inv|rf|folio|deposit)\b\W{0,3}(?:no|nr|number)?\W{0,3}0{0,12}(\d{3,20}(?:[-/]\d{1,10}){0,3})\b",
    re.IGNORECASE,
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
    latest: int = LATEST

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
    latest: int = LATEST,
) -> Row:
    """A row; `days` without any gives a row that can be near nothing. Rows of different `page` are never one group. An entry
    may be printed up to `latest` days after it is booked, at most LATEST."""
    text = text[:LONGEST]
    told = DAY_OR_MONEY.sub(" ; ", text) if HAS_DIGIT.search(text) else ""
    return Row(
        key=key,
        days=tuple(dict.fromkeys(day.toordinal() for day in days if day is not None)),
        amount=amount,
        text=" ".join(text.casefold().split()),
        payee=payee(text),
        number=_plain(number) or _cheque_number(told),
        references=_references((reference, *NAMED_REFERENCE.findall(told)), amount),
        figures=_references(FIGURES.findall(told), amount),
        page=page,
        latest=min(latest, LATEST),
    )


def _references(found: Iterable[str], amount: Decimal) -> frozenset[str]:
    """Those that tell one payment from another: not a word, not a year, not the payment's own amount."""
    tokens = {token for token in map(_plain, found) if HAS_DIGIT.search(token) and not YEAR.fullmatch(token)}
    return frozenset(tokens - _as_figures(amount)) if tokens else NONE


def _as_figures(amount: Decimal) -> frozenset[str]:
    """An amount as it may stand in a text: 200, 200.00."""
    written = format(abs(amount), "f")
    whole, _, cents = written.partition(".")
    return frozenset((whole.lstrip("0"), _plain(written), f"{whole}{cents[:2]:0<2}".lstrip("0")))


def _plain(reference: str) -> str:
    """Letters and digits, without leading zeros: "REF 000731" and "731" are compared as written there and here."""
    folded = reference.casefold()
    return (folded if folded.isalnum() else NO_LETTER.sub("", folded)).lstrip("0")


def _cheque_number(text: str) -> str:
    found = CHEQUE.search(text) or CHEQUE_AFTER.search(text)
    return found.group(1) if found else ""
