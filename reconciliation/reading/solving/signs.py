"""Which way the money went: the ways in which a table may print it, each a function from entry to amount."""

import itertools
from collections.abc import Callable, Sequence
from decimal import Decimal

from reconciliation.reading.headings.roles import GROSS
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.sides import SIDES, sided, way_of
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.vocabulary.direction import direction

POINTS = words_of(r"rewards?|points?|miles|bonus|cash ?back|daily cash|\w*puan")

Way = Callable[[Entry], Decimal | None]


def against_type(table: Table, entry: Entry, amount: Decimal | None) -> bool:
    """Does the row's type name the other side than the amount has? A single letter does so only where all types are sides; a word of the
    row's text may stand beside it."""
    told = {SIDES[entry.side]} if entry.side in SIDES else {SIDES[word] for word in entry.side.split() if len(word) > 1 and word in SIDES}
    counts = len(told) == 1 and (len(entry.side) > 1 or sided(table))
    return counts and amount is not None and any(way * amount < 0 for way in told)


def against_marks(tables: Sequence[Table], entries: Sequence[Entry], amounts: Sequence[Decimal | None], *, card: bool) -> bool:
    """Does a row run against its credit or debit mark, or do signs mean one side on some rows and the other on others?

    Rows without a sign under a heading that names their direction need none.
    """
    headed = {id(entry) for table in tables if _unsigned(table) and direction(table.heading, card=card) for entry in table.entries}
    figures = [entry.figures["amount"] for entry in entries if "amount" in entry.figures]
    signed, unmarked = any(figure.sign < 0 for figure in figures), _side_of_unmarked(figures)
    sides = set()
    for entry, amount in zip(entries, amounts, strict=True):
        figure = entry.figures.get("amount")
        if figure is None or not amount:
            continue
        told = _marked(figure) or (0 if figure.sign else unmarked)
        if told * amount < 0:
            return True
        if not told and (figure.sign or signed) and id(entry) not in headed:
            sides.add((figure.sign or 1) * amount > 0)
    return len(sides) > 1


def _unsigned(table: Table) -> bool:
    return not any(figure.sign for entry in table.entries for figure in entry.figures.values())


def _marked(figure: Figure) -> int:
    return 1 if figure.mark in IN_MARKS else -1 if figure.mark in OUT_MARKS else 0


def _side_of_unmarked(figures: Sequence[Figure]) -> int:
    """Where marks name one side only, what has none is of the other."""
    sides = {_marked(figure) for figure in figures} - {0}
    return -sides.pop() if len(sides) == 1 else 0


def ways_of(table: Table, *, card: bool) -> dict[str, Way]:
    """The readings that a table allows, the likeliest first."""
    roles = {role for entry in table.entries for role in entry.figures} - {"balance"}
    if roles & {"debit", "credit"}:
        return {"columns": max(_columns(table), _with_fees(_columns(table)), key=lambda way: _followed(table, way))}
    heading = direction(table.heading, card=card)
    figures = [entry.figures["amount"] for entry in table.entries if "amount" in entry.figures]
    signed = any(figure.sign or figure.mark for figure in figures)
    ways: dict[str, Way] = {}
    if "type" in table.header.roles:
        ways["type"] = _typed
    if heading:
        ways["heading"] = _headed(heading, figures)
    if any(figure.sign > 0 for figure in figures) and not any(figure.printed < 0 for figure in figures):
        ways["plus"] = _plus_alone(table)
    if card and not _mostly_minus(figures):
        return ways | {"reversed": _reversed, "printed": _printed}
    ways["printed"] = _printed
    if signed or not heading:
        ways["reversed"] = _reversed
    return ways


def _columns(table: Table) -> Way:
    """Credit less debit; a minus in a column counts only where most of that column carries none."""
    minus = {role: _mostly_minus([entry.figures[role] for entry in table.entries if role in entry.figures]) for role in ("debit", "credit")}

    def amount(entry: Entry) -> Decimal | None:
        filled = {role: entry.figures[role] for role in ("debit", "credit") if role in entry.figures and entry.figures[role].size}
        if len(filled) == 2:
            return None
        for role, figure in filled.items():
            size = -figure.size if figure.sign < 0 and not minus[role] else figure.size
            return size if role == "credit" else -size
        return Decimal(0) if {"debit", "credit"} & set(entry.figures) else None

    return amount


