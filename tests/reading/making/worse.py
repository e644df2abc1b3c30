"""More faults on paper, each found by measuring the errors that certificates allow. They are planted only on request.

A fault of the rows leaves figures or days that contradict each other. A loss leaves something out; the reading may still be right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.reading.making.bank import Bank, Print
from tests.reading.making.chance import Chance
from tests.reading.making.days_at_fault import day_missing, day_outside, day_turned, is_missed, may_be_outside, may_be_turned
from tests.reading.making.faults import FAULTS, plant_in_pages
from tests.reading.making.figures_at_fault import (
    across,
    garbled,
    is_seen_across,
    is_seen_on_one_side,
    misread,
    misread_shows,
    on_one_side,
    pair_garbled,
    pair_half_garbled,
)
from tests.reading.making.sheet import Sheet
from tests.reading.making.words_at_fault import labels_lost

Plant = Callable[[Chance, Bank, Print], None]
Shows = Callable[[Bank, Print], bool]


@dataclass(frozen=True, slots=True)
class Worse:
    """`shows` tells whether the paper of such a bank is at fault by it; `plant` changes what will be printed."""

    plant: Plant
    shows: Shows


def _older(name: str) -> Worse:
    fault = FAULTS[name]
    return Worse(lambda chance, _, told: fault.plant(chance, told), lambda bank, told: fault.shows(bank.habits, told))


def _headings_lost(chance: Chance, bank: Bank, told: Print) -> None:
    bank.habits["heading"] = "missing"


def _minus_lost(chance: Chance, bank: Bank, told: Print) -> None:
    bank.money.minus = False


def _minus_shows(bank: Bank, told: Print) -> bool:
    """True if a minus shows. If a balance has one too, the mirror of the account may be printed just so."""
    signed = bank.habits["way"] == "signed" or (bank.habits["way"], bank.habits["section_signs"]) == ("sections", "signed")
    balances = [told.opening, told.closing, *(entry.balance for entry in told.entries)]
    above = all(bank.printed(told.account, balance) > 0 for balance in balances)
    return signed and above and any(bank.printed(told.account, entry.movement.amount) < 0 for entry in told.entries)


def _unnamed(chance: Chance, bank: Bank, told: Print) -> None:
    bank.habits.update(brand="yes", terms_before="no")


WORSE: dict[str, Worse] = {
    **{name: _older(name) for name in FAULTS},
    "day_outside": Worse(day_outside, may_be_outside),
    "day_turned": Worse(day_turned, may_be_turned),
    "day_missing": Worse(day_missing, is_missed),
    "two_on_one_side": Worse(on_one_side, is_seen_on_one_side),
    "two_across": Worse(across, is_seen_across),
    "digit_misread": Worse(misread, misread_shows),
    "figure_garbled": Worse(garbled, lambda bank, told: bool(told.entries)),
    "cancelling_garbled": Worse(pair_garbled, lambda bank, told: bool(told.entries)),
    "cancelling_one_garbled": Worse(pair_half_garbled, lambda bank, told: bool(told.entries)),
    "headings_lost": Worse(_headings_lost, lambda bank, told: bank.habits["heading"] != "missing" and bool(told.entries)),
    "labels_lost": Worse(labels_lost, lambda bank, told: None not in told.account.printed),
    "minus_lost": Worse(_minus_lost, _minus_shows),
    "debt_unnamed": Worse(_unnamed, lambda bank, told: bank.habits["kind"] == "loan" and bool(told.entries)),
}
PAGES = 0.12  # share of documents of several pages that lose one or have one twice


def plant_worse(chance: Chance, bank: Bank, told: Print, *, only: str = "") -> str:
    """Plant one fault in the printed text of this account, or leave it to the pages; return its name, or "none". `only` names the fault."""
    names = [name for name, worse in WORSE.items() if only in {"", name} and worse.shows(bank, told)]
    if not names or (not only and chance.happens(PAGES)):
        return "none"
    name = chance.pick(names)
    WORSE[name].plant(chance, bank, told)
    return name


def plant_worse_in_pages(chance: Chance, bank: Bank, prints: Sequence[Print], sheet: Sheet) -> str:
    """Take a page out of several, or put one in twice. Where no page has a number and both ends are named, one is taken of which the rows
    do not come to nothing."""
    taken = _takable(bank, prints[0], sheet)
    if taken and chance.happens(0.5):
        del sheet.pages[chance.pick(taken)]
        return "page_taken"
    return plant_in_pages(chance, bank.habits, sheet, prints)


def _takable(bank: Bank, told: Print, sheet: Sheet) -> list[int]:
    habits = bank.habits
    if habits["page_number"] != "none" or habits["ends"] in {"closing", "neither"} or habits.has("row_breaks"):
        return []
    nets = {place: sum(one.movement.amount for one in told.entries if one.page == place) for place in range(len(sheet.pages))}
    return [place for place, net in nets.items() if net and len(sheet.pages) > 1]
