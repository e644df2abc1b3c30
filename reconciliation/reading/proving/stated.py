"""Totals that the document prints of its rows, wherever they stand: none may say otherwise."""

import itertools
import re
from collections.abc import Iterator, Sequence, Set
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.proving.counts import counts_of
from reconciliation.reading.proving.listed_totals import of_accounts
from reconciliation.reading.scanning.entries import Seen, Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction, names_sum_of_side, plain_side
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import ASIDE, NET, NO_BALANCE, OTHER_SPAN, TOTAL, TURNOVER

WHOLE = re.compile(r"([^\t:]+?)(?: ?\(\d+\))? ?: ?(\d{1,9})(?=\t|$)")  # a name and a number without marks, which may be an account's too
MOST_ITEMS = 10
LONGEST_LABEL = 90  # characters of a line with a figure; what is longer is prose
SUMS = ("total", "summary", "outside", "stray", "loose")
SIDES = {"credit": 1, "debit": -1}
ADDED = "+ "  # before a name in a summary that is written as a sum


def total_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a figure named as a sum, of money in, of money out or of all rows, differ from what those rows come to, all or those of a table
    or a page?"""
    allowed = sums_of(best)
    if any(one.figure and one.figure.size and one.figure.size not in allowed for one in _before_rows(draft)):
        return True
    named = list(_named_sums(draft))
    told = [(_way_of(label, card=card), size) for label, size, _ in named]
    whole = {1: best.sides.into, -1: best.sides.out}
    by_way = {begun: sums_by_way(best, begun=begun) for begun in (False, True)}
    lead = _parts_that_lead(draft, best)
    return any(
        not _is_sum(size, way, told, by_way[card or inside][way], empty=not whole[way])
        if way and (names_sum_of_side(label) or _of_a_table(label, best.tables))
        else _names_all(label) and size not in allowed | {best.sides.into + best.sides.out}
        for (label, size, inside), (way, _) in zip(named, told, strict=True)
        if (label, size) not in lead
    )


def _way_of(label: str, *, card: bool) -> int:
    """Return 1 for money in, -1 for money out, 0 if the label names neither. A leading plus means money in, except on a card."""
    return direction(label, card=card) or (1 if label.startswith(ADDED) and not card else 0)


def _named_sums(draft: Draft) -> Iterator[tuple[str, Decimal, bool]]:
    """The name and the size of every figure that is no row's, no list's of accounts and no sum of another period, and whether it stands in
    a table."""
    listed, read = of_accounts(draft), {id(word) for entry in draft.entries for word in entry.words}
    seen = {(id(one.printed), one.figure.start): one for one in draft.seen if one.figure is not None}
    for printed in dict.fromkeys(one.printed for one in draft.of(*SUMS)):
        if printed is None or printed in listed or _is_no_summary(printed) or any(id(word) in read for word in printed.row.words):
            continue
        for figure in printed.figures:
            one = seen.get((id(printed), figure.start))
            label = one.label if one is not None else printed.label(figure) or (printed.folded if len(printed.figures) == 1 else "")
            aside = NO_BALANCE.search(label.replace("interest", "")) or OTHER_SPAN.search(label) or ASIDE.search(label)
            if not aside and (one is None or one.kind in SUMS):
                yield label, figure.size, one is not None and one.inside


def _is_sum(size: Decimal, way: int, told: Sequence[tuple[int, Decimal]], allowed: Set[Decimal], *, empty: bool) -> bool:
    """Is it one of the sums, or does it add up to one with others of its side? Nothing is the sum of a side that is empty."""
    return (size in allowed if size else empty) or _part_of_sum(size, way, told, allowed)


def _is_no_summary(printed: Printed) -> bool:
    """Does it begin with a day, name a rate, or run on like prose?"""
    return printed.begins_with_day or "%" in printed.row.text or len(printed.plain) > LONGEST_LABEL


def _names_all(label: str) -> bool:
    """Does it name what all rows come to?"""
    return NET.fullmatch(label) is not None or TURNOVER.fullmatch(label) is not None


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


def _of_a_table(label: str, tables: Sequence[Table]) -> bool:
    """Does it call itself the total of what a table's heading names?"""
    rest = " ".join(TOTAL.sub(" ", label).split())
    return rest != label and any(rest == table.heading for table in tables)


def sums_of(best: Solution) -> set[Decimal]:
    """Money in, money out and both together, of all rows and of each table; of a side also with the balance it began with, as a card's
    total of debits has it."""
    parts = {size for sides in (*best.sides_of_tables.values(), *best.sides_of_pages.values()) for size in sides.sizes}
    return best.sides.sizes | parts | {size for sizes in _begun(best).values() for size in sizes}


