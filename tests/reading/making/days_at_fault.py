"""Faults of one row's day."""

import datetime as dt
from dataclasses import replace
from itertools import pairwise

from tests.reading.making.bank import Bank, Entry, Print
from tests.reading.making.chance import Chance

SPANS = frozenset({"range", "long", "labels"})
LONGEST_BEFORE = dt.timedelta(days=12)  # that a row may be older than its period
LATE = (20, 70)  # days after the period
MONTHS = 12


def day_outside(chance: Chance, bank: Bank, told: Print) -> None:
    """Print one row's day some weeks after the period."""
    place = chance.between(0, len(told.entries) - 1)
    _redate(told, place, told.account.last + dt.timedelta(days=chance.between(*LATE)))


def may_be_outside(bank: Bank, told: Print) -> bool:
    return bool(told.entries) and bank.habits["period"] in SPANS and bank.habits["date_on"] in {"row", "carried"}


def day_turned(chance: Chance, bank: Bank, told: Print) -> None:
    """Print one row's day and month in the other order."""
    place = chance.pick(_turnable(bank, told))
    _redate(told, place, _turned(told.entries[place].movement.day))


def may_be_turned(bank: Bank, told: Print) -> bool:
    return may_be_outside(bank, told) and bool(_turnable(bank, told))


def _turnable(bank: Bank, told: Print) -> list[int]:
    """The places of rows whose day, so turned, lies outside of the printed period."""
    if "mon" in bank.days.row_pattern:
        return []
    days = [(place, entry.movement.day) for place, entry in enumerate(told.entries)]
    first, last = told.account.first - LONGEST_BEFORE, told.account.last
    return [place for place, day in days if day.day <= MONTHS and not first <= _turned(day) <= last]


def _turned(day: dt.date) -> dt.date:
    return day.replace(month=day.day, day=day.month)


def _redate(told: Print, place: int, day: dt.date) -> None:
    entry = told.entries[place]
    told.entries[place] = replace(entry, movement=replace(entry.movement, day=day))


def day_missing(chance: Chance, bank: Bank, told: Print) -> None:
    """Leave one row's day out where every row has one."""
    told.entries[chance.pick(_missed(bank, told))].undated = True


def is_missed(bank: Bank, told: Print) -> bool:
    """True if rows of one day follow one another and all print it, so that a blank is no day carried down. Two pairs of them must: a page
    may begin between two rows."""
    printed = bank.habits["date_on"] == "row" and bank.habits["second_date"] == "none"
    same = sum(one.movement.day == other.movement.day for table in _tables(bank, told) for one, other in pairwise(table))
    return printed and same > 1 and bool(_missed(bank, told))


def _missed(bank: Bank, told: Print) -> list[int]:
    """Return the places of rows with a day of their own, without the first and the last row of each table."""
    days = [entry.movement.day for entry in told.entries]
    inner = {id(entry) for table in _tables(bank, told) for entry in table[1:-1]}
    return [place for place, entry in enumerate(told.entries) if days.count(entry.movement.day) == 1 and id(entry) in inner]


def _tables(bank: Bank, told: Print) -> list[list[Entry]]:
    """The rows that stand below one another: all, or those of a section; checks may stand in groups of their own."""
    if bank.habits["way"] != "sections":
        return [told.entries] if told.entries else []
    rows = [entry for entry in told.entries if not (entry.movement.check and bank.habits["checks"] == "groups")]
    sides = ([one for one in rows if (one.movement.amount > 0) == into] for into in (True, False))
    return [side for side in sides if side]
