"""The content of a document: statements, their printed rows, and whether the reading is whole. Amounts are signed from the account holder's
side (money in, or less owed, is positive). Unknown is `None`, never 0. Dates are the bank's plain dates."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.documents.pages import Box
from reconciliation.printed.currency_signs import may_be_in

TYPED_ENDS = {
    "opening_typed": "opening",
    "first_day_typed": "opening",
    "first_row_typed": "opening",
    "closing_typed": "closing",
    "last_row_typed": "closing",
    "last_day_typed": "closing",
}
"""Codes of ends that a person entered and no other figure of the document confirms."""
UNNAMED_ENDS = {"opening_unnamed": "opening", "closing_unnamed": "closing", **TYPED_ENDS}
"""Codes of ends that only an adjoining statement confirms."""


WHOLE, PRINCIPAL = "payment", "principal"
"""The kind of a whole payment among its parts, and that of the part that pays a debt off."""
KINDS_OF_PARTS = frozenset({WHOLE, PRINCIPAL, "interest", "escrow", "insurance", "fee"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLine:
    """One printed row. `date` is the posting date, or the only one that is printed. `before` is set for a row that a person added: the
    index of the row before which it is printed. Added rows come last in a statement, so that the others keep their indexes. `parts` are
    those of a payment of a debt, amounts by kind: first the WHOLE as printed, to which the others come."""

    date: dt.date | None
    description: str
    amount: Decimal
    balance: Decimal | None = None
    transaction_date: dt.date | None = None
    value_date: dt.date | None = None
    reference: str = ""
    page: int = 1
    box: Box = (0.0, 0.0, 0.0, 0.0)
    text: str = ""
    before: int | None = None
    parts: tuple[tuple[str, Decimal], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadRow:
    """A row that carries a figure and could not be read: offered to a person, never dropped."""

    page: int
    box: Box
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A check that a reading passes or fails: code, figures for its sentence, and the place on the page, if there is one."""

    code: str
    figures: tuple[str, ...] = ()
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """The check of a statement's figures. `holds` is true if they prove the reading, false if they contradict it, null if they do neither.
    `rows_follow` is true if a balance confirms each row, day or group, and only the label of the opening or the closing is missing.
    `opening_computed` is true if the document prints no opening balance, and it was computed from the first row and the balance after it;
    null if that is not known.
    `difference` is the closing less the opening and the rows; `first_break` is the index of the first row whose balance does not follow.
    `confirmed` and `unconfirmed` are the checks that the reading passes and fails."""

    holds: bool | None
    rows_follow: bool = False
    opening_computed: bool | None = None
    difference: Decimal | None = None
    first_break: int | None = None
    confirmed: tuple[Fact, ...] = ()
    unconfirmed: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """The conventions by which a statement was read. `day_first` is the order of day and month, None if no day of a row depends on it.
    `ways` name how the sides of the rows were found, `owed` says that plain balances are a debt. `untold` are the conventions (ORDER, SIDE)
    that no print tells, if a balance confirms every row and nothing else forbids a proof; else it is empty."""

    day_first: bool | None = None
    owed: bool = False
    ways: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


ORDER, SIDE = "order", "side"
"""Conventions that a known layout may testify."""
DOUBT_OF = {ORDER: "dates_uncertain", SIDE: "orientation"}
"""The codes of the checks that fail for want of a convention."""

TESTIFIED = frozenset({"order_as_proved", "order_as_confirmed", "side_as_proved", "side_as_confirmed"})
"""Codes of facts that a known layout testifies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Testified:
    """The testimony that a proof rests on: the known layout, the conventions that it settled, the statements that taught them (import and
    number), and the doubts that the first gate had."""

    layout: str
    settled: tuple[str, ...]
    taught_by: tuple[tuple[str, int], ...]
    doubts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedStatement:
    """One account for one period, as a document prints it. `source` names the file it came from (its sha-256). `currency_sign` is a sign
    that several currencies share, printed where nothing names the currency. `places` are those of the account number and the currency.
    `testified` is the testimony of a known layout that completed the proof."""

    institution: str | None = None
    account_hint: str | None = None
    account_kind: str | None = None
    currency: str | None = None
    currency_sign: str | None = None
    period_start: dt.date | None = None
    period_end: dt.date | None = None
    opening_balance: Decimal | None = None
    closing_balance: Decimal | None = None
    integrity: Integrity = Integrity(holds=None)
    lines: tuple[PrintedLine, ...] = ()
    unread: tuple[UnreadRow, ...] = ()
    flags: tuple[str, ...] = ()
    places: tuple[Fact, ...] = ()
    conventions: Conventions = Conventions()
    testified: Testified | None = None
    source: str = ""

    def may_be_in(self, currency: str) -> bool:
        """True if this is the printed currency or one of the printed sign, or if neither is printed."""
        return may_be_in(currency, printed=self.currency, sign=self.currency_sign)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading a document; nothing in it comes from a ledger."""

    document_type: str
    pages: int
    source: str = "text"
    hidden_text: bool = False
    statements: tuple[PrintedStatement, ...] = ()
    notes: tuple[str, ...] = ()
