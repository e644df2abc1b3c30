"""The headings of one table: which columns they name, and which figures belong to each."""

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from reconciliation.documents.pages import Word
from reconciliation.reading.tokens.alternatives import begins_of, phrases, words_of
from reconciliation.reading.tokens.amounts import Figure, without
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.printed import Printed, extents_of
from reconciliation.reading.tokens.rows import runs_of
from reconciliation.reading.vocabulary.phrases import DATE_ROLES, MONEY_ROLES, MOVING, part_of, role_of

PAYMENTS = words_of(r"payments?|paid|pagos?|paiements?|zahlungen|pagamenti|betalingen")
BOTH = re.compile(r"\w (?:and|und|et|y|e|en|&|/) \w")
GROSS = words_of(r"gross|brutto|brut|bruto|lordo|original|foreign|fcy|fremdwahrung|devise|divisa|dolar(?:es)?")
BOOKED, GLUED = begins_of(phrases("statements", "booked")), re.compile(r"(?<=\w)\([^()]*\)$")
OPERATION = words_of(r"oper\w*|transa\w*|tran|trans|txn|movim\w*")

NEAR, NEAR_DAY = 30.0, 60.0  # most points between a figure, or a day, and its heading
FLUSH = 2.0  # most points between edges of headings, figures or words that are aligned
EDGE = 5.0  # most points between the middle of a figure and those of its column's other figures
SNUG = 12.0  # most points between a heading and figures aligned with it
MOST_ROWS = 200  # most rows whose figures show where their columns are
LONGEST_MARK = 3  # most letters of a currency or a mark
TIME = re.compile(r"(?<!\d)\d\d:\d\d(?!\d)")
WORDS = re.compile(r"\w+")


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
    kinds = parts_among(columns)
    columns = [replace(cell, role={"principal": "amount"}.get(kinds[cell], "aside")) if cell in kinds else cell for cell in columns]
    moving = [column for column in columns if column.role in MOVING]
    movements = [column for column in moving if column.name == "movimenti" and len(moving) > 1]  # amounts only where they are alone
    named = _with_role(columns, movements, "text")
    amount_of = {side: after for side, after in itertools.pairwise(named) if side.role in {"debit", "credit"} and after.role == "amount"}
    if sorted(side.role for side in amount_of) == ["credit", "debit"]:  # each is one heading with the amount right behind, "Debit   Amount"
        sides = [column for column in named if column not in amount_of.values()]
        named = [replace(column, x1=amount_of.get(column, column).x1) for column in sides]
    named = _with_sides(named)
    amounts = [column for column in named if column.role == "amount"]
    balances = [column for column in named if column.role == "balance"]
    if any(column.role in {"amount", "debit", "credit"} for column in named):
        net = [column for column in amounts if not GROSS.search(column.name)] or amounts
        named = _with_role(named, [column for column in (*amounts, *balances) if column not in (*net[-1:], *balances[:1])], "aside")
    dated = [column for column in named if column.role == "date"]
    booked = [column for column in dated if BOOKED.search(column.name)] or [day for day in dated if not OPERATION.search(day.name)]
    return tuple(_with_role(named, [column for column in dated if booked and column not in booked], "transaction"))


def parts_among(columns: Sequence[Column]) -> dict[Column, str]:
    """Return the columns of a payment, as which any amount counts, and of its parts by kind; empty without principal and another part."""
    kinds = {column: part_of(column.name) or ("payment" if role_of(column.name) in MOVING else "") for column in columns}
    named = {column: kind for column, kind in kinds.items() if kind and column.role != "balance"}
    return named if "principal" in named.values() and {*named.values()} - {"principal", "payment"} else {}


def _with_role(columns: Iterable[Column], changed: Sequence[Column], role: str) -> list[Column]:
    return [replace(column, role=role) if column in changed else column for column in columns]


