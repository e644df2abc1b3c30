"""Tables without headings: columns are told from where the figures stand, and count only where something else bears them out."""

from collections.abc import Sequence

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.proving.stated import every_table_totalled
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import role_of
from reconciliation.reading.vocabulary.labels import balance_kind, phrases_of

HEADINGS_ABOVE, FEWEST_GAPS = 3, 2  # rows in which headings may stand above the first one; gaps between their cells
NEARER = 2  # times, of two headings, the one that a figure stands under


def sides_unsure(draft: Draft, best: Solution, rows: Sequence[Printed]) -> bool:
    """Columns told from the figures alone count where every row prints its balance, or all are one column of amounts with sides, or where
    one way to read several leads from one printed balance to another; and nowhere but where no headings are left that may name them the
    other way. Marks of a side behind every figure say what columns would."""
    if not any(table.header.by_place for table in best.tables) or _marked(best):
        return False
    unread = _headings_unread(best, rows)
    if (_told_by_sums(best) and unread) or _totals_of_two_sides(draft, best):
        return True
    leads = not (unread or _told_by_sums(best)) and _leads(best)
    return not (best.follows == len(best.entries) or _sided(best) or every_table_totalled(draft, best) or leads)


def _totals_of_two_sides(draft: Draft, best: Solution) -> bool:
    """Do totals stand in two columns below what was read as one?"""
    one_column = any(table.header.money_roles == ("amount",) for table in best.tables)
    return one_column and any(one.printed is not None and len(one.printed.figures) > 1 for one in draft.of("total"))


def _leads(best: Solution) -> bool:
    """Do several rows move the account from its opening to its closing?"""
    return len(best.entries) > 1 and best.movement != 0 == best.difference


def _told_by_sums(best: Solution) -> bool:
    """Was it the balances that told which rows are money out, or which of two columns, or is it the order of the figures that tells?"""
    return "balance" in best.ways or any({"debit", "credit"} <= set(table.header.roles) or table.header.by_order for table in best.tables)


def against_named_sides(best: Solution, rows: Sequence[Printed]) -> bool:
    """Does a row told from places alone run against the side that a line above all rows names where its figure stands?"""
    if not any(table.header.by_place for table in best.tables):
        return False
    named = next((sides for sides in map(sides_named, _above(best, rows)[::-1]) if sides), {})
    amounts = zip(best.entries, best.amounts, strict=True)
    return bool(named) and any(amount and _side_of(entry, named) * amount < 0 for entry, amount in amounts)


def sides_named(printed: Printed) -> dict[str, float]:
    """Where the names of both sides end on a line without figures; nothing where one of them is not named, or named twice."""
    roles = [(role_of(fold(phrase)), x1) for phrase, _, x1 in phrases_of(printed)] if not printed.figures else []
    found = {role: x1 for role, x1 in roles if role in {"debit", "credit"}}
    return found if len(found) == sum(role in found for role, _ in roles) == 2 else {}


def _side_of(entry: Entry, named: dict[str, float]) -> int:
    """+1 under the credits, -1 under the debits, 0 where its only figure but the balance stands nearer to neither."""
    figures = [figure for role, figure in entry.figures.items() if role != "balance"]
    if len(figures) != 1:
        return 0
    debit, credit = (abs(figures[0].x1 - named[role]) for role in ("debit", "credit"))
    return 0 if min(debit, credit) * NEARER > max(debit, credit) else 1 if credit < debit else -1


def _headings_unread(best: Solution, rows: Sequence[Printed]) -> bool:
    """Is a row right above the first one made like headings, though none was understood?"""
    return any(_like_headings(printed) for printed in _above(best, rows)[-HEADINGS_ABOVE:])


def _above(best: Solution, rows: Sequence[Printed]) -> list[Printed]:
    """What stands above the first row, on its page."""
    first = min(best.entries, key=lambda entry: (entry.page, entry.box[1]), default=None)
    return [row for row in rows if first is not None and row.row.page == first.page and row.row.bottom <= first.box[1]]


def _like_headings(printed: Printed) -> bool:
    """Nothing but words, in several cells or in spaced letters; the names over a summary's figures are none of a table's."""
    if printed.figures or printed.days or any(balance_kind(fold(cell)) in {"opening", "closing"} for cell in printed.row.text.split("\t")):
        return False
    words = printed.row.text.split()
    return printed.row.text.count("\t") >= FEWEST_GAPS or 2 * sum(len(word) == 1 for word in words) > len(words)


def _marked(best: Solution) -> bool:
    """Does every row print one figure, and behind it the letters of its side?"""
    figures = [list(entry.figures.values()) for entry in best.entries]
    return bool(figures) and all(len(one) == 1 and one[0].mark in IN_MARKS | OUT_MARKS for one in figures)


def _sided(best: Solution) -> bool:
    """Does every row print one figure, in one column, and the side of the account that it is on?"""
    amounts = [entry.figures.get("amount") for entry in best.entries]
    one_column = all(table.header.money_roles == ("amount",) and not table.header.by_order for table in best.tables)
    return one_column and all(figure is not None and (figure.mark in IN_MARKS | OUT_MARKS or figure.sign) for figure in amounts)
