"""Columns and their roles, some of which depend on the columns beside them."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reconciliation.documents.pages import Word
from reconciliation.reading.tokens.alternatives import begins_of, words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.lists import phrases

PAYMENTS = words_of(r"payments?|paid|pagos?|paiements?|zahlungen|pagamenti|betalingen")
PRINCIPAL = words_of(r"principal|capital|tilgung|aflossing|amortissement")  # the part of a payment that moves a debt
BOTH = re.compile(r"\w (?:and|und|et|y|e|en|&|/) \w")
GROSS = words_of(r"gross|brutto|brut|bruto|lordo|original|foreign|fcy|fremdwahrung|devise|divisa|dolar(?:es)?")
BOOKED, GLUED = begins_of(phrases("statements", "booked")), re.compile(r"(?<=\w)\([^()]*\)$")
OPERATION = words_of(r"oper\w*|transa\w*|tran|trans|txn|movim\w*")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its role, and where its heading is printed."""

    role: str
    x0: float
    x1: float
    name: str = ""
    below: str = ""  # of days: the role of the one on a row's second line

    def distance(self, figure: Figure) -> float:
        """Return the least distance in points between the right edges, the left edges or the middles of heading and figure."""
        middle = abs((self.x0 + self.x1) - (figure.x0 + figure.x1)) / 2
        return min(abs(self.x1 - figure.x1), abs(self.x0 - figure.x0), middle)

    def overlaps(self, other: "Column | Figure | Word") -> bool:
        """True if both share some of the page's width."""
        return min(self.x1, other.x1) > max(self.x0, other.x0)


def plain_word(word: str) -> str:
    """Return a heading's word as roles name it, without brackets glued to it, as in "Amount(SGD)"; empty if it has no letter."""
    plain = fold(word)
    plain = GLUED.sub("", plain.replace("(s)", "s")) if "(" in plain else plain
    text = " ".join([part.strip(".,:;*()[]$€£|") for part in plain.split()])
    return text if text.isalpha() or any(map(str.isalpha, text)) or text == "#" else ""


def joins_two(cell: str) -> bool:
    """True if a cell names two things together, as "Payments and credits" does: such a heading is a section's name."""
    return BOTH.search(cell) is not None


def one_role(roles: Sequence[str]) -> str:
    """Return the role of a heading of one cell, whose words may name descriptions with a number; empty if they name several or none."""
    if set(roles) == {"text", "other"}:
        return "text"
    named = set(roles) - {"text", "other", "type"} or set(roles)
    if len(named) == 2 and named & {"debit", "credit", "balance"}:
        named.discard("amount")
    return named.pop() if len(named) == 1 else ""


def section_among(columns: Sequence[Column]) -> Column | None:
    """Return the section's name over the descriptions: named as such, or one direction alone left of amounts and of other words."""
    named = next((column for column in columns if column.role == "section"), None)
    amount = next((column for column in columns if column.role == "amount"), None)
    sided = [column for column in columns if column.role in {"debit", "credit"}]
    if named or amount is None or len(sided) != 1 or sided[0].x1 > amount.x0:
        return named
    return None if any(column.role == "text" and column.x0 < sided[0].x0 for column in columns) else sided[0]


def settled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns with their roles beside one another: the last net amount, the first balance, and one day of booking."""
    moving = [column for column in columns if column.role in {"debit", "credit", "amount"}]
    movements = [column for column in moving if column.name == "movimenti" and len(moving) > 1]  # amounts only where they are alone
    found = _debits_apart(_balances_at_the_end(_amounts_of_sides(_with_role(columns, movements, "text"))))
    amounts = [column for column in found if column.role == "amount"]
    balances = [column for column in found if column.role == "balance"]
    if any(column.role in {"amount", "debit", "credit"} for column in found):
        net = [column for column in amounts if not GROSS.search(column.name)] or amounts
        found = _with_role(found, [column for column in (*amounts, *balances) if column not in (*net[-1:], *balances[:1])], "aside")
    dated = [column for column in found if column.role == "date"]
    booked = [column for column in dated if BOOKED.search(column.name)] or [day for day in dated if not OPERATION.search(day.name)]
    return tuple(_with_role(found, [column for column in dated if booked and column not in booked], "transaction"))


def _with_role(columns: Iterable[Column], changed: Sequence[Column], role: str) -> list[Column]:
    return [replace(column, role=role) if column in changed else column for column in columns]


def _amounts_of_sides(columns: list[Column]) -> list[Column]:
    """Join a debit and a credit with the amount right behind each, where both words are one heading, as in "Debit   Amount"."""
    amount_of = {side: after for side, after in itertools.pairwise(columns) if side.role in {"debit", "credit"} and after.role == "amount"}
    if sorted(side.role for side in amount_of) != ["credit", "debit"]:
        return columns
    sides = [column for column in columns if column not in amount_of.values()]
    return [replace(column, x1=amount_of.get(column, column).x1) for column in sides]


def _balances_at_the_end(columns: list[Column]) -> list[Column]:
    """Take columns behind debit and credit for balances if they say which balance, as booked and cleared, or if they are amounts."""
    roles = [column.role for column in columns]
    if not {"debit", "credit"} <= set(roles):
        return columns
    last = max(index for index, role in enumerate(roles) if role in {"debit", "credit"})
    of_balances = {"text"} if "balance" in roles else {"text", "value", "date", "amount"}
    if "text" not in roles[:last]:
        of_balances.discard("text")  # it describes what was booked
    if not {"date", "transaction"} & set(roles[:last]):
        of_balances.discard("date")  # it is the only day of booking
    return columns[: last + 1] + [
        replace(column, role="balance") if column.role in of_balances else column for column in columns[last + 1 :]
    ]


def _debits_apart(columns: list[Column]) -> list[Column]:
    """Take payments beside another debit, or an amount, for credits; and a charge behind amount and balance for an aside."""
    roles = [column.role for column in columns]
    if "credit" in roles:
        return columns
    moving = [column for column in columns if column.role in {"debit", "amount"}]
    paid = [column for column in moving if PAYMENTS.search(column.name)]
    if len(moving) > 1 and len(paid) == 1:
        return _with_role(columns, paid, "aside" if any(PRINCIPAL.search(column.name) for column in moving) else "credit")
    charged = roles.count("debit") == 1 and {"amount", "balance"} <= set(roles[: roles.index("debit")])
    return _with_role(columns, [column for column in columns if charged and column.role == "debit"], "aside")
