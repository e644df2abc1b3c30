"""Columns and their roles: what a heading means where another one stands beside it."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.tokens.alternatives import begins_of, words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold

PAYMENTS = words_of(r"payments?|paid|pagos?|paiements?|zahlungen|pagamenti|betalingen")
BOTH = re.compile(r"\w (?:and|und|et|y|e|en|&|/) \w")
GROSS = words_of(r"gross|brutto|brut|bruto|lordo|original|foreign|fcy|fremdwahrung|devise|divisa")
BOOKED = begins_of(
    r"post\w*|book\w*|entry|(?:ver)?buch\w*|contab\w*|compta\w*|regist\w*|ksiegow\w*|bokfor\w*|bogfor\w*|zauct\w*|uctovani\w*|"
    r"lanc\w*|boek\w*|inregistr\w*|cargo"
)
GLUED = re.compile(r"(?<=\w)\([^()]*\)$")
OPERATION = words_of(r"oper\w*|transa\w*|tran|trans|txn|movim\w*")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its role, and where its heading stands."""

    role: str
    x0: float
    x1: float
    name: str = ""
    below: str = ""  # of days: the role of the one on a row's second line

    def distance(self, figure: Figure) -> float:
        """How far a figure is from standing under this heading: by the right edge, the left edge or the middle."""
        middle = abs((self.x0 + self.x1) - (figure.x0 + figure.x1)) / 2
        return min(abs(self.x1 - figure.x1), abs(self.x0 - figure.x0), middle)


def plain_word(word: str) -> str:
    """A heading's word as roles name it, without what is glued to it in brackets, as in "Amount(SGD)"; empty where it has no letter."""
    plain = fold(word)
    plain = GLUED.sub("", plain.replace("(s)", "s")) if "(" in plain else plain
    text = " ".join([part.strip(".,:;*()[]$€£|") for part in plain.split()])
    return text if text.isalpha() or any(map(str.isalpha, text)) or text == "#" else ""


def joins_two(cell: str) -> bool:
    """Are two things named together, as in "Payments and credits"? Such a heading is a section's name."""
    return BOTH.search(cell) is not None


def one_role(roles: Sequence[str]) -> str:
    """The role of a heading of one cell, where its words name one, or descriptions with a number; empty where they name several or none."""
    if set(roles) == {"text", "other"}:
        return "text"
    told = set(roles) - {"text", "other", "type"} or set(roles)
    if roles.count("amount") > 1 and len(told) > 1:
        return ""
    if len(told) == 2 and told & {"debit", "credit", "balance"}:
        told.discard("amount")
    return told.pop() if len(told) == 1 else ""


def section_among(columns: Sequence[Column]) -> Column | None:
    """The section's name that stands over the descriptions: named as such, or one direction alone left of amounts and of other words."""
    named = next((column for column in columns if column.role == "section"), None)
    amount = next((column for column in columns if column.role == "amount"), None)
    sided = [column for column in columns if column.role in {"debit", "credit"}]
    if named or amount is None or len(sided) != 1 or sided[0].x1 > amount.x0:
        return named
    return None if any(column.role == "text" and column.x0 < sided[0].x0 for column in columns) else sided[0]


def settled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The same columns, each in one role: of several amounts the one that moves the balance, of two debits the one that is none."""
    columns = _words_beside_money(columns)
    found = _charges_beside_amount(_payments_beside_charges(_balances_at_the_end(_amounts_of_sides(list(columns)))))
    return tuple(_operation_beside_booking(_one_of_each(found)))


def _words_beside_money(columns: Sequence[Column]) -> list[Column]:
    """A heading that says no more than movements is that of amounts only where no other is one of money moved."""
    named = [column for column in columns if column.role in {"debit", "credit", "amount"}]
    bare = [column for column in named if column.name == "movimenti"]
    return [replace(column, role="text") if column in bare and len(named) > 1 else column for column in columns]


def _amounts_of_sides(columns: list[Column]) -> list[Column]:
    """Where an amount stands right behind the debit and the credit alike, both words are one heading, as in "Debit   Amount"."""
    pairs = [(one, other) for one, other in itertools.pairwise(columns) if one.role in {"debit", "credit"} and other.role == "amount"]
    if {one.role for one, _ in pairs} != {"debit", "credit"} or len(pairs) != 2:
        return columns
    joined = {id(one): replace(one, x1=other.x1) for one, other in pairs}
    rest = {id(other) for _, other in pairs}
    return [joined.get(id(column), column) for column in columns if id(column) not in rest]


def _operation_beside_booking(columns: list[Column]) -> list[Column]:
    """Beside the day of booking no other is one of it; beside one that is only called day the day of the operation is not."""
    dated = [column for column in columns if column.role == "date"]
    booked = [column for column in dated if BOOKED.search(column.name)] or [one for one in dated if not OPERATION.search(one.name)]
    others = [column for column in dated if booked and column not in booked]
    return [replace(column, role="transaction") if column in others else column for column in columns]


def _balances_at_the_end(columns: list[Column]) -> list[Column]:
    """Behind debit and credit, columns named by what they are the balance of: booked, then cleared; or an amount that is none of both."""
    last = max((index for index, column in enumerate(columns) if column.role in {"debit", "credit"}), default=len(columns))
    named = {column.role for column in columns}
    if not {"debit", "credit"} <= named:
        return columns
    told = {"text"} if "balance" in named else {"text", "value", "date", "amount"}
    if all(column.role != "text" for column in columns[:last]):
        told.discard("text")  # it tells what was booked
    if not any(column.role in {"date", "transaction"} for column in columns[:last]):
        told.discard("date")  # it is the only day of booking
    behind = {index for index in range(last + 1, len(columns)) if columns[index].role in told}
    return [replace(column, role="balance") if index in behind else column for index, column in enumerate(columns)]


def _payments_beside_charges(columns: list[Column]) -> list[Column]:
    """Two columns of debits, or one and an amount that names both sides: on what is owed, payments are the credits."""
    moving = [column for column in columns if column.role in {"debit", "amount"}]
    paid = [column for column in moving if PAYMENTS.search(column.name)]
    if len(moving) < 2 or len(paid) != 1 or any(column.role == "credit" for column in columns):
        return columns
    return [replace(column, role="credit") if column is paid[0] else column for column in columns]


def _charges_beside_amount(columns: list[Column]) -> list[Column]:
    """Behind an amount and a balance, a column of what is charged is told aside: it moves the balance on a day of its own."""
    roles = [column.role for column in columns]
    if roles.count("debit") != 1 or "credit" in roles or not {"amount", "balance"} <= set(roles[: roles.index("debit")]):
        return columns
    return [replace(column, role="aside") if column.role == "debit" else column for column in columns]


def _one_of_each(columns: list[Column]) -> list[Column]:
    """Of several amounts the last that is not gross, of several balances the first; the others are told aside."""
    if not {"amount", "debit", "credit"} & {column.role for column in columns}:
        return columns
    kept = {id(_net(columns)), id(next((column for column in columns if column.role == "balance"), None))}
    return [
        replace(column, role="aside") if column.role in {"amount", "balance"} and id(column) not in kept else column for column in columns
    ]


def _net(columns: list[Column]) -> Column | None:
    amounts = [column for column in columns if column.role == "amount"]
    net = [column for column in amounts if not GROSS.search(column.name)]
    return next(reversed(net or amounts), None)
