"""A printed line or a ledger entry for the matcher, with the payee and the numbers in its text: parsed once, compared often; and a pair of
them with its evidence; and a payout of a payment processor."""

import datetime as dt
import enum
import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from finance.cache import TEXTS, remembered
from finance.payees import payee

LONGEST = 500
"""Characters of a text that are parsed. Gaps in the patterns are bounded too, since texts are untrusted."""
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
    r"|\b\d{1,3}(?:[.,']?\d{3}){0,6}[.,]\d\d\b"
)
"""Figures that are no number of a payment: days, months with their year, sums of money. Texts are in lower case."""
MAYBE_DAY_OR_MONEY = re.compile(r"\d[-./,']\d|\b(?:jan|feb|mar|m\u00e4r|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|\d[a-z.]")
YEAR = re.compile(_YEAR)
NO_LETTER = re.compile(r"[\W_]+")
HAS_DIGIT = re.compile(r"\d")
CHEQUE = re.compile(r"\b(?:cheque|check|chq|chk|ck|draft)\b\W{0,3}(?:no|nr|number|num)?\W{0,3}0{0,12}(\d{1,10})\b")
CHEQUE_AFTER = re.compile(r"\b0{0,12}(?!(?:19|20)\d\d\b)(\d{1,10})\s{1,3}(?:cheque|check|chq|chk|ck)\b")
REFERENCES = (
    "slip|ref|reference|invoice|inv|rf|folio|deposit|batch"
    "|referenz|beleg|rechnung|einzahlung|sammler|sammelauftrag|r[ée]f|r[ée]f[ée]rence|facture|bordereau|remise|lot"
    "|referencia|factura|remesa|lote|riferimento|rif|fattura|distinta|referentie|kenmerk|factuur|verzamelbatch|refer[êe]ncia|fatura|remessa"
)
"""Words before a reference, in the languages of the pages."""
NAMED_REFERENCE = re.compile(
    rf"\b(?:{REFERENCES})\b\W{{0,3}}(?:no|nr|n[º°]|n|num|number)?\W{{0,3}}0{{0,12}}(\d{{3,20}}(?:[-/]\d{{1,10}}){{0,3}})\b"
)
CREDITOR_REFERENCE = re.compile(r"\brf\d\d(?:[a-z0-9]{1,21}|(?: [a-z0-9]{4}){0,5} [a-z0-9]{1,4})\b")
"""A creditor reference of ISO 11649 in lower case, on its own or in groups of four."""
NONE: frozenset[Any] = frozenset()
ZERO = Decimal(0)
Payee = tuple[str, ...]
SameNames = Mapping[Payee, frozenset[Payee]]
"""For a payee of the bank, the payees of the books that a person said are the same."""
NO_NAMES: SameNames = {}


class Wording(NamedTuple):
    """`references` are figures named as such, `figures` all; `number` is a cheque's."""

    text: str
    payee: tuple[str, ...]
    number: str = ""
    references: frozenset[str] = NONE
    figures: frozenset[str] = NONE


@remembered(TEXTS)
def wording(text: str) -> Wording:
    """Parse a text, its first LONGEST characters."""
    folded = text[:LONGEST].casefold()
    plain, name = " ".join(folded.split()), payee(folded)
    has_figures = FIGURES.search(folded) is not None
    has_cheque = "ch" in folded or "ck" in folded or "draft" in folded  # in every text that a pattern of cheques finds
    if not (has_figures or has_cheque) or not HAS_DIGIT.search(folded):
        return Wording(plain, name)
    cleaned = DAY_OR_MONEY.sub(" ; ", folded) if MAYBE_DAY_OR_MONEY.search(folded) else folded
    cheque = (CHEQUE.search(cleaned) or CHEQUE_AFTER.search(cleaned)) if has_cheque else None
    number = cheque.group(1) if cheque else ""
    if not has_figures:
        return Wording(plain, name, number)
    bare = (run.lstrip("0") for run in FIGURES.findall(cleaned))
    figures = frozenset(figure for figure in bare if figure and not YEAR.fullmatch(figure))
    references = telling(NAMED_REFERENCE.findall(cleaned)) | creditor_references(plain)
    return Wording(plain, name, number, references, figures)


