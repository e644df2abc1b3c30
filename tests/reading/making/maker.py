"""One made document: a bank's habits, its accounts, perhaps a planted fault, and the truth about it."""

import random
from dataclasses import replace
from decimal import Decimal

from tests.reading.making.habits import Habits, draw_habits
from tests.reading.making.layout import Writer
from tests.reading.making.scene import Scene
from tests.reading.making.scenes import SCENES
from tests.reading.making.sheet import Sheet
from tests.reading.making.truth import Account, Made, draw_account

FAULTS = ("row_dropped", "sign_flipped", "cent_changed", "row_doubled", "opening_wrong")


def make(seed: int, *, faults: float = 0.0) -> tuple[Sheet, Made, Habits]:
    """The document of this seed; `faults` is the share that gets one planted."""
    random_ = random.Random(seed)  # noqa: S311  a seed must give the same document again
    habits = draw_habits(random_)
    accounts = _accounts(random_, habits)
    made = Made(accounts=accounts)
    printed = list(accounts)
    if random_.random() < faults:
        made.fault = random_.choice(FAULTS)
        printed[0] = _faulty(accounts[0], made.fault, random_)
        made.whole = False
    writer = Writer(habits, random_)
    writer.title(printed)
    for account in printed:
        writer.account(account)
    writer.end()
    return writer.sheet, made, habits


def _accounts(random_: random.Random, habits: Habits) -> list[Account]:
    card = habits.layout == "card"
    first = draw_account(random_, habits.language, card=card)
    chance = random_.random()
    if chance < 0.08:
        return [first, first.next_month(random_, habits.language)]
    if chance < 0.18 and not card:
        return [first, draw_account(random_, habits.language, first=first.first)]
    return [first]


def _faulty(account: Account, fault: str, random_: random.Random) -> Account:
    """The account with a fault on paper: its closing stays what it was, so that it no longer follows."""
    index = random_.randrange(len(account.movements))
    rows, opening, movement = list(account.movements), account.opening, account.movements[index]
    if fault == "row_dropped":
        del rows[index]
    elif fault == "row_doubled":
        rows.insert(index, movement)
    elif fault == "sign_flipped":
        rows[index] = replace(movement, amount=-movement.amount)
    elif fault == "cent_changed":
        rows[index] = replace(movement, amount=movement.amount + Decimal("0.01"))
    else:
        opening += Decimal("10.00")
    return replace(account, opening=opening, movements=tuple(rows), printed_closing=account.closing)


def make_scene(seed: int) -> tuple[Sheet, Made, str]:
    """A layout that banks really use, with one of its traps; twice the last page, or without a page, is whole no more."""
    random_ = random.Random(seed)  # noqa: S311  a seed must give the same document again
    draw = random_.choice(SCENES)
    scene = Scene(random_)
    draw(scene)
    made = Made(accounts=scene.accounts)
    pages = scene.sheet.pages
    if len(pages) > 1 and random_.random() < 0.2:
        made.fault, made.whole = random_.choice(("page_doubled", "page_lost")), False
        place = random_.randrange(len(pages))
        if made.fault == "page_doubled":
            pages.insert(place, list(pages[place]))
        else:
            del pages[place]
    return scene.sheet, made, draw.__name__
