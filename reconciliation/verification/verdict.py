"""The verifier's answer: the verdict on one statement with all its evidence, and the verdict on a file."""

import datetime as dt
import enum
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

VERSION = 1
COPY, REPLACED, CONTRADICTS = "copy", "replaced", "contradicts"
Json = dict[str, Any]


class Verdict(enum.StrEnum):
    """The verdict of code. Only `reconciliation.verification` may give MATCHED."""

    MATCHED = "matched"
    MISMATCHED = "mismatched"
    PARTIAL = "partial"
    UNVERIFIABLE = "unverifiable"


class Part:
    """A part of the answer whose stored form names each of its fields."""

    __slots__: tuple[str, ...] = ()

    def as_json(self) -> Json:
        return {name: _plain(getattr(self, name)) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceComparison(Part):
    """One balance, three times: as printed, as cleared (must equal it), and per books. Unknown ones are None."""

    statement: Decimal | None
    ledger: Decimal | None
    books: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedItem(Part):
    """A line and its entries of equal sum; `why` names the evidence."""

    line: int
    transactions: tuple[str, ...]
    interchangeable: bool = False
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing(Part):
    """The line that cancels another: the bank's error, or its correction; and the decision on it."""

    statement: int
    line: int
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposite(Part):
    """A line of the account that the books lack too and that would cancel this one."""

    statement: int
    line: int
    date: dt.date | None
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewItem:
    """A line that the books lack. `repeats` is (statement, line) of an earlier arrival with the same row. `undone_by` is the bank's
    correction, or its error. `opposites` are lines that might be that: only a person can confirm it."""

    line: int
    date: dt.date | None
    amount: Decimal
    description: str
    candidate: str | None = None
    repeats: tuple[int, int] | None = None
    cause: str | None = None
    undone_by: Undoing | None = None
    opposites: tuple[Opposite, ...] = ()

    def as_json(self) -> Json:
        return {
            "line": self.line,
            "date": _plain(self.date),
            "amount": _money(self.amount),
            "description": self.description,
            "candidate": self.candidate,
            "repeats": _place(self.repeats),
            "reason": self.cause,
            "undone_by": self.undone_by.as_json() if self.undone_by else None,
            "opposites": [opposite.as_json() for opposite in self.opposites],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingItem(Part):
    """An entry that this statement does not show; `cleared_by` is (statement, line) of a later one that does."""

    transaction: str
    date: dt.date
    amount: Decimal
    description: str
    kind: str
    proof: str | None = None
    cleared_by: tuple[int, int] | None = None
    hint: str | None = None
    age: int = 0
    outstanding_since: int | None = None

    def as_json(self) -> Json:
        return {**Part.as_json(self), "cleared_by": _place(self.cleared_by)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingItem(Part):
    """One payment that line and entry record differently; `by` is the line less the entry."""

    line: int
    transaction: str
    kind: str
    by: Decimal
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousItem(Part):
    """Rows that only a person can settle. `amount` is their common amount, or None."""

    lines: tuple[int, ...]
    transactions: tuple[str, ...]
    amount: Decimal | None
    doubt: str
    guess: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPart(Part):
    """A part of the difference in the balance brought forward: rows of an earlier statement, or `not_known`; `statement` is its origin,
    None if it arose before all of them."""

    statement: int | None
    kind: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancesPrinted(Part):
    """One balance as two documents print it."""

    here: Decimal | None
    there: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction(Part):
    """Another document of the same account and days, with other rows or balances. `counts` is true if this statement is the one that counts
    until a person decides. `only_here` and `only_there` are rows of one of them
    alone; `other_balance` pairs rows of equal day and amount beside which another running balance is printed."""

    statement: int
    counts: bool
    only_here: tuple[int, ...]
    only_there: tuple[int, ...]
    other_balance: tuple[tuple[int, int], ...]
    opening_balance: BalancesPrinted
    closing_balance: BalancesPrinted


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainBreak(Part):
    """The adjoining earlier statement and its closing balance, which is not the opening balance of this one."""

    statement: int
    closing_balance: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """The bank reconciliation from the balance per books to the balance per bank; every term is the sum of a list."""

    ledger_closing: Decimal
    opening: Decimal
    new: Decimal
    missing: Decimal
    differing: Decimal
    ambiguous: Decimal
    timing: Decimal
    unexplained: Decimal
    statement_closing: Decimal

    @property
    def closes(self) -> bool:
        addends = self.opening + self.new - self.missing + self.differing + self.ambiguous + self.timing + self.unexplained
        return self.ledger_closing + addends == self.statement_closing

    def as_json(self) -> Json:
        """Return every term with the same number of decimals: an empty sum has none of its own."""
        terms: dict[str, Decimal] = {name: getattr(self, name) for name in self.__slots__}
        exponents = (amount.as_tuple().exponent for amount in terms.values())
        places = max(-exponent if isinstance(exponent, int) and exponent < 0 else 0 for exponent in exponents)
        return {name: f"{amount:.{places}f}" for name, amount in terms.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTaken:
    """The outcome of a person's decision: applied, or the reason why not."""

    decision: str
    why_not: str | None = None

    def as_json(self) -> Json:
        return {"decision": self.decision, "applied": self.why_not is None, "why_not": self.why_not}


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementVerdict:
    """All findings on one statement. Ids are the books'; lines are indexes into the printed rows. `decisions` are those on this statement;
    `relied_on` are those without which its answer would be another, wherever they were made. `added_from_it` are lines whose entries a
    person added to the books from this file itself, so that their agreement proves nothing. `confirmed_by` is the decision that confirmed
    the reading, if the answer rests on it. `zero_lines` and `zero_entries` are rows of 0.00: listed, never a difference. `chain_break` is
    the earlier statement that ends with another balance, `overlapped` are those that cover days of this one and came first. It repeats
    `same_as`, `copies` repeat this one, `contradicts` are other documents of its days, a person put `replaced_by` in its place. Of
    `explained` lines a payout is known, of `split` ones the parts."""

    verdict: Verdict
    reasons: tuple[str, ...]
    account_id: str | None = None
    account: str | None = None
    account_why: str = ""
    candidates: tuple[str, ...] = ()
    movement_ties: bool | None = None
    opening_source: str | None = None
    relied_on: tuple[str, ...] = ()
    decisions: tuple[DecisionTaken, ...] = ()
    confirmed_by: str | None = None
    status: str = "open"
    period_start: dt.date | None = None
    period_end: dt.date | None = None
    currency: str | None = None
    opening_balance: BalanceComparison
    closing_balance: BalanceComparison
    matched: tuple[MatchedItem, ...] = ()
    new: tuple[NewItem, ...] = ()
    missing: tuple[MissingItem, ...] = ()
    differing: tuple[DifferingItem, ...] = ()
    ambiguous: tuple[AmbiguousItem, ...] = ()
    pending: tuple[str, ...] = ()
    zero_lines: tuple[int, ...] = ()
    zero_entries: tuple[str, ...] = ()
    opening_set: tuple[str, ...] = ()
    opening_parts: tuple[OpeningPart, ...] = ()
    added_from_it: tuple[int, ...] = ()
    bridge: Bridge | None = None
    chain_break: ChainBreak | None = None
    overlapped: tuple[int, ...] = ()
    same_as: int | None = None
    copies: tuple[int, ...] = ()
    contradicts: tuple[Contradiction, ...] = ()
    replaced_by: int | None = None
    explained: tuple[Part, ...] = ()
    split: tuple[Part, ...] = ()

    @property
    def set_aside(self) -> str:
        """Return the reason why the statement is not compared, or an empty text."""
        if self.same_as is not None:
            return COPY
        if self.replaced_by is not None:
            return REPLACED
        return CONTRADICTS if any(not document.counts for document in self.contradicts) else ""

    def as_json(self) -> Json:
        """Return the answer as `docs/reference/verdict.md` describes it."""
        return {
            "account": self.account,
            "account_id": self.account_id,
            "account_why": self.account_why,
            "candidates": list(self.candidates),
            "verdict": str(self.verdict),
            "reasons": list(self.reasons),
            "movement_ties": self.movement_ties,
            "opening_source": self.opening_source,
            "relied_on": list(self.relied_on),
            "decisions": [taken.as_json() for taken in self.decisions],
            "reading_confirmed": {"decision": self.confirmed_by, "by": None, "at": None} if self.confirmed_by else None,
            "status": self.status,
            "period_start": _plain(self.period_start),
            "period_end": _plain(self.period_end),
            "currency": self.currency,
            "opening_balance": self.opening_balance.as_json(),
            "closing_balance": self.closing_balance.as_json(),
            "matched": [item.as_json() for item in self.matched],
            "new": [item.as_json() for item in self.new],
            "missing": [item.as_json() for item in self.missing],
            "differing": [item.as_json() for item in self.differing],
            "ambiguous": [item.as_json() for item in self.ambiguous],
            "pending": list(self.pending),
            "zero_lines": list(self.zero_lines),
            "zero_entries": list(self.zero_entries),
            "opening_set": list(self.opening_set),
            "opening_parts": [part.as_json() for part in self.opening_parts],
            "added_from_it": list(self.added_from_it),
            "bridge": self.bridge.as_json() if self.bridge else None,
            "chain_break": self.chain_break.as_json() if self.chain_break else None,
            "overlapped": list(self.overlapped),
            "same_as": self.same_as,
            "copies": list(self.copies),
            "contradicts": [document.as_json() for document in self.contradicts],
            "replaced_by": self.replaced_by,
            **{name: _plain(rows) for name, rows in {"explained": self.explained, "split": self.split}.items() if rows},
        }


def file_verdict(verdicts: Sequence[StatementVerdict]) -> Verdict:
    """Return the verdict on a file from its statements: matched only if each of them is."""
    verdicts_given = {statement.verdict for statement in verdicts}
    if verdicts_given <= {Verdict.UNVERIFIABLE}:
        return Verdict.UNVERIFIABLE
    if verdicts_given == {Verdict.MATCHED}:
        return Verdict.MATCHED
    if verdicts_given & {Verdict.PARTIAL, Verdict.UNVERIFIABLE}:
        return Verdict.PARTIAL
    return Verdict.MISMATCHED


def file_reasons(verdicts: Iterable[StatementVerdict], *, is_statement: bool = False) -> tuple[str, ...]:
    """Return every reason of the file's statements once, in their order. Without statements it is `not_a_statement`, or `unreadable` if a
    person decided that it is one."""
    statements = tuple(verdicts)
    reasons = dict.fromkeys(reason for statement in statements for reason in statement.reasons)
    return tuple(reasons) if statements else ("unreadable" if is_statement else "not_a_statement",)


def _plain(value: object) -> object:
    """Return the value as JSON has it: money as a decimal string, a day as ISO 8601, a tuple as a list."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Part):
        return value.as_json()
    if isinstance(value, Decimal):
        return _money(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else format(amount, "f")


def _place(place: tuple[int, int] | None) -> Json | None:
    return None if place is None else {"statement": place[0], "line": place[1]}


NOTE = "chain_gap"
"""The only reason that `matched` may carry: no statement prints the days between. `opening_undecided`: they may explain the opening."""

NOTHING_COMPARED = ("no_account", "currency_conflict", "not_a_statement", "unreadable")
READING = ("page_unread", "figures_unaccounted", "integrity_failed", "no_balance", "no_opening", "integrity_unproved")
"""Reasons of a reading that is neither proved nor confirmed: no difference is definite."""
INCOMPLETE = (
    *READING,
    "opening_unknown",
    "account_unconfirmed",
    "overlaps",
    "chain_breaks",
    "carried_over",
    "ledger_from_this_statement",
)
FACTS = ("overlaps", "chain_breaks", "carried_over", "ledger_from_this_statement")
"""Reasons that no reading and no pair can remove: a person acknowledges them for the sign-off."""
UNDECIDED = ("ambiguous_rows", "weak_pair", "group_to_confirm", "contra_to_confirm", "totals_only", "opening_undecided")
DEFINITE = ("opening_differs", "new_rows", "missing_rows", "amount_differs", "sign_differs", "date_differs")
TIMING = ("ends_unconfirmed", "outstanding_unproved", "cut_off")
"""Reasons that disappear when another statement of the account arrives."""
CONFIRMED = ("reading_confirmed",)
"""The reason of a reading that a person confirmed and print does not prove. It never allows `matched`."""
ORDER = (*NOTHING_COMPARED, *INCOMPLETE, *UNDECIDED, *DEFINITE, *CONFIRMED, *TIMING, NOTE)


def in_order(reasons: Collection[str]) -> tuple[str, ...]:
    """Return the weightiest first; an unknown code comes first of all."""
    return tuple(sorted(set(reasons), key=lambda code: (ORDER.index(code) if code in ORDER else -1, code)))


def verdict_of(reasons: Collection[str], *, undecided_opening: bool = False) -> Verdict:
    """Return the verdict. An incomplete comparison never claims to be complete, but a real difference is not hidden behind an outstanding
    cheque.

    An unknown code counts as an incomplete comparison.
    """
    known_to_allow = {*DEFINITE, *CONFIRMED, *TIMING, NOTE}
    if set(reasons) - known_to_allow or undecided_opening:
        return Verdict.PARTIAL
    if set(reasons) & set(DEFINITE):
        return Verdict.MISMATCHED
    return Verdict.PARTIAL if set(reasons) & {*CONFIRMED, *TIMING} else Verdict.MATCHED