def sums_by_way(best: Solution, *, begun: bool) -> dict[int, set[Decimal]]:
    """Money in by 1, money out by -1: of all rows, of each table and of each page; of several tables also what one comes to; with `begun`
    also of all rows with the balance of that side that they began with."""
    tables, opened = best.sides_of_tables.values(), _begun(best) if begun else {1: set(), -1: set()}
    parts = (best.sides, *tables, *best.sides_of_pages.values())
    nets = {sides.net for sides in tables} if len(tables) > 1 else set()
    return {
        1: {sides.into for sides in parts} | nets | opened[1],
        -1: {sides.out for sides in parts} | {-net for net in nets} | opened[-1],
    }


def _begun(best: Solution) -> dict[int, set[Decimal]]:
    """Each side's sum with the opening balance, on the side that this is on."""
    opening = best.opening
    into = {best.sides.into + opening} if opening is not None and opening > 0 else set()
    return {1: into, -1: {best.sides.out - opening} if opening is not None and opening < 0 else set()}


def _part_of_sum(size: Decimal, way: int, items: Sequence[tuple[int, Decimal]], allowed: Set[Decimal]) -> bool:
    """Does it add up with others of its kind?"""
    others = [other for side, other in items if side == way and other != size][:MOST_ITEMS]
    return any(
        size + sum(some, Decimal(0)) in allowed for count in range(1, len(others) + 1) for some in itertools.combinations(others, count)
    )


def totals_tell_all(draft: Draft, best: Solution) -> bool:
    """Do printed totals tell all money in and all money out, so that no row can be missing at the end?"""
    below = {one.figure.size for one in draft.since_entry if one.kind == "total" and one.figure is not None}
    return bool(best.entries) and ({size for size in (best.sides.into, best.sides.out) if size} <= below or sides_told(draft, best))


def sides_told(draft: Draft, best: Solution) -> bool:
    """True if the document prints the total paid in and the total paid out, and both equal the sums of the rows.

    A total counts by its label, by its column, or as the parts of a summary. Equal totals do not distinguish the sides and return False.
    """
    if not best.entries or best.sides.into == best.sides.out:
        return False
    sides = {(direction(one.label) or SIDES.get(one.role, 0), one.figure.size) for one in draft.of("summary", "total") if one.figure}
    sides |= {(direction(label), size) for label, size, _ in _named_sums(draft) if names_sum_of_side(label)}
    parts = _parts_of_summary(draft)
    sides |= {(way, sum((size for other, size in parts if other == way), Decimal(0))) for way in (1, -1) if parts}
    return {(1, best.sides.into), (-1, best.sides.out)} <= sides


def _parts_that_lead(draft: Draft, best: Solution) -> set[tuple[str, Decimal]]:
    """Return the label and the size of each sum in a summary whose sums, by their printed signs, are all money in and all money out."""
    parts = [(one.label, one.figure) for one in _between_ends(draft) if one.figure is not None and one.figure.size]
    ways = [figure.sign or direction(label) for label, figure in parts]
    sums = {way: sum((figure.size for other, (_, figure) in zip(ways, parts, strict=True) if other == way), Decimal(0)) for way in (1, -1)}
    leads = 0 not in ways and (sums[1], sums[-1]) == (best.sides.into, best.sides.out)
    return {(label, figure.size) for label, figure in parts} if leads else set()


def _parts_of_summary(draft: Draft) -> list[tuple[int, Decimal]]:
    """Return the direction and the size of each sum that is printed between the opening and the closing of a summary."""
    return [(direction(one.label), one.figure.size) for one in _between_ends(draft) if one.figure is not None]


def _between_ends(draft: Draft) -> list[Seen]:
    """Return what is printed between the opening and the closing of a summary."""
    seen = [one for one in draft.seen if one.figure is not None and not one.inside]
    opened = next((place for place, one in enumerate(seen) if one.kind == "opening"), len(seen))
    between = list(itertools.takewhile(lambda one: one.kind in {"summary", "outside"}, seen[opened + 1 :]))
    closed = [one.kind for one in seen[opened + 1 + len(between) :][:1]] == ["closing"]
    return between if closed else []


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
    sums = {key: abs(sides.net) for key, sides in best.sides_of_tables.items()}
    return bool(sums) and all(total in told or (headings.get(key), total) in named for key, total in sums.items())
