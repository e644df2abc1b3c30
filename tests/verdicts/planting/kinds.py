"""Faults of books or a statement, one at a time, and the findings that they must cause.

Each kind takes the ground and the row that it is about, and gives the ground with the change, and the finding.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.verification.books import BookEntry
from tests.verdicts.planting.ground import DAY, Ground
from tests.verdicts.planting.plain import plain_rows

MATCHED, MISMATCHED, PARTIAL = "matched", "mismatched", "partial"
STRANGER = "Quibblezandrov"


@dataclass(frozen=True)
class Finding:
    """The expected answer on the row's own statement: the verdict, the reasons, and the rows of each list. `new` and `lines` are rows of
    the ground; `differing` maps an entry to its kind, `missing` to kind or proof; `unexplained` is the reading's own gap."""

    verdict: str
    reasons: frozenset[str] = frozenset()
    new: frozenset[int] = frozenset()
    missing: tuple[tuple[str, str], ...] = ()
    differing: tuple[tuple[str, str], ...] = ()
    asked_lines: frozenset[int] = frozenset()
    asked: frozenset[str] = frozenset()
    opening: Decimal = Decimal(0)
    unexplained: Decimal = Decimal(0)


Plant = Callable[[Ground, int], tuple[Ground, Finding]]


@dataclass(frozen=True)
class Kind:
    """`what` is the fault, and `found` the finding, in a bookkeeper's words."""

    name: str
    what: str
    found: str
    plant: Plant


def _named(verdict: str, *reasons: str, **lists: object) -> Finding:
    return Finding(verdict, frozenset(reasons), **lists)  # type: ignore[arg-type]


def _new(row: int) -> Finding:
    return _named(MISMATCHED, "new_rows", new=frozenset({row}))


def _without(ground: Ground, row: int) -> list[BookEntry]:
    return [entry for entry in ground.books.entries if entry.id != f"t{row}"]


def _extra(ground: Ground, row: int, **changes: object) -> Ground:
    entry = replace(ground.entry(row), id="x", **changes)  # type: ignore[arg-type]
    return ground.with_entries([*ground.books.entries, entry])


