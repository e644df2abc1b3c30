"""Totals that the document prints of its rows, wherever they stand: none may say otherwise."""

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.proving.counts import counts_of
from reconciliation.reading.proving.listed_totals import of_accounts
from reconciliation.reading.scanning.entries import Seen, Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction, plain_side
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import TOTAL

WHOLE = re.compile(r"([^\t:]+?)(?: ?\(\d+\))? ?: ?(\d{1,9})(?=\t|$)")  # a name and a number without marks, which may be an account's too
MOST_ITEMS = 10
SIDES = {"credit": 1, "debit": -1}


def total_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a total of money in or of money out differ from what the rows of that side come to, all or those of a table?"""
    allowed, by_way = sums_of(best), sums_by_way(best)
    if any(one.figure and one.figure.size and one.figure.size not in allowed for one in _before_rows(draft)):
        return True
    listed = of_accounts(draft)
    seen = [one for one in draft.of("total", "summary") if one.figure and one.figure.size and one.printed not in listed]
    told = [(direction(one.label, card=card), one.figure.size) for one in seen if one.figure]
    return any(
        way and size not in by_way[way] and not _part_of_sum(size, way, told, by_way[way])
        for one, (way, size) in zip(seen, told, strict=True)
        if _plain_total(one.label) or _of_a_table(one.label, best.tables)
    )


def whole_figure_differs(best: Solution, rows: Sequence[Printed]) -> bool:
    """The same of numbers without decimals that only their names tell from numbers of accounts, and of balances named so; a count of
    rows is none of money."""
    if any(amount is None or amount != amount.to_integral_value() for amount in best.amounts):
        return False
    allowed = sums_of(best) | {Decimal(count) for count in counts_of(best)}
    ends = {"opening": best.opening, "closing": best.closing}
    for label, number in (match.groups() for printed in rows for match in WHOLE.finditer(fold(printed.row.text))):
        end = ends.get(balance_kind(label))
        told = direction(label) and plain_side(label)
        if (end is not None and abs(end) != Decimal(number)) or (told and Decimal(number) not in allowed):
            return True
    return False


def _before_rows(draft: Draft) -> Iterator[Seen]:
    """Totals under a table's headings with no row above them."""
    first = next((index for index, one in enumerate(draft.seen) if one.kind == "entry"), 0)
    return (one for one in draft.seen[:first] if one.kind == "total" and one.inside and one.role not in {"", "balance"} and one.figure)


def _plain_total(label: str) -> bool:
    """Does it name nothing but the sum of one direction?"""
    return TOTAL.search(label) is not None and plain_side(label)


def _of_a_table(label: str, tables: Sequence[Table]) -> bool:
    """Does it call itself the total of what a table's heading names?"""
    rest = " ".join(TOTAL.sub(" ", label).split())
    return rest != label and any(rest == table.heading for table in tables)


def sums_of(best: Solution) -> set[Decimal]:
    """Money in, money out and both together, of all rows and of each table; of a side also with the balance it began with, as a card's
    total of debits has it."""
    sums: dict[int, list[Decimal]] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        for key in (0, entry.table_id):
            sides = sums.setdefault(key, [Decimal(0), Decimal(0)])
            sides[(amount or 0) < 0] += abs(amount or Decimal(0))
    whole, opening = sums.get(0, [Decimal(0), Decimal(0)]), best.opening or Decimal(0)
    return {size for plus, minus in sums.values() for size in (plus, minus, abs(plus - minus))} | {whole[opening < 0] + abs(opening)}


def sums_by_way(best: Solution) -> dict[int, set[Decimal]]:
    """Money in by 1, money out by -1: of all rows, and of each table; of several tables also what one comes to, and of
    all rows with the balance of that side that they began with, as a card's total of debits has it."""
    tables = {entry.table_id for entry in best.entries}
    sums = dict.fromkeys((0, *tables), (Decimal(0), Decimal(0)))
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        moved = amount or Decimal(0)
        for key in (0, entry.table_id):
            plus, minus = sums[key]
            sums[key] = (plus + max(moved, Decimal(0)), minus + max(-moved, Decimal(0)))
    nets = {plus - minus for key, (plus, minus) in sums.items() if key and len(tables) > 1}
    opening = best.opening or Decimal(0)
    begun = {1: sums[0][0] + opening if opening > 0 else Decimal(0), -1: sums[0][1] - opening if opening < 0 else Decimal(0)}
    return {
        1: {plus for plus, _ in sums.values()} | nets | {begun[1]},
        -1: {minus for _, minus in sums.values()} | {-net for net in nets} | {begun[-1]},
    }


def _part_of_sum(size: Decimal, way: int, items: Sequence[tuple[int, Decimal]], allowed: set[Decimal]) -> bool:
    """Does it add up with others of its kind?"""
    others = [other for side, other in items if side == way and other != size][:MOST_ITEMS]
    return any(
        size + sum(some, Decimal(0)) in allowed for count in range(1, len(others) + 1) for some in itertools.combinations(others, count)
    )


def totals_tell_all(draft: Draft, best: Solution) -> bool:
    """Do printed totals tell all money in and all money out, so that no row can be missing at the end?"""
    plus = sum((amount for amount in best.amounts if amount is not None and amount > 0), Decimal(0))
    minus = plus - best.movement
    below = {one.figure.size for one in draft.since_entry if one.kind == "total" and one.figure is not None}
    return bool(best.entries) and ({size for size in (plus, minus) if size} <= below or sides_told(draft, best))


def sides_told(draft: Draft, best: Solution) -> bool:
    """Are all money in and all money out printed, each by its name or in the column that says so?"""
    plus = sum((amount for amount in best.amounts if amount is not None and amount > 0), Decimal(0))
    sides = {(direction(one.label) or SIDES.get(one.role, 0), one.figure.size) for one in draft.of("summary", "total") if one.figure}
    return bool(best.entries) and {(1, plus), (-1, plus - best.movement)} <= sides


def totals_of_sides(draft: Draft) -> bool:
    """Is a total printed in the column of each side?"""
    return set(SIDES) <= {one.role for one in draft.of("total")}


def zero_sums(draft: Draft) -> bool:
    """Does an account without rows print that nothing came in and nothing went out?"""
    sums = [(direction(one.label), one.figure.size) for one in draft.of("summary", "total") if one.figure is not None]
    return not draft.entries and {(1, Decimal(0)), (-1, Decimal(0))} <= set(sums) and not any(size for way, size in sums if way)


def every_table_totalled(draft: Draft, best: Solution) -> bool:
    """Is each table's sum printed as a total, or under the table's own name?"""
    seen = [one for one in draft.of("total", "summary") if one.figure is not None]
    told = {one.figure.size for one in seen if one.figure and TOTAL.search(one.label)}
    named = {(one.label, one.figure.size) for one in seen if one.figure}
    headings = {entry.table_id: table.heading for table in best.tables for entry in table.entries}
    sums: dict[int, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        sums[entry.table_id] = sums.get(entry.table_id, Decimal(0)) + (amount or Decimal(0))
    return bool(sums) and all(abs(total) in told or (headings.get(key), abs(total)) in named for key, total in sums.items())
