"""Faults on paper: after each of them the printed figures contradict each other, or rows are lost.

The account's books stay the truth. A planted fault is sure to show: without a printed opening nothing says that the first row is missing,
or its amount, so the first row is left alone; the last row likewise.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from tests.reading.making.bank import Print
from tests.reading.making.chance import Chance
from tests.reading.making.habits import Habits
from tests.reading.making.sheet import Sheet

PAGES = ("page_lost", "page_doubled", "page_taken")
TOO_MUCH = 10


def plant(chance: Chance, habits: Habits, told: Print) -> str:
    """Plant one in the printed text of this account; return its name, or "none" if none would show."""
    names = [name for name, fault in FAULTS.items() if fault.shows(habits, told)]
    if not names or chance.happens(0.15):
        return "none"
    name = chance.pick(names)
    FAULTS[name].plant(chance, told)
    return name


def plant_in_pages(chance: Chance, habits: Habits, sheet: Sheet, prints: Sequence[Print]) -> str:
    """Take a page out of several, or put one with rows in twice. Lists in an appendix, printed once more, are no fault of the account.

    Of pages without numbers one is taken only where an end of the account is not named: else one whose rows come to nothing would not be
    missed, rightly.
    """
    pages = sheet.pages
    if len(pages) == 1:
        return "none"
    name, place = chance.pick(PAGES[:2]), chance.between(0, len(pages) - 1)
    if habits["page_number"] == "none":
        name = "page_taken" if habits["ends"] in {"closing", "neither"} else "page_doubled"
    if name == "page_doubled":
        with_rows = sorted({entry.page for told in prints for entry in told.entries})
        if not with_rows:
            return "none"
        place = chance.pick(with_rows)
        pages.insert(place, list(pages[place]))
    else:
        del pages[place]
    return name


def _places(told: Print) -> range:
    """The entries whose fault shows."""
    return range(0 if told.account.prints_opening else 1, len(told.entries) - (0 if told.account.prints_closing else 1))


def _place(chance: Chance, told: Print) -> int:
    places = _places(told)
    return chance.between(places.start, places.stop - 1)


def _drop(chance: Chance, told: Print) -> None:
    del told.entries[_place(chance, told)]


def _double(chance: Chance, told: Print) -> None:
    place = _place(chance, told)
    told.entries.insert(place, replace(told.entries[place]))


def _change(chance: Chance, told: Print, amount: Callable[[Decimal], Decimal]) -> None:
    place = _place(chance, told)
    entry = told.entries[place]
    told.entries[place] = replace(entry, movement=replace(entry.movement, amount=amount(entry.movement.amount)))


def _flip(chance: Chance, told: Print) -> None:
    _change(chance, told, lambda amount: -amount)


def _cent(chance: Chance, told: Print) -> None:
    _change(chance, told, lambda amount: amount + Decimal(1).scaleb(int(amount.as_tuple().exponent)))


def _move(chance: Chance, told: Print) -> None:
    told.entries[_place(chance, told)].moved = True


def _opening(chance: Chance, told: Print) -> None:
    told.opening += TOO_MUCH


def _closing(chance: Chance, told: Print) -> None:
    told.closing += TOO_MUCH


def _total(chance: Chance, told: Print) -> None:
    told.into += TOO_MUCH


class Fault:
    """`shows` says whether the paper of such a bank contradicts itself by it."""

    def __init__(self, plant: Callable[[Chance, Print], None], shows: Callable[[Habits, Print], bool]) -> None:
        self.plant, self.shows = plant, shows


def _in_rows(habits: Habits, told: Print) -> bool:
    return told.account.provable and bool(_places(told))


def _signs(habits: Habits, told: Print) -> bool:
    """True if a reversed sign would show. The only row of a debt, its sign reversed, is printed as another bank would; so is the only row
    that has a mark, without it.

    So is the only one printed with a minus, without it, if the balances beside all rows or around the only one, or printed sums, show the
    direction of each. The only row of a debt is under a name that may show no side, such as "Transactions".
    """
    alone = habits.owed and len(told.entries) == 1 and habits["way"] in {"signed", "sections"}
    as_another = alone or (habits["way"] == "signed" and _ways_told(habits, told) and _minuses(habits, told) == 1)
    unmarked = habits["way"] == "marked" and sum(entry.movement.amount > 0 for entry in told.entries) == 1
    return _in_rows(habits, told) and habits["way"] != "unsigned" and not (as_another or unmarked)


def _doubles(habits: Habits, told: Print) -> bool:
    """The only row, printed once more right below, is one that says everything twice where printed sums count it once."""
    return _in_rows(habits, told) and not (len(told.entries) == 1 and _are_summed(habits))


def _drops(habits: Habits, told: Print) -> bool:
    """True if a lost row leaves a contradiction. Without printed signs it may leave none: if a row beside it has half its amount, that row
    with its sign turned leads to the next balance."""
    amounts = [entry.movement.amount for entry in told.entries]
    turned = any(-2 * one == other or one == -2 * other for one, other in pairwise(amounts))
    return _in_rows(habits, told) and not (habits["way"] == "unsigned" and turned)


def _are_summed(habits: Habits) -> bool:
    return habits["summary_totals"] != "no" and habits["ends"] in {"both", "summary"}


def _ways_told(habits: Habits, told: Print) -> bool:
    """True if a balance after each row, the ends around the only one, or the sums of both sides, say which way each ran."""
    if len(told.entries) == 1 and _ends(habits, told):
        return True
    days = {entry.movement.day for entry in told.entries}
    daily = (habits["balances"] == "daily" or habits.has("daily_table")) and len(days) == len(told.entries)
    return habits["balances"] == "every" or daily or (_are_summed(habits) and told.into != told.out)


def _minuses(habits: Habits, told: Print) -> int:
    """Return how many rows are printed with a minus."""
    paid = habits.owed and habits["owed_sign"] == "plus"
    return sum((entry.movement.amount > 0) == paid for entry in told.entries)


def _ends(habits: Habits, told: Print) -> bool:
    return None not in told.account.printed


def _opens(habits: Habits, told: Print) -> bool:
    """True if a wrong opening would show. If no row prints a sign, one of half as much at the start leads from the wrong opening to the
    next balance just as well."""
    turned = habits["way"] == "unsigned" and any(2 * entry.movement.amount == TOO_MUCH for entry in (told.entries[:1] + told.entries[-1:]))
    return _ends(habits, told) and not turned


def _in_summary(habits: Habits, told: Print) -> bool:
    return _are_summed(habits) and told.into > 0


FAULTS = {
    "row_dropped": Fault(_drop, _drops),
    "row_doubled": Fault(_double, _doubles),
    "sign_flipped": Fault(_flip, _signs),
    "cent_changed": Fault(_cent, _in_rows),
    "figure_moved": Fault(_move, lambda habits, told: _in_rows(habits, told) and habits["way"] == "columns"),
    "opening_wrong": Fault(_opening, _opens),
    "closing_wrong": Fault(_closing, _ends),
    "total_wrong": Fault(_total, _in_summary),
}
