"""Findings of the checks, and the parsing of figures in a proof."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Proof = Mapping[str, Any]
ZERO = Decimal(0)
AMOUNT = re.compile(r"-?\d{1,20}(\.\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold. `code` is for programs, `where` the part of the proof, the rest the values as they are."""

    code: str
    where: str
    expected: str
    found: str


def amount(text: Any) -> Decimal:
    """Return a decimal string as a number. Raises ValueError for anything else: a JSON number may have lost its cents."""
    if not isinstance(text, str) or not AMOUNT.fullmatch(text):
        raise ValueError("an amount is no decimal string")
    return Decimal(text)


def known(text: Any) -> Decimal | None:
    """Return an amount that may be unknown (None)."""
    return None if text is None else amount(text)


def total(amounts: Iterable[Decimal]) -> Decimal:
    return sum(amounts, ZERO)


def amount_text(value: Decimal | None) -> str:
    return "not known" if value is None else format(value, "f")


def amounts_of_rows(proof: Proof) -> dict[int, Decimal]:
    """Return the amounts by number of the row."""
    return {row["line"]: amount(row["amount"]) for row in proof["rows"]}


def entries_of(proof: Proof) -> dict[str, Mapping[str, Any]]:
    """Return the entries of the ledger extract by name."""
    ledger = proof["ledger"]
    return {} if ledger is None else {entry["id"]: entry for entry in ledger["entries"]}


def amounts_of_entries(proof: Proof) -> dict[str, Decimal]:
    return {name: amount(entry["amount"]) for name, entry in entries_of(proof).items()}


def is_outstanding(item: Mapping[str, Any]) -> bool:
    return bool(item["kind"] == "outstanding")