def creditor_references(text: str) -> frozenset[str]:
    """Return the creditor references in a text in lower case: those whose check digits are right (ISO 11649, modulo 97)."""
    candidates = (NO_LETTER.sub("", written) for written in CREDITOR_REFERENCE.findall(text)) if "rf" in text else ()
    return frozenset(
        reference for reference in candidates if int("".join(str(int(sign, 36)) for sign in reference[4:] + reference[:4])) % 97 == 1
    )


def telling(candidates: Iterable[str]) -> frozenset[str]:
    """Return those that distinguish one payment from another: not a word, not a year."""
    return frozenset(token for token in map(plainly, candidates) if HAS_DIGIT.search(token) and not YEAR.fullmatch(token))


def plainly(reference: str) -> str:
    """Return letters and digits without leading zeros, so that "REF 000731" and "731" compare by their figures."""
    folded = reference.casefold()
    return (folded if folded.isalnum() else NO_LETTER.sub("", folded)).lstrip("0")


EARLIEST, LATEST = -2, 7
"""The bank's day minus the books' day, both ends included; some ways of paying have less time."""


@dataclass(slots=True, eq=False, kw_only=True)
class MatchRow:
    """One row of either side. `days` are the ordinals to compare by; `references` are named as such in the text; `never` are keys of rows
    of the other side that a person separated from it, `also` the payees of the other side that a person said are its own. Rows are compared
    by identity and never change."""

    key: Hashable
    days: tuple[int, ...]
    amount: Decimal
    text: str
    payee: Payee
    number: str
    references: frozenset[str]
    figures: frozenset[str]
    page: Hashable = None
    latest: int = LATEST
    never: frozenset[Hashable] = NONE
    also: frozenset[Payee] = NONE

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
    never: frozenset[Hashable] = NONE,
    names: SameNames = NO_NAMES,
) -> MatchRow:
    """Return a row; without `days` it is near nothing. Rows of different `page` are never one group. An entry may be printed up to `latest`
    days after it is booked, at most LATEST. `names` are those that a person said are the same, for a line."""
    says = wording(text)
    ordinals = [day.toordinal() for day in days if day is not None]
    references = says.references | telling((reference,)) if reference else says.references
    figures = says.figures
    if references or figures:
        whole, _, cents = format(abs(amount), "f").partition(".")
        amount_as_written = frozenset(
            (whole.lstrip("0"), (whole + cents).lstrip("0"), f"{whole}{cents[:2]:0<2}".lstrip("0"))
        )  # 200, 200.00
        references, figures = references - amount_as_written, figures - amount_as_written
    return MatchRow(
        key=key,
        days=tuple(ordinals) if len(ordinals) == 1 else tuple(dict.fromkeys(ordinals)),
        amount=amount,
        text=says.text,
        payee=says.payee,
        number=(plainly(number) if number else "") or says.number,
        references=references or NONE,
        figures=figures or NONE,
        page=page,
        latest=min(LATEST, latest),
        never=never,
        also=names.get(says.payee, NONE) if names else NONE,
    )


class Support(enum.IntEnum):
    """Evidence of the texts for a pair. Days never decide between entries of equal amount; this does."""

    CONTRADICTS = 0
    SILENT = 1
    PAYEE = 2
    NUMBER = 3


class Edge(NamedTuple):
    """An admissible pair: equal amount, near enough."""

    line: MatchRow
    entry: MatchRow
    support: Support
    lag: int


Link = tuple[MatchRow, MatchRow, Support, int]
"""The values of an edge in its order: a tuple, because there are very many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutPart:
    """A payment (`gross` above zero), a refund (below) or a charge alone (zero): `gross` less `fee` is what it adds to the payout."""

    gross: Decimal
    fee: Decimal = ZERO
    day: dt.date | None = None
    reference: str = ""
    text: str = ""

    @property
    def net(self) -> Decimal:
        return self.gross - self.fee


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """A payout as its report has it, whose parts add up to `net`. `reference` is the processor's id, empty if the report has none. `line`
    is the key of the only row that it may explain: a payment of a debt, less the parts that do not pay it off, is split like a payout."""

    id: str
    day: dt.date
    net: Decimal
    reference: str = ""
    parts: tuple[PayoutPart, ...] = ()
    line: Hashable = None

    @property
    def gross(self) -> Decimal:
        return sum((part.gross for part in self.parts if part.gross > 0), ZERO)

    @property
    def refunds(self) -> Decimal:
        return sum((part.gross for part in self.parts if part.gross < 0), ZERO)

    @property
    def fees(self) -> Decimal:
        return sum((part.fee for part in self.parts), ZERO)
