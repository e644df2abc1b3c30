"""The proposal of a model: a shape that is parsed once. Code decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedMatch:
    """One printed row and the ledger rows that are the same payment."""

    line: Annotated[int, "the number of the printed row in `lines`"]
    transactions: Annotated[tuple[str, ...], "ids that get_transactions gave, such as t17"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedStatement:
    """What is proposed for one statement of the document."""

    statement: Annotated[int, "the statement's number in the message"]
    account: Annotated[str | None, "an id that get_accounts gave, or null where none fits"]
    matched: tuple[ProposedMatch, ...]
    new: Annotated[tuple[int, ...], "printed rows that the ledger lacks"]
    missing: Annotated[tuple[str, ...], "ledger rows of the period that the statement lacks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed reconciliation. Every printed row stands once, in `matched` or in `new`."""

    statements: tuple[ProposedStatement, ...]
    summary: Annotated[str, "two sentences: what the document is, and what a person should look at first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedStatement:
    """The account of one statement, and for each line the names of the entries that code has paired with it."""

    account: str | None
    lines: Mapping[int, Sequence[str]]
