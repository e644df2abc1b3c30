"""Direction of the money: the ways in which a table may print it, each a function from entry to amount, and the direction by the rows'
words."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.printed.statement import WHOLE
from reconciliation.reading.accounts.classify import DocumentKind
from reconciliation.reading.headings.header import GROSS
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.unnamed_columns import SAME_EDGE, SIDES, way_of
from reconciliation.reading.solving.solution import POINTS, Solution, owed_value
from reconciliation.reading.tokens.amounts import IN_MARKS, OUT_MARKS, Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import direction

Amounts = list[Decimal | None]
Way = Callable[[Entry], Decimal | None]


def against_type(table: Table, entry: Entry, amount: Decimal | None) -> bool:
    """True if the row's type, perhaps among words, names the other side than the amount has. A letter does so if the table's types are one
    word for each side or for one of them, and nothing else, and it is below another one, if the table has several rows."""
    words = [entry.side] if entry.side in SIDES else [word for word in entry.side.split() if len(word) > 1 and word in SIDES]
    sides = {SIDES[word] for word in words}
    if amount is None or len(sides) != 1 or sides.pop() * amount >= 0:
        return False
    if len(entry.side) > 1:
        return True
    types = {entry.side for entry in table.entries} - {""}
    alone = types <= SIDES.keys() and len({SIDES[name] for name in types}) == len(types)
    lefts = sorted(word.x0 for entry in table.entries for word in entry.words if fold(word.text).strip(".") == entry.side)
    return alone and (len(table.entries) == 1 or any(right - left <= SAME_EDGE for left, right in itertools.pairwise(lefts)))


def rows_against_marks(best: Solution, kind: DocumentKind) -> list[Entry]:
    """Return the rows that run against their mark. If signs mean one side in some rows and the other side in others, return the fewer of
    these too. Rows under a heading of a side need no sign. A letter behind a single signed figure is no mark if no other figure has one."""
    unsigned = [table for table in best.tables if not any(figure.sign for entry in table.entries for figure in entry.figures.values())]
    headed = {id(entry) for table in unsigned if direction(table.heading, card=kind.owed) for entry in table.entries}
    figures = {id(entry): entry.figures["amount"] for entry in best.entries if "amount" in entry.figures}
    if len([figure for figure in figures.values() if figure.mark]) == 1 < len(figures):
        figures = {row: replace(figure, mark="") if figure.sign else figure for row, figure in figures.items()}
    signed, marked = any(figure.sign < 0 for figure in figures.values()), set(map(_side_of_mark, figures.values())) - {0}
    unmarked = -marked.pop() if len(marked) == 1 else 0
    against, signs_alike, signs_turned = list[Entry](), list[Entry](), list[Entry]()
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        figure = figures.get(id(entry))
        if figure is None or not amount:
            continue
        side = _side_of_mark(figure) or (0 if figure.sign else unmarked)
        if side * amount < 0:
            against.append(entry)
        elif not side and (figure.sign or signed) and id(entry) not in headed:
            (signs_alike if (figure.sign or 1) * amount > 0 else signs_turned).append(entry)
    return against + min(signs_turned, signs_alike, key=len)


def _side_of_mark(figure: Figure) -> int:
    return 1 if figure.mark in IN_MARKS else -1 if figure.mark in OUT_MARKS else 0


def signed_against(table: Table) -> bool:
    """True if the signs of most figures name the other side than the section's name, on an account that holds money."""
    return _mostly(-direction(table.heading), table.figures("amount"))


def _mostly(sign: int, figures: Sequence[Figure]) -> bool:
    """True if most figures have this sign."""
    signs = [figure.sign for figure in figures if figure.size]
    return 2 * sum(other * sign > 0 for other in signs) > len(signs)