def _with_fees(way: Way) -> Way:
    """The same less what the row tells aside, as a bank that charges a fee for it does, with or without another figure."""

    def amount(entry: Entry) -> Decimal | None:
        moved, fee = way(entry), entry.figures.get("aside")
        if fee is None:
            return moved
        return -fee.size if moved is None else moved - fee.size

    return amount


def _followed(table: Table, way: Way) -> int:
    """How many of its rows lead from the balance beside the row above them, or below them, to their own."""
    balances = [(entry, entry.figures["balance"].printed) for entry in table.entries if "balance" in entry.figures]
    steps = [(one, other, after - before) for (one, before), (other, after) in itertools.pairwise(balances)]
    return max(sum(way(other) == step for _, other, step in steps), sum(way(one) == -step for one, _, step in steps))


def _mostly_minus(figures: Sequence[Figure]) -> bool:
    worth = [figure for figure in figures if figure.size]
    return 2 * sum(figure.sign < 0 for figure in worth) > len(worth)


def signed_against(table: Table) -> bool:
    """Do the signs of most figures say the other side than the section's name, on an account that holds money?"""
    figures = [figure for entry in table.entries for role, figure in entry.figures.items() if role == "amount" and figure.size]
    heading = direction(table.heading)
    return (heading > 0 and _mostly_minus(figures)) or (heading < 0 and 2 * sum(figure.sign > 0 for figure in figures) > len(figures))


def _headed(heading: int, figures: Sequence[Figure]) -> Way:
    """The section's direction; a minus turns it only where most of the section carries none."""
    minus = _mostly_minus(figures)

    def amount(entry: Entry) -> Decimal | None:
        figure = entry.figures.get("amount")
        if figure is None:
            return None
        against = (figure.sign < 0 and not minus) or (figure.sign > 0 and minus)
        if figure.mark in OUT_MARKS | IN_MARKS:
            return figure.size if figure.mark in IN_MARKS else -figure.size
        return figure.size * heading * (-1 if against else 1)

    return amount


def _printed(entry: Entry) -> Decimal | None:
    figure = entry.figures.get("amount")
    return None if figure is None else figure.printed


def _plus_alone(table: Table) -> Way:
    """Money in is marked with a plus, money out with nothing; a fee told beside it too, but no points or foreign sums."""
    no_fee = any(column.role == "aside" and (POINTS.search(column.name) or GROSS.search(column.name)) for column in table.header.columns)

    def amount(entry: Entry) -> Decimal | None:
        figure, fee = entry.figures.get("amount"), entry.figures.get("aside")
        if figure is None:
            return None
        size = figure.size if figure.sign > 0 else -figure.size
        return size if fee is None or no_fee else size - fee.size

    return amount


def _reversed(entry: Entry) -> Decimal | None:
    """As a card prints it: a purchase without a sign, a payment with a minus or CR."""
    figure = entry.figures.get("amount")
    if figure is None:
        return None
    return figure.size if figure.sign < 0 or figure.mark in IN_MARKS else -figure.size


def _typed(entry: Entry) -> Decimal | None:
    """The side that the row's type names; a minus says so by itself."""
    figure = entry.figures.get("amount")
    if figure is None:
        return None
    way = -1 if figure.sign < 0 else way_of(entry)
    return figure.size * way if way else None


def by_balance(
    tables: Sequence[Table], entries: Sequence[Entry], before: Decimal | None, balance_of: Callable[[Entry], Decimal | None]
) -> list[Decimal] | None:
    """The signs that make each printed balance follow; None where any row prints none or neither sign fits. A column that is named for one
    side may hold both where it is the only one of money moved."""
    named = {role for table in tables for role in table.header.roles if role in {"amount", "debit", "credit"}}
    roles = named if len(named) == 1 else {"amount"}
    amounts: list[Decimal] = []
    for entry in entries:
        figure, after = next((entry.figures[role] for role in roles if role in entry.figures), None), balance_of(entry)
        if figure is None or after is None or before is None:
            return None
        amount = after - before
        if abs(amount) != figure.size:
            return None
        amounts.append(amount)
        before = after
    return amounts
