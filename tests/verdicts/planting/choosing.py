"""Rows that a change can be planted in so that one finding must follow: nothing else about could be taken for them."""

from random import Random

from tests.verdicts.planting import kinds
from tests.verdicts.planting.ground import DAY, Ground
from tests.verdicts.planting.kinds import Plant, partner
from tests.verdicts.planting.plain import plain_rows

APART = {kinds.compensating: 366, kinds.merged: 3}
"""Most days between two rows of one fault."""


def rows_for(ground: Ground, plant: Plant, chance: Random, most: int) -> list[int]:
    """Some of those in which this change has one meaning only, of the middle statement where there are several."""
    fit = [row for row in plain_rows(ground) if _fits(ground, plant, row)]
    return sorted(chance.sample(fit, min(most, len(fit))))


def _fits(ground: Ground, plant: Plant, row: int) -> bool:
    paper = ground.papers[ground.home(row)[0]]
    first, last, day = paper.period_start, paper.period_end, ground.lines[row].date
    assert first
    assert last
    assert day
    if plant in APART:
        return _has_partner(ground, row, APART[plant])
    if plant is kinds.cheque_brought_forward:
        return (last - first).days < 150
    if plant in (kinds.added, kinds.reversed_and_linked, kinds.reversed_and_not_linked):
        return (last - first).days > 8
    if plant is kinds.doubled_later:
        return ground.entry(row).date + 19 * DAY <= last
    if plant is kinds.a_day_off:
        return first + 4 * DAY <= day
    if plant is kinds.another_cheque_number:
        return ground.lines[row].amount < 0
    if plant is kinds.digits_in_another_order:
        return kinds._transposed(ground.lines[row].amount) != ground.lines[row].amount
    return True


def _has_partner(ground: Ground, row: int, apart: int) -> bool:
    other = partner(ground, row)
    if other is None or len(ground.papers[ground.home(row)[0]].lines) < 3:
        return False
    one, two = ground.lines[row].date, ground.lines[other].date
    return one is not None and two is not None and abs((one - two).days) <= apart