def ways_of(table: Table, *, card: bool) -> dict[str, Way]:
    """Return the readings that a table allows, the likeliest first."""
    if any({"debit", "credit"} & set(entry.figures) for entry in table.entries):
        # The likelier way is the one by which more rows lead from the balance beside the row above them, or below them, to their own.
        balances = [(entry, entry.figures["balance"].printed) for entry in table.entries if "balance" in entry.figures]
        steps = [(above, below, after - before) for (above, before), (below, after) in itertools.pairwise(balances)]

        def followed(way: Way) -> int:
            return max(sum(way(below) == step for _, below, step in steps), sum(way(above) == -step for above, _, step in steps))

        way = _by_columns(table)
        return {"columns": max(way, _less_a_fee(way), key=followed)}
    heading = direction(table.heading, card=card)
    figures = table.figures("amount")
    minus = _mostly(-1, figures)
    ways: dict[str, Way] = {}
    if "type" in table.header.roles:
        ways["type"] = _by_type
    if heading:

        def by_heading(figure: Figure) -> Decimal:
            """The section's direction; a minus turns it only where most of the section carries none."""
            way = _side_of_mark(figure) or (-heading if figure.sign == (1 if minus else -1) else heading)
            return figure.size if way > 0 else -figure.size

        ways["heading"] = _of_amount(by_heading)
    if any(figure.sign > 0 for figure in figures) and not any(figure.printed < 0 for figure in figures):
        asides = [column.name for column in table.header.columns if column.role == "aside"]
        ways["plus"] = _by_plus if any(POINTS.search(name) or GROSS.search(name) for name in asides) else _less_a_fee(_by_plus)
    if any(entry.parts for entry in table.entries):
        ways["whole"] = lambda entry: dict(entry.parts).get(WHOLE, _reversed(entry))  # interest is charged in rows of its own
    if card and not minus:
        return ways | {"reversed": _reversed, "printed": _printed}
    ways["printed"] = _printed
    if not heading or any(figure.sign or figure.mark for figure in figures):
        ways["reversed"] = _reversed
    return ways


def _by_columns(table: Table) -> Way:
    """Return the way that counts credit less debit. A minus in a column counts only if most figures of that column have none."""
    minus = {role: _mostly(-1, table.figures(role)) for role in ("debit", "credit")}

    def amount(entry: Entry) -> Decimal | None:
        figures = {role: entry.figures[role] for role in minus if role in entry.figures}
        filled = [(role, figure) for role, figure in figures.items() if figure.size]
        if len(filled) != 1:
            return Decimal(0) if figures and not filled else None
        role, figure = filled[0]
        return -figure.size if (role == "debit") != (figure.sign < 0 and not minus[role]) else figure.size

    return amount


def _less_a_fee(way: Way) -> Way:
    """Return the way less the figure aside, as of a bank that charges a fee for a row; the row may have no other figure."""

    def amount(entry: Entry) -> Decimal | None:
        moved, fee = way(entry), entry.figures.get("aside")
        return moved if fee is None else (moved or 0) - fee.size

    return amount


def _of_amount(value: Callable[[Figure], Decimal]) -> Way:
    """Return the way that reads the amount; a payment without a part that moves the balance comes to nothing."""
    return lambda entry: value(entry.figures["amount"]) if "amount" in entry.figures else Decimal(0) if entry.parts else None


_printed = _of_amount(lambda figure: owed_value(figure, owed=False))
_reversed = _of_amount(lambda figure: owed_value(figure, owed=True))  # as a card prints it: only payments have a minus or CR
_by_plus = _of_amount(lambda figure: figure.size if figure.sign > 0 else -figure.size)  # money out is marked with nothing


def _by_type(entry: Entry) -> Decimal | None:
    """Return the amount with the sign of the side that the row's type names, or of its own minus."""
    figure = entry.figures.get("amount")
    way = 0 if figure is None else -1 if figure.sign < 0 else way_of(entry)
    return figure.size * way if figure is not None and way else None


def signs_by_balance(role: str, entries: list[Entry], balances: Amounts, before: Decimal | None, *, backwards: bool) -> Amounts | None:
    """Return the amounts in this role that make each printed balance follow, or None if a row prints none or neither sign fits."""
    rows, amounts = list(zip(entries, balances, strict=True)), Amounts()
    for entry, after in reversed(rows) if backwards else rows:
        figure = entry.figures.get(role)
        if figure is None or after is None or before is None or abs(after - before) != figure.size:
            return None
        amounts.append(after - before)
        before = after
    return amounts[::-1] if backwards else amounts
