"""Words that name the side of an amount."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OUT = {
    "debit", "dr", "d", "db", "dbit", "debet", "debito", "débito", "débit", "s", "soll", "lastschrift", "belastung", "af", "bij/af: af",
    "out", "withdrawal", "ausgang", "ausgabe", "-", "sent", "money out", "paid out", "uscita", "dare", "sortie", "cargo", "payment out",
}  # fmt: skip
IN = {
    "credit", "cr", "c", "crdt", "kredit", "credito", "crédito", "crédit", "h", "haben", "gutschrift", "bij", "in", "deposit", "eingang",
    "einnahme", "+", "received", "money in", "paid in", "entrata", "avere", "entrée", "abono", "payment in",
}  # fmt: skip
SUFFIX = re.compile(r"(.*[0-9)])\s*(CR|DR|DB|[CDHS])", re.IGNORECASE)


def side(word: str) -> int:
    """Return -1 for money out, 1 for money in, 0 for another word."""
    bare = word.strip().casefold().rstrip(".")
    return -1 if bare in OUT else 1 if bare in IN else 0


def tells_sides(words: Iterable[str]) -> bool:
    """True if every word of a column names a side."""
    found = {word.strip().casefold() for word in words}
    return bool(found) and all(side(word) for word in found)


@dataclass(frozen=True, slots=True)
class Suffixed:
    """Amounts that each have their side as letters: 12.00 DR."""

    figures: dict[int, str]
    words: dict[int, str]


def suffixed(texts: Mapping[int, str]) -> Suffixed | None:
    """Return the figures and the sides separately; None unless every filled cell has a side."""
    found = {row: SUFFIX.fullmatch(text) for row, text in texts.items() if text}
    matches = {row: match for row, match in found.items() if match}
    if not matches or len(matches) < len(found):
        return None
    figures = {row: match[1].strip() for row, match in matches.items()}
    return Suffixed(figures={**texts, **figures}, words={row: match[2] for row, match in matches.items()})
