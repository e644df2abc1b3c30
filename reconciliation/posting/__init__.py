"""Posting of rows into the books and its exact undo; here are the reasons why rows are not posted, and why a posting is not undone."""

from collections.abc import Sequence
from dataclasses import dataclass

from people.refusal import Refusal
from reconciliation.models import Posting


class AccountNotCertain(Refusal):
    """It is not certain which account these rows belong to."""

    code = "account_not_certain"


class ReadingIncomplete(Refusal):
    """The document was not read completely, and its reading is not confirmed. Its rows may be wrong."""

    code = "reading_incomplete"


class SignedOff(Refusal):
    """The statement is signed off: reopen it first."""

    code = "signed_off"


@dataclass(frozen=True, slots=True)
class NotPosted:
    """A row that was not posted. `code`: in_the_books, undecided, repeats, bank_error, excused, no_date, no_such_amount, before_opening."""

    line: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Later work on a posted entry. `code`: edited (by whom, if known), decided (by a person, on another statement), or
    finished (a statement that is signed off holds it, or was brought forward with it: `by` names its days)."""

    code: str
    posting: Posting
    by: str = ""


class LaterWork(Refusal):
    """Nothing was undone: `obstacles` are the later work."""

    code = "later_work"

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        self.obstacles = tuple(obstacles)
        super().__init__(", ".join(sorted({obstacle.code for obstacle in obstacles})))