def _with_sides(columns: list[Column]) -> list[Column]:
    """Take columns behind debit and credit for balances if they say which balance, as booked and cleared, or if they are amounts; without a
    credit take payments beside another debit, or an amount, for credits, and a charge behind amount and balance for an aside."""
    roles = [column.role for column in columns]
    if {"debit", "credit"} <= set(roles):
        last = max(index for index, role in enumerate(roles) if role in {"debit", "credit"})
        of_balances = {"text"} if "balance" in roles else {"text", "value", "date", "amount"}
        if "text" not in roles[:last]:
            of_balances.discard("text")  # it describes the booking
        if not {"date", "transaction"} & set(roles[:last]):
            of_balances.discard("date")  # it is the only day of booking
        behind = [replace(column, role="balance") if column.role in of_balances else column for column in columns[last + 1 :]]
        return [*columns[: last + 1], *behind]
    if "credit" in roles:
        return columns
    moving = [column for column in columns if column.role in {"debit", "amount"}]
    paid = [column for column in moving if PAYMENTS.search(column.name)]
    if len(moving) > 1 and len(paid) == 1:
        return _with_role(columns, paid, "aside" if any(part_of(column.name) == "principal" for column in moving) else "credit")
    charged = roles.count("debit") == 1 and {"amount", "balance"} <= set(roles[: roles.index("debit")])
    return _with_role(columns, [column for column in columns if charged and column.role == "debit"], "aside")


@dataclass(frozen=True)
class Header:
    """The headings of one table, left to right."""

    columns: tuple[Column, ...]
    row: Printed | None = None
    section: str = ""  # direction of the rows, by the heading of the descriptions
    by_place: bool = False  # no headings: inferred from the places of the figures
    by_order: bool = False  # inferred from their order alone
    figures_at: tuple[Column, ...] = ()  # the places of the columns' figures, if not those of their headings
    ends: frozenset[tuple[str, int]] = frozenset()  # where figures of its columns end, by their roles

    @cached_property
    def roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.columns)

    @cached_property
    def money(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.role in MONEY_ROLES)

    @cached_property
    def money_roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.money)

    @cached_property
    def figured(self) -> tuple[Column, ...]:
        """The columns under which figures are printed: money, and asides."""
        return tuple(column for column in self.columns if column.role in MONEY_ROLES or column.role == "aside")

    @cached_property
    def parts(self) -> dict[Column, str]:
        """The columns of a payment and its parts, with their kinds; empty for other tables."""
        return parts_among([column for column in self.columns if column.role in {"amount", "aside"}])

    @cached_property
    def below(self) -> str:
        """The role of a day on the second line of a row, under its first; empty if the headings name none."""
        return next((column.below for column in self.columns if column.below), "")

    @cached_property
    def signature(self) -> tuple[tuple[str, int], ...]:
        """The roles and places of the money columns, which are the same where a table goes on."""
        return tuple((column.role, round(column.x0 / 12)) for column in self.money)

    def stands_as(self, other: "Header") -> bool:
        """True if the columns of both headers are in the same places."""
        if len(self.columns) != len(other.columns):
            return False
        return all(abs(column.x0 - its.x0) <= FLUSH for column, its in zip(self.columns, other.columns, strict=True))

    def column_of(self, figure: Figure) -> Column | None:
        """Return the column under whose heading the figure is printed."""
        if self.by_place:
            middle = (figure.x0 + figure.x1) / 2
            return next((column for column in self.figured if column.x0 - EDGE <= middle <= column.x1 + EDGE), None)
        nearest = min(self.figures_at or self.figured, key=lambda column: column.distance(figure), default=None)
        if nearest is None or nearest.distance(figure) <= FLUSH:
            return nearest
        among_words = any(column.role == "text" and abs(column.x0 - figure.x0) <= FLUSH for column in self.columns)
        return nearest if not among_words and (nearest.distance(figure) <= NEAR or nearest.overlaps(figure)) else None

    def first_money(self) -> float:
        return min((column.x0 for column in self.money), default=0.0)

    def date_of(self, day: Day, others: Sequence[Day] = ()) -> str | None:
        """Return the date role under whose heading the day is printed, if no other day is nearer to it."""
        dated = [column for column in self.columns if column.role in DATE_ROLES]
        nearest = min(dated, key=lambda column: abs(column.x0 - day.x0), default=None)
        distance = abs(nearest.x0 - day.x0) if nearest is not None else NEAR_DAY
        if nearest is None or distance >= NEAR_DAY or any(abs(nearest.x0 - other.x0) < distance for other in others):
            return None
        return nearest.role