def dropped(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entries(_without(ground, row)), _new(row)


def added(ground: Ground, row: int) -> tuple[Ground, Finding]:
    spoiled = _extra(ground, row, amount=Decimal("-3737.91"), description=STRANGER, date=_middle(ground, row), brought_forward=False)
    return spoiled, _named(MISMATCHED, "missing_rows", missing=(("x", "not_on_statement"),))


def doubled(ground: Ground, row: int) -> tuple[Ground, Finding]:
    spoiled = _extra(ground, row)
    return spoiled, _named(PARTIAL, "ambiguous_rows", asked_lines=frozenset({row}), asked=frozenset({f"t{row}", "x"}))


def doubled_later(ground: Ground, row: int) -> tuple[Ground, Finding]:
    spoiled = _extra(ground, row, date=ground.entry(row).date + 12 * DAY, brought_forward=False)
    return spoiled, _named(MISMATCHED, "missing_rows", missing=(("x", "possible_duplicate"),))


def off_by_a_cent(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _amount(ground, row, ground.entry(row).amount + Decimal("0.01"))


def digits_in_another_order(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _amount(ground, row, _transposed(ground.entry(row).amount))


def point_in_another_place(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _amount(ground, row, ground.entry(row).amount * 10)


def at_an_estimate(ground: Ground, row: int) -> tuple[Ground, Finding]:
    line = ground.lines[row]
    printed = ground.with_line(row, description=f"{line.description} USD 99.00 @0.9229")
    return _amount(printed, row, (line.amount * Decimal("0.96")).quantize(Decimal("0.01")))


def _amount(ground: Ground, row: int, amount: Decimal) -> tuple[Ground, Finding]:
    return ground.with_entry(row, amount=amount), _named(MISMATCHED, "amount_differs", differing=((f"t{row}", "amount"),))


def sign_flipped(ground: Ground, row: int) -> tuple[Ground, Finding]:
    spoiled = ground.with_entry(row, amount=-ground.entry(row).amount)
    return spoiled, _named(MISMATCHED, "sign_differs", differing=((f"t{row}", "sign"),))


def a_day_off(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entry(row, date=_printed(ground, row) - 2 * DAY), _named(MATCHED)


def twenty_days_off(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _date(ground, row, ground.entry(row).date + 20 * DAY)


def in_another_month(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _date(ground, row, ground.entry(row).date + 60 * DAY)


def _date(ground: Ground, row: int, day: dt.date) -> tuple[Ground, Finding]:
    """A far day is a difference; where it is after the statement's last, it is one of cut-off too."""
    late = day > _last(ground, row)
    reasons = ("date_differs", "cut_off") if late else ("date_differs",)
    return ground.with_entry(row, date=day), _named(MISMATCHED, *reasons, differing=((f"t{row}", "date"),))


def in_another_quarter(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entry(row, date=_ends(ground) + 100 * DAY), _new(row)


def another_payee(ground: Ground, row: int) -> tuple[Ground, Finding]:
    finding = _named(PARTIAL, "weak_pair", asked_lines=frozenset({row}), asked=frozenset({f"t{row}"}))
    return ground.with_entry(row, description=STRANGER), finding


def another_cheque_number(ground: Ground, row: int) -> tuple[Ground, Finding]:
    printed = ground.with_line(row, description="CHQ 000412")
    finding = _named(PARTIAL, "weak_pair", asked_lines=frozenset({row}), asked=frozenset({f"t{row}"}))
    return printed.with_entry(row, description="Cheque 413", number="413"), finding


def compensating(ground: Ground, row: int) -> tuple[Ground, Finding]:
    """The next row of the same statement is wrong the other way: balances and counts agree."""
    other = partner(ground, row)
    assert other is not None
    spoiled = ground.with_entry(row, amount=ground.entry(row).amount + Decimal("0.03"))
    spoiled = spoiled.with_entry(other, amount=ground.entry(other).amount - Decimal("0.03"))
    return spoiled, _named(MISMATCHED, "amount_differs", differing=((f"t{row}", "amount"), (f"t{other}", "amount")))


def opening_off(ground: Ground, row: int) -> tuple[Ground, Finding]:
    balance = ground.books.opening_balance or Decimal(0)
    spoiled = ground.with_entries(ground.books.entries, opening_balance=balance + Decimal("4321.07"))
    return spoiled, _named(MISMATCHED, "opening_differs", opening=Decimal("-4321.07"))


def wrong_account(ground: Ground, row: int) -> tuple[Ground, Finding]:
    """The test gives the row to the books of another account."""
    return ground.with_entries(_without(ground, row)), _new(row)


def void(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entry(row, status="void"), _new(row)


def excluded(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entry(row, excluded=True), _new(row)


def pending(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return ground.with_entry(row, status="pending"), _new(row)


def split(ground: Ground, row: int) -> tuple[Ground, Finding]:
    entry = ground.entry(row)
    part = (entry.amount * Decimal("0.37")).quantize(Decimal("0.01"))
    parts = [replace(entry, id="x", amount=part), replace(entry, id="y", amount=entry.amount - part)]
    finding = _named(PARTIAL, "group_to_confirm", asked_lines=frozenset({row}), asked=frozenset({"x", "y"}))
    return ground.with_entries([*_without(ground, row), *parts]), finding


def merged(ground: Ground, row: int) -> tuple[Ground, Finding]:
    other = partner(ground, row)
    assert other is not None
    one, two = ground.entry(row), ground.entry(other)
    together = replace(one, id="x", amount=one.amount + two.amount, date=min(_printed(ground, row), _printed(ground, other)))
    left = [entry for entry in _without(ground, row) if entry.id != f"t{other}"]
    finding = _named(PARTIAL, "group_to_confirm", asked_lines=frozenset({row, other}), asked=frozenset({"x"}))
    return ground.with_entries([*left, together]), finding


def reversed_and_linked(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _undone(ground, row, linked=True), _named(MATCHED, missing=(("x", "reversal"), ("y", "reversal")))


def reversed_and_not_linked(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _undone(ground, row, linked=False), _named(PARTIAL, "contra_to_confirm", asked=frozenset({"x", "y"}))


def _undone(ground: Ground, row: int, *, linked: bool) -> Ground:
    day, amount = _middle(ground, row), Decimal("-3737.91")
    one = BookEntry(id="x", date=day, amount=amount, description=STRANGER)
    two = BookEntry(id="y", date=day + DAY, amount=-amount, description=f"{STRANGER} void", reversal_of="x" if linked else None)
    return ground.with_entries([*ground.books.entries, one, two])


def cheque_on_its_way(ground: Ground, row: int) -> tuple[Ground, Finding]:
    cheque = BookEntry(id="x", date=_last(ground, row) - 2 * DAY, amount=Decimal("-3737.91"), description="Cheque 977", number="977")
    spoiled = ground.with_entries([*ground.books.entries, cheque])
    return spoiled, _named(PARTIAL, "outstanding_unproved", missing=(("x", "outstanding"),))


def cheque_brought_forward(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _forward(ground, row, days=20), _named(PARTIAL, "outstanding_unproved", missing=(("x", "outstanding"),))


def cheque_gone_stale(ground: Ground, row: int) -> tuple[Ground, Finding]:
    return _forward(ground, row, days=220), _named(MISMATCHED, "missing_rows", missing=(("x", "stale"),))


def _forward(ground: Ground, row: int, *, days: int) -> Ground:
    day = _begins(ground) - days * DAY
    cheque = BookEntry(id="x", date=day, amount=Decimal("-3737.91"), description="Cheque 977", number="977", brought_forward=True)
    return ground.with_entries([*ground.books.entries, cheque])


def booked_after_the_month_end(ground: Ground, row: int) -> tuple[Ground, Finding]:
    """The row is printed on the last day, and booked the day after."""
    last = _last(ground, row)
    return ground.with_line(row, date=last).with_entry(row, date=last + DAY), _named(PARTIAL, "cut_off")


def closing_changed(ground: Ground, row: int) -> tuple[Ground, Finding]:
    paper, _ = ground.home(row)
    closing = (ground.papers[paper].closing_balance or Decimal(0)) + Decimal("100.00")
    finding = _named(PARTIAL, "integrity_failed", unexplained=Decimal("100.00"))
    return ground.with_paper(paper, closing_balance=closing), finding


def row_cut_out(ground: Ground, row: int) -> tuple[Ground, Finding]:
    """A row of the paper is gone: the figures no longer add up by exactly it, and its entry is left over."""
    paper, place = ground.home(row)
    lines = ground.papers[paper].lines
    cut = ground.with_paper(paper, lines=(*lines[:place], *lines[place + 1 :]))
    finding = _named(PARTIAL, "integrity_failed", missing=((f"t{row}", "any"),), unexplained=lines[place].amount)
    return cut, finding


def _transposed(amount: Decimal) -> Decimal:
    """The first two different digits in a row change places."""
    digits = list(str(abs(amount)))
    for place in range(len(digits) - 1):
        one, other = digits[place], digits[place + 1]
        if "." not in (one, other) and one != other and not (place == 0 and other == "0"):
            digits[place], digits[place + 1] = other, one
            break
    return Decimal("".join(digits)).copy_sign(amount)


def partner(ground: Ground, row: int) -> int | None:
    """Return another row of the same statement, for faults of two rows: the nearest in days of those that nothing else could be taken
    for."""
    here = ground.home(row)[0]
    others = [other for other in plain_rows(ground) if other != row and ground.home(other)[0] == here]
    return min(others, key=lambda other: abs((_printed(ground, other) - _printed(ground, row)).days), default=None)


def _printed(ground: Ground, row: int) -> dt.date:
    day = ground.lines[row].date
    assert day is not None
    return day


def _last(ground: Ground, row: int) -> dt.date:
    last = ground.papers[ground.home(row)[0]].period_end
    assert last is not None
    return last


def _begins(ground: Ground) -> dt.date:
    first = ground.papers[0].period_start
    assert first is not None
    return first


def _ends(ground: Ground) -> dt.date:
    last = ground.papers[-1].period_end
    assert last is not None
    return last


def _middle(ground: Ground, row: int) -> dt.date:
    """A day so early in the row's statement that nothing booked then may still be on its way at its end."""
    first = ground.papers[ground.home(row)[0]].period_start
    assert first is not None
    return first
