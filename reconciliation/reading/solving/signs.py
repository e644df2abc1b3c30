"""Direction of the money: the ways in which a table may print it, each a function from entry to amount."""

import itertools
from collections.abc import Callable, Sequence
from decimal import Decimal

from reconciliation.reading.headings.roles import GROSS
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.sign_columns import SIDES, sided, way_of
from reconciliation.reading.solving.solution import owed_value
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.vocabulary.direction import direction

POINTS = words_of(r"rewards?|points?|miles|bonus|cash ?back|daily cash|\w*puan")

Way = Callable[[Entry], Decimal | None]


def against_type(table: Table, entry: Entry, amount: Decimal | None) -> bool:
    """True if the row's type, perhaps among words, names the other side than the amount has; a letter only where all types are sides."""
    words = [entry.side] if entry.side in SIDES else [word for word in entry.side.split() if len(word) > 1 and word in SIDES]
    sides = {SIDES[word] for word in words}
    if amount is None or len(sides) != 1 or not (len(entry.side) > 1 or sided(table)):
        return False
    return sides.pop() * amount < 0


def against_marks(tables: Sequence[Table], entries: Sequence[Entry], amounts: Sequence[Decimal | None], *, card: bool) -> bool:
    """True if a row runs against its credit or debit mark, or signs mean one side on some rows and the other on others.

    Rows without a sign under a heading that names their direction need none. Where marks name one side only, what has none is of the other.
    """
    headed: set[int] = set()
    for table in tables:
        signs = any(figure.sign for entry in table.entries for figure in entry.figures.values())
        if not signs and direction(table.heading, card=card):
            headed |= set(map(id, table.entries))
    figures = [entry.figures["amount"] for entry in entries if "amount" in entry.figures]
    signed, marked = any(figure.sign < 0 for figure in figures), {_side_of_mark(figure) for figure in figures} - {0}
    unmarked = -marked.pop() if len(marked) == 1 else 0
    sides = set()
    for entry, amount in zip(entries, amounts, strict=True):
        figure = entry.figures.get("amount")
        if figure is None or not amount:
            continue
        side = _side_of_mark(figure) or (0 if figure.sign else unmarked)
        if side * amount < 0:
            return True
        if not side and (figure.sign or signed) and id(entry) not in headed:
            sides.add((figure.sign or 1) * amount > 0)
    return len(sides) > 1


def _side_of_mark(figure: Figure) -> int:
    return 1 if figure.mark in IN_MARKS else -1 if figure.mark in OUT_MARKS else 0


def signed_against(table: Table) -> bool:
    """True if the signs of most figures name the other side than the section's name, on an account that holds money."""
    figures = [entry.figures["amount"] for entry in table.entries if "amount" in entry.figures and entry.figures["amount"].size]
    heading = direction(table.heading)
    return (heading > 0 and _mostly_minus(figures)) or (heading < 0 and 2 * sum(figure.sign > 0 for figure in figures) > len(figures))


def _mostly_minus(figures: Sequence[Figure]) -> bool:
    signs = [figure.sign for figure in figures if figure.size]
    return 2 * sum(sign < 0 for sign in signs) > len(signs)


def ways_of(table: Table, *, card: bool) -> dict[str, Way]:
    """Return the readings that a table allows, the likeliest first."""
    if any({"debit", "credit"} & set(entry.figures) for entry in table.entries):
        return {"columns": max(_columns(table, fees=False), _columns(table, fees=True), key=lambda way: _steps_followed(table, way))}
    heading = direction(table.heading, card=card)
    figures = [entry.figures["amount"] for entry in table.entries if "amount" in entry.figures]
    minus = _mostly_minus(figures)
    ways: dict[str, Way] = {}
    if "type" in table.header.roles:
        ways["type"] = _of_amount(_by_type)
    if heading:
        ways["heading"] = _of_amount(lambda _, figure: _by_heading(figure, heading, minus=minus))
    if any(figure.sign > 0 for figure in figures) and not any(figure.printed < 0 for figure in figures):
        points = any(
            column.role == "aside" and (POINTS.search(column.name) or GROSS.search(column.name)) for column in table.header.columns
        )
        ways["plus"] = _of_amount(lambda entry, figure: _by_plus(figure, None if points else entry.figures.get("aside")))
    if card and not minus:
        return ways | {"reversed": _reversed, "printed": _printed}
    ways["printed"] = _printed
    if not heading or any(figure.sign or figure.mark for figure in figures):
        ways["reversed"] = _reversed
    return ways