def groups_of(header: Header) -> list[tuple[float, float, Header]]:
    """Return the x range and the header of each of several tables printed side by side under one header; empty for one table."""
    columns, roles = header.columns, header.roles
    for times in (4, 3, 2):
        size, rest = divmod(len(roles), times)
        if size >= 2 and not rest and roles == roles[:size] * times and MONEY_ROLES & set(roles[:size]):
            parts = [columns[start : start + size] for start in range(0, len(columns), size)]
            between = [(max(before[-1].x1, after[0].x0 - 24) + after[0].x0) / 2 for before, after in itertools.pairwise(parts)]
            return [(x0, x1, Header(part, header.row)) for x0, x1, part in zip([0.0, *between], [*between, 1e6], parts, strict=True)]
    return []


def with_zones(header: Header, below: Sequence[Printed]) -> Header:
    """Return the header with the places of its figures, if some are apart from every heading and each column has those of one zone."""
    figures: list[Figure] = []  # with the places of their signs, currencies and marks
    for printed in below[:MOST_ROWS]:
        text = TIME.sub("     ", without(printed.row.text, extents_of(printed.figures)))
        for figure in printed.figures:  # but none of a cell with more words than a mark or a time
            beside = [WORDS.findall(part) for part in (text[: figure.start].rsplit("\t", 1)[-1], text[figure.end :].split("\t", 1)[0])]
            if all(len(words) < 2 and all(len(word) <= LONGEST_MARK and word.isalpha() for word in words) for words in beside):
                x0, x1 = printed.row.span(figure.start, figure.end)
                figures.append(replace(figure, x0=x0, x1=x1))
    figures = [figure for figure in figures if not figure.whole] or figures
    if not header.figured or all(min(column.distance(figure) for column in header.figured) <= SNUG for figure in figures):
        return header
    places = min(_places(figures, attrgetter("x1")), _places(figures, attrgetter("x0")), key=len)
    lefts, rights = [column.x0 for column in header.columns], [column.x1 for column in header.columns]
    to_the_right = zip([left - FLUSH for left in lefts], [*lefts[1:], math.inf], strict=True)
    to_the_left = zip([0.0, *rights[:-1]], [right + FLUSH for right in rights], strict=True)
    for zones in (to_the_right, to_the_left):  # from each heading to the next one, or from the heading before to each
        zoned = [(column, *zone) for column, zone in zip(header.columns, zones, strict=True) if column in header.figured]
        columns: list[Column | None] = []
        for place in places:  # the column whose heading shares an edge with the figures, else the one in whose zone they are
            edges = [min(abs(column.x0 - place.x0), abs(column.x1 - place.x1)) for column, _, _ in zoned]
            inside = (column for column, start, end in zoned if start <= place.x0 and place.x1 <= end)
            columns.append(zoned[edges.index(min(edges))][0] if min(edges) <= FLUSH else next(inside, None))
        named = {id(column): place for column, place in zip(columns, places, strict=True) if column is not None}
        if len(named) == len(places):
            moved = [(column, named.get(id(column), column)) for column in header.figured]
            return replace(header, figures_at=tuple(replace(column, x0=place.x0, x1=place.x1) for column, place in moved))
    pairs = list(zip(header.figured, places, strict=False))
    under_others = any(other.overlaps(place) for column, place in pairs for other in header.figured if other is not column)
    if len(places) == len(header.figured) and not under_others:
        return replace(header, figures_at=tuple(replace(column, x0=place.x0, x1=place.x1) for column, place in pairs))
    return header


def _places(figures: Sequence[Figure], edge_of: Callable[[Figure], float]) -> list[Column]:
    """Return the x range of each group of figures that share this edge."""
    groups = runs_of(sorted(figures, key=edge_of), lambda before, figure: edge_of(figure) - edge_of(before) > FLUSH)
    return [Column("", min(figure.x0 for figure in group), max(figure.x1 for figure in group)) for group in groups]
