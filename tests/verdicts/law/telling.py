"""One payment that paper and books tell differently: it is a difference, and it is cleared all the same."""

from collections.abc import Callable
from decimal import Decimal

from tests.verdicts.law.case import Booked, Line
from tests.verdicts.law.linking import lag, near, numbered, other_number, same_name
from tests.verdicts.law.settling import Settled

FARTHEST = 62
Alike = Callable[[Line, Booked], bool]


def settle_differences(settled: Settled) -> None:
    _take(settled, _other_amount)
    paid = settled.paid()
    _take(settled, lambda line, entry: _other_day(line, entry) and not any(p.amount == line.amount and same_name(line, p) for p in paid))


def _take(settled: Settled, alike: Alike) -> None:
    """Only where neither row has another such partner, among those that wait for a person too."""
    case = settled.case
    lines = settled.lines | {line for asked, _ in settled.questions for line in asked}
    entries = settled.entries | {entry for _, asked in settled.questions for entry in asked}
    found = [(line, entry) for line in lines for entry in entries if alike(case.lines[line], case.entries[entry])]
    for line, entry in found:
        lonely = sum(line == one for one, _ in found) == sum(entry == one for _, one in found) == 1
        if lonely and line in settled.lines and entry in settled.entries:
            settled.differing[line] = entry
            settled.take((line,), (entry,))


def _same_payment(line: Line, entry: Booked) -> bool:
    return not other_number(line, entry) and (same_name(line, entry) or numbered(line, entry))


def _other_amount(line: Line, entry: Booked) -> bool:
    if not near(line, entry) or not _same_payment(line, entry):
        return False
    if line.amount == -entry.amount:
        return True
    if line.amount == entry.amount or (line.amount < 0) != (entry.amount < 0):
        return False
    return numbered(line, entry) or _meant(abs(line.amount), abs(entry.amount))


def _meant(one: Decimal, other: Decimal) -> bool:
    """A third apart at the most, or the same digits in another order."""
    return abs(one - other) * 3 <= max(one, other) or _digits(one) == _digits(other)


def _digits(amount: Decimal) -> list[str]:
    return sorted(str(amount).replace(".", "").strip("0"))


def _other_day(line: Line, entry: Booked) -> bool:
    days = lag(line, entry)
    return days is not None and line.amount == entry.amount and abs(days) <= FARTHEST and _same_payment(line, entry)