def _columns(table: Table, *, fees: bool) -> Way:
    """Credit less debit; a minus in a column counts only where most of that column carries none. With `fees` less the figure aside, as a
    bank that charges a fee for it does, with or without another figure."""
    minus = {role: _mostly_minus([entry.figures[role] for entry in table.entries if role in entry.figures]) for role in ("debit", "credit")}

    def amount(entry: Entry) -> Decimal | None:
        figures = {role: entry.figures[role] for role in ("debit", "credit") if role in entry.figures}
        filled = [(role, figure) for role, figure in figures.items() if figure.size]
        moved = Decimal(0) if figures and not filled else None
        if len(filled) == 1:
            role, figure = filled[0]
            moved = -figure.size if (role == "debit") != (figure.sign < 0 and not minus[role]) else figure.size
        fee = entry.figures.get("aside") if fees else None
        if fee is None:
            return moved
        return -fee.size if moved is None else moved - fee.size

    return amount


def _steps_followed(table: Table, way: Way) -> int:
    """Return how many rows lead from the balance beside the row above them, or below them, to their own."""
    balances = [(entry, entry.figures["balance"].printed) for entry in table.entries if "balance" in entry.figures]
    steps = [(above, below, after - before) for (above, before), (below, after) in itertools.pairwise(balances)]
    return max(sum(way(below) == step for _, below, step in steps), sum(way(above) == -step for above, _, step in steps))


def _of_amount(value: Callable[[Entry, Figure], Decimal | None]) -> Way:
    return lambda entry: value(entry, entry.figures["amount"]) if "amount" in entry.figures else None


_printed = _of_amount(lambda _, figure: owed_value(figure, owed=False))
_reversed = _of_amount(lambda _, figure: owed_value(figure, owed=True))  # as a card prints it: only payments have a minus or CR


def _by_type(entry: Entry, figure: Figure) -> Decimal | None:
    """The side that the row's type names; a minus says so by itself."""
    way = -1 if figure.sign < 0 else way_of(entry)
    return figure.size * way if way else None


def _by_heading(figure: Figure, heading: int, *, minus: bool) -> Decimal:
    """The section's direction; a minus turns it only where most of the section carries none."""
    if figure.mark in OUT_MARKS | IN_MARKS:
        return figure.size if figure.mark in IN_MARKS else -figure.size
    return figure.size * (-heading if figure.sign == (1 if minus else -1) else heading)


def _by_plus(figure: Figure, fee: Figure | None) -> Decimal:
    """Money in is marked with a plus, money out with nothing; less a fee beside it, which no points or foreign sums are."""
    size = figure.size if figure.sign > 0 else -figure.size
    return size if fee is None else size - fee.size


def signs_by_balance(
    tables: Sequence[Table], entries: Sequence[Entry], balances: Sequence[Decimal | None], opening: Decimal | None, *, backwards: bool
) -> list[Decimal | None] | None:
    """Return the amounts that make each printed balance follow; None where any row prints none or neither sign fits. A column that is
    named for one side may hold both where it is the only one of money moved."""
    roles = {role for table in tables for role in table.header.roles} & {"amount", "debit", "credit"}
    role = roles.pop() if len(roles) == 1 else "amount"
    rows, before = list(zip(entries, balances, strict=True)), opening
    amounts: list[Decimal | None] = []
    for entry, after in reversed(rows) if backwards else rows:
        figure = entry.figures.get(role)
        if figure is None or after is None or before is None or abs(after - before) != figure.size:
            return None
        amounts.append(after - before)
        before = after
    return amounts[::-1] if backwards else amounts
