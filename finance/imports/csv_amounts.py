"""The amounts of a table from the holder's side: signed, in two columns, or with a word or letters for their side."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.csv_table import runs
from finance.imports.values import MARKS, possible_marks, read_amounts, says_amount
from finance.models.ledger_import import DecimalMark, Target

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
    bare_words = {word.strip().casefold() for word in words}
    return bool(bare_words) and all(side(word) for word in bare_words)


@dataclass(frozen=True, slots=True)
class Suffixed:
    """Amounts that each have their side as letters: 12.00 DR."""

    figures: dict[int, str]
    words: dict[int, str]


def suffixed(texts: Mapping[int, str]) -> Suffixed | None:
    """Return the figures and the sides separately; None unless every filled cell has a side."""
    by_row = {row: SUFFIX.fullmatch(text) for row, text in texts.items() if text}
    matches = {row: match for row, match in by_row.items() if match}
    if not matches or len(matches) < len(by_row):
        return None
    figures = {row: match[1].strip() for row, match in matches.items()}
    return Suffixed(figures={**texts, **figures}, words={row: match[2] for row, match in matches.items()})


OWED = {"credit_card", "loan"}
Cells = Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Amounts by row, None with the problem. `sign_is_open` is True if nothing in the file proves the sign."""

    values: dict[int, Decimal | None]
    problems: dict[int, str] = field(default_factory=dict)
    balances: dict[int, Decimal | None] = field(default_factory=dict)
    runs: int = 0
    mark: DecimalMark = "."
    marks: tuple[DecimalMark, ...] = ()
    sign_is_open: bool = False


def read_money(columns: Mapping[str, Cells], *, chosen: DecimalMark, target: Target) -> Amounts:
    """Return the amounts of the columns amount, or debit and credit, and of type and balance if present."""
    pair = columns.keys() >= {"debit", "credit"}
    amounts = [columns[name] for name in (("debit", "credit") if pair else ("amount",)) if name in columns]
    texts = [text for column in amounts for text in column.values()]
    letters = None if pair or not amounts else suffixed(amounts[0])
    marks = possible_marks([*(letters.figures.values() if letters else texts), *columns.get("balance", {}).values()], target.currency)
    mark = marks[0] if len(marks) == 1 else chosen if chosen in marks else ""
    if not amounts:
        return Amounts(values={}, marks=marks, mark=mark)
    read = {name: read_amounts(column, target.currency, mark or MARKS[0]) for name, column in columns.items() if name != "type"}
    balances, owes = read.get("balance", {}), target.kind in OWED
    problems: dict[int, str] = {}
    sign_is_open = False
    if pair:
        values, problems = _pair(columns["debit"], columns["credit"], read["debit"], read["credit"])
        # Balances may prove ledger columns, where a debit of an own account is money in.
        turned = {row: None if value is None else -value for row, value in values.items()}
        if balances and not owes and not _direction(values, balances) and _direction(turned, balances):
            values = turned
    elif letters:
        values = _sided(read_amounts(letters.figures, target.currency, mark or MARKS[0]), letters.words)
    else:
        values, types = read["amount"], columns.get("type")
        known = [value for value in values.values() if value is not None]
        if types and known and min(known) >= 0 and tells_sides(types[row] for row, value in values.items() if value is not None):
            values = _sided(values, types)
        else:
            # A minus or plus anywhere proves that signs are written, except for cards and loans, whose convention no file states.
            written = any(value < 0 for value in known) or any(text.startswith("+") for text in columns["amount"].values())
            sign_is_open = bool(known) and (not written or owes)
    direction = _direction(values, balances) if balances else 0
    # Balances that follow from the amounts prove the signs, except for cards and loans, whose debt is printed with either sign.
    sign_is_open = sign_is_open and (direction == 0 or owes)
    return Amounts(values=values, problems=problems, balances=balances, runs=direction, mark=mark, marks=marks, sign_is_open=sign_is_open)


def _direction(values: Mapping[int, Decimal | None], balances: Mapping[int, Decimal | None]) -> int:
    """Return the direction in which the balances of the rows follow from their amounts, as `runs` does."""
    return runs(list(values.values()), list(balances.values()))


def _sided(values: Mapping[int, Decimal | None], words: Cells) -> dict[int, Decimal | None]:
    return {row: None if value is None else side(words[row]) * value for row, value in values.items()}


def _pair(
    debits: Cells, credits_: Cells, out: Mapping[int, Decimal | None], into: Mapping[int, Decimal | None]
) -> tuple[dict[int, Decimal | None], dict[int, str]]:
    """Return amounts and problems of two columns, one of which is filled in each row. Debits may all have a minus."""
    filled = {row for row, text in debits.items() if says_amount(text)}
    minus = all((value := out[row]) is None or value < 0 for row in filled)
    values: dict[int, Decimal | None] = {}
    problems: dict[int, str] = {}
    for row in debits:
        is_debit = row in filled
        amount = out[row] if is_debit else into[row]
        values[row] = None
        if is_debit == says_amount(credits_[row]):
            problems[row] = _("wants a debit or a credit, not both and not neither.")
        elif amount is not None and amount < 0 and not (is_debit and minus):
            problems[row] = _("a negative amount in a debit or credit column can mean two things.")
        elif amount is not None:
            values[row] = -abs(amount) if is_debit else amount
    return values, problems
