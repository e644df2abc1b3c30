"""The verifier's answer, as `reconciliation.verification.verdict` writes it, and the examination of a document."""

import datetime as dt
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from api.schemas.common import Shape
from reconciliation.presentation.statement_page.examination import ShownExamination

VerdictWord = Literal["matched", "mismatched", "partial", "unverifiable"]


class Elsewhere(Shape):
    """Another statement: its import, and its number in it, from 0."""

    import_: Annotated[str, Field(alias="import")]
    statement: int


class ChainBreakShape(Elsewhere):
    """The adjoining earlier statement, which ends with another balance than this one begins with."""

    closing_balance: str


class Place(Elsewhere):
    """A printed row of another statement."""

    line: int


class BalancesPrinted(Shape):
    """One balance as two documents print it."""

    here: str | None
    there: str | None


class Contradiction(Elsewhere):
    """Another document of the same account and days. `counts` is true if this statement is the one that counts. `other_balance` pairs rows
    of equal day and amount beside which another running balance is printed."""

    counts: bool
    only_here: list[int]
    only_there: list[int]
    other_balance: list[tuple[int, int]]
    opening_balance: BalancesPrinted
    closing_balance: BalancesPrinted


class Undone(Place):
    """The row that cancels this one, and the decision that says so."""

    decision: str


class Opposite(Place):
    """A row that would cancel this one: only a person can confirm it."""

    date: dt.date | None
    description: str


class OpeningPart(Shape):
    """A part of the difference in the balance brought forward, and where it arose."""

    statement: Elsewhere | None
    kind: str
    amount: str


class Integrity(Shape):
    """The check of the printed figures. `holds` is true if the opening balance and the printed rows lead to the closing balance; null if
    it cannot be determined."""

    holds: bool | None
    difference: str | None
    first_break: int | None
    rows_follow: bool = False


class BalanceOfVerdict(Shape):
    """One balance: as printed, as cleared (which must equal it), and per books."""

    statement: str | None
    ledger: str | None
    books: str | None


class Matched(Shape):
    line: int
    transactions: list[str]
    interchangeable: bool
    why: list[str]


class Explained(Shape):
    """A row that is a payout of a payment processor. `state` is complete (matched with its entries), fee_missing (the books lack only an
    entry of `fee_to_add`), payments_missing, not_unique, or whole_booked (one entry for the whole payout)."""

    line: int
    payout: UUID
    net: str
    gross: str
    refunds: str
    fees: str
    payments: int
    in_books: int
    state: str
    fee_to_add: str | None


class Split(Shape):
    """A row that is the principal of a payment in the books. `state` is complete (matched with the payment and its parts), parts_missing
    (the books lack only the entries `to_add`: kind and amount), or not_unique."""

    line: int
    payment: str
    state: str
    to_add: list[tuple[str, str]]


class New(Shape):
    line: int
    date: dt.date | None
    amount: str
    description: str
    candidate: str | None
    repeats: Place | None
    reason: str | None
    undone_by: Undone | None
    opposites: list[Opposite]


class Missing(Shape):
    transaction: str
    date: dt.date
    amount: str
    description: str
    kind: str
    proof: str | None
    cleared_by: Place | None
    hint: str | None
    age: int
    outstanding_since: Elsewhere | None


class Differing(Shape):
    line: int
    transaction: str
    kind: str
    by: str
    hint: str | None


class Ambiguous(Shape):
    """`guess` is the match that a person may confirm: pairs of a line and an entry."""

    lines: list[int]
    transactions: list[str]
    amount: str | None
    doubt: str
    guess: list[tuple[int, str]]


class BridgeOfVerdict(Shape):
    """ledger_closing + opening + new - missing + differing + ambiguous + timing + unexplained = statement_closing."""

    ledger_closing: str
    opening: str
    new: str
    missing: str
    differing: str
    ambiguous: str
    timing: str
    unexplained: str
    statement_closing: str


class DecisionTakenShape(Shape):
    decision: str
    applied: bool
    why_not: str | None


class ConfirmedShape(Shape):
    """The decision that confirmed a reading, and who made it, and when."""

    decision: str
    by: str | None
    at: dt.datetime | None


class StatementAnswer(Shape):
    """The verdict on one statement. Lines are indexes into its printed rows, entries go by their external id, or by Tieout's."""

    account: str | None
    account_id: str | None
    account_why: str
    candidates: list[str]
    verdict: VerdictWord
    reasons: list[str]
    movement_ties: bool | None
    opening_source: str | None
    relied_on: list[str]
    decisions: list[DecisionTakenShape]
    reading_confirmed: ConfirmedShape | None = None
    status: str
    period_start: dt.date | None
    period_end: dt.date | None
    currency: str | None
    opening_balance: BalanceOfVerdict
    closing_balance: BalanceOfVerdict
    matched: list[Matched]
    new: list[New]
    missing: list[Missing]
    differing: list[Differing]
    ambiguous: list[Ambiguous]
    pending: list[str]
    zero_lines: list[int] = []
    zero_entries: list[str] = []
    opening_set: list[str]
    opening_parts: list[OpeningPart]
    added_from_it: list[int]
    bridge: BridgeOfVerdict | None
    chain_break: ChainBreakShape | None = None
    overlapped: list[Elsewhere] = []
    same_as: Elsewhere | None = None
    copies: list[Elsewhere] = []
    contradicts: list[Contradiction] = []
    replaced_by: Elsewhere | None = None
    explained: list[Explained] = []
    split: list[Split] = []
    adds_up: Integrity


class VerdictShape(Shape):
    """The answer of a whole file: `matched` only if each of its statements is."""

    version: int
    verdict: VerdictWord
    reasons: list[str]
    adds_up: bool | None
    disagreements: list[Any]
    statements: list[StatementAnswer]
    proof: dict[str, Any]


class DocumentFactShape(Shape):
    """A fact of an examination and its place: page and box (left, top, right, bottom, in points). `evidence` is text of the document; of a
    change, the text before and after it."""

    code: str
    speaks_against: bool
    sentence: str
    page: int | None
    box: list[float] | None
    evidence: list[str]


class ExaminationShape(Shape):
    """The facts of a document, those that speak against it first."""

    speaks_against: bool
    facts: list[DocumentFactShape]

    @classmethod
    def of(cls, shown: ShownExamination) -> "ExaminationShape":
        facts = [DocumentFactShape.taken(fact) for fact in (*shown.against, *shown.informing)]
        return cls(speaks_against=bool(shown.against), facts=facts)
