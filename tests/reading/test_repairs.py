"""A fault in a statement that adds up is among the proposed repairs, and every proposal closes its gap."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reconciliation.printed.arithmetic import Repair, repairs_of
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement

FIRST = dt.date(2026, 1, 1)
CENTS = st.integers(-99_999, 99_999).filter(bool).map(lambda cents: Decimal(cents).scaleb(-2))


@dataclass(frozen=True)
class Habit:
    """The rows that print a balance (every so many, 0 for none), and whether the newest is first."""

    balance_every: int
    newest_first: bool


HABITS = st.builds(Habit, st.sampled_from([0, 1, 1, 3]), st.booleans())


def statement(amounts: list[Decimal], habit: Habit, opening: Decimal = Decimal("1000.00")) -> PrintedStatement:
    """Rows of January that add up."""
    lines, reached = [], opening
    for number, amount in enumerate(amounts):
        reached += amount
        shown = reached if habit.balance_every and number % habit.balance_every == 0 else None
        day = FIRST + dt.timedelta(days=number)
        lines.append(PrintedLine(date=day, description=f"Row {number}", amount=amount, balance=shown, page=1 + number // 5))
    printed = lines[::-1] if habit.newest_first else lines
    return PrintedStatement(opening_balance=opening, closing_balance=reached, lines=tuple(printed))


def changed(whole: PrintedStatement, index: int, *instead: PrintedLine) -> PrintedStatement:
    """The statement with other rows in place of one."""
    return replace(whole, lines=(*whole.lines[:index], *instead, *whole.lines[index + 1 :]))


def repaired(faulty: PrintedStatement, repair: Repair) -> PrintedStatement:
    """Return the statement of a person who took the proposal."""
    if repair.kind == "missing_row":
        page_row = PrintedLine(date=None, description="", amount=repair.amount)
        return replace(faulty, lines=(*faulty.lines[: repair.line], page_row, *faulty.lines[repair.line :]))
    row = faulty.lines[repair.line]
    if repair.kind == "doubled_row":
        return changed(faulty, repair.line)
    if repair.kind == "opening_misread":
        return replace(faulty, opening_balance=repair.amount)
    if repair.kind == "closing_misread":
        return replace(faulty, closing_balance=repair.amount)
    if repair.kind == "balance_misread":
        return changed(faulty, repair.line, replace(row, balance=repair.amount))
    return changed(faulty, repair.line, replace(row, amount=repair.amount))


def proposed(faulty: PrintedStatement, kind: str, index: int, amount: Decimal) -> bool:
    """Is this among the proposals?"""
    return any((each.kind, each.line, each.amount) == (kind, index, amount) for each in repairs_of(faulty))


def swapped(amount: Decimal, place: int) -> Decimal:
    digits = list(f"{abs(amount):06.2f}".replace(".", ""))
    digits[place], digits[place + 1] = digits[place + 1], digits[place]
    return Decimal("".join(digits)).scaleb(-2).copy_sign(amount)


AMOUNTS = st.lists(CENTS, min_size=1, max_size=8)


@given(AMOUNTS, HABITS)
def test_no_repair_is_proposed_where_all_balances_follow(amounts: list[Decimal], habit: Habit) -> None:
    assert repairs_of(statement(amounts, habit)) == ()


@given(AMOUNTS, HABITS, st.data())
def test_a_repair_of_a_flipped_sign_is_proposed(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index = data.draw(st.integers(0, len(amounts) - 1))
    row = whole.lines[index]

    assert proposed(changed(whole, index, replace(row, amount=-row.amount)), "wrong_sign", index, row.amount)


@given(AMOUNTS, HABITS, st.data())
def test_a_repair_of_swapped_digits_is_proposed(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index, place = data.draw(st.integers(0, len(amounts) - 1)), data.draw(st.integers(0, 3))
    row = whole.lines[index]
    read = swapped(row.amount, place)
    assume(read != row.amount)

    assert proposed(changed(whole, index, replace(row, amount=read)), "digits_swapped", index, row.amount)


@given(AMOUNTS, HABITS, st.data())
def test_a_repair_of_a_misread_digit_is_proposed(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index = data.draw(st.integers(0, len(amounts) - 1))
    row = whole.lines[index]
    place = data.draw(st.sampled_from([place for place, letter in enumerate(str(row.amount)) if letter.isdigit()]))
    read = Decimal(str(row.amount)[:place] + data.draw(st.sampled_from("0123456789")) + str(row.amount)[place + 1 :])
    assume(read not in (row.amount, 0))

    assert proposed(changed(whole, index, replace(row, amount=read)), "digit_misread", index, row.amount)


@given(AMOUNTS, HABITS, st.data())
def test_a_row_printed_twice_is_proposed(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index = data.draw(st.integers(0, len(amounts) - 1))
    row = whole.lines[index]
    faulty = changed(whole, index, row, row)

    assert proposed(faulty, "doubled_row", index, row.amount) or proposed(faulty, "doubled_row", index + 1, row.amount)


@given(st.lists(CENTS, min_size=3, max_size=8), HABITS, st.data())
def test_a_missing_row_is_proposed_at_its_place(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index = data.draw(st.integers(0, len(amounts) - 1))

    repairs = [each for each in repairs_of(changed(whole, index)) if each.kind == "missing_row"]

    assert [each.amount for each in repairs] == [whole.lines[index].amount]
    assert repairs[0].line <= index <= (repairs[0].until or 0)


@given(st.lists(CENTS, min_size=2, max_size=8), st.booleans(), st.data())
def test_a_repair_of_a_misread_balance_is_proposed(amounts: list[Decimal], newest_first: bool, data: st.DataObject) -> None:
    whole = statement(amounts, Habit(1, newest_first))
    index = data.draw(st.integers(0, len(amounts) - 1))
    row = whole.lines[index]
    assert row.balance is not None

    faulty = changed(whole, index, replace(row, balance=row.balance + 1))

    assert proposed(faulty, "balance_misread", index, row.balance)


@given(AMOUNTS, st.booleans(), CENTS)
def test_a_repair_of_a_misread_opening_or_closing_is_proposed(amounts: list[Decimal], newest_first: bool, by: Decimal) -> None:
    whole = statement(amounts, Habit(1, newest_first))
    opening, closing = whole.opening_balance, whole.closing_balance
    assert opening is not None
    assert closing is not None

    assert ("opening_misread", opening) in amounts_by_kind(replace(whole, opening_balance=opening + by))
    assert ("closing_misread", closing) in amounts_by_kind(replace(whole, closing_balance=closing + by))


def amounts_by_kind(faulty: PrintedStatement) -> list[tuple[str, Decimal]]:
    return [(each.kind, each.amount) for each in repairs_of(faulty)]


@given(AMOUNTS, HABITS, st.data())
def test_every_single_proposal_makes_all_balances_follow(amounts: list[Decimal], habit: Habit, data: st.DataObject) -> None:
    whole = statement(amounts, habit)
    index = data.draw(st.integers(0, len(amounts) - 1))
    row = whole.lines[index]
    instead = data.draw(st.sampled_from([(), (row, row), (replace(row, amount=-row.amount),), (replace(row, amount=row.amount + 9),)]))
    faulty = changed(whole, index, *instead)

    for repair in repairs_of(faulty):
        assert repair.alone
        assert repairs_of(repaired(faulty, repair)) == ()


def test_both_gaps_of_two_faults_get_their_own_proposals() -> None:
    whole = statement([Decimal(amount) for amount in ("10.00", "-20.00", "31.00", "-7.50")], Habit(1, newest_first=False))
    faulty = changed(changed(whole, 3), 0, replace(whole.lines[0], amount=Decimal("-10.00")))

    repairs = repairs_of(faulty)

    assert not any(each.alone for each in repairs)
    assert {(each.kind, each.line, each.amount) for each in repairs} >= {
        ("wrong_sign", 0, Decimal("10.00")),
        ("missing_row", 3, Decimal("-7.50")),
    }


def test_no_repair_is_proposed_for_too_many_faults() -> None:
    whole = statement([Decimal(10)] * 8, Habit(1, newest_first=False))
    faulty = replace(whole, lines=tuple(replace(line, amount=Decimal(7)) for line in whole.lines))

    assert repairs_of(faulty) == ()


def test_the_most_likely_proposal_comes_first() -> None:
    amounts = [Decimal(amount) for amount in ("27.00", "-45.10", "-45.10")]
    whole = statement(amounts[:2], Habit(0, newest_first=False))
    twice = replace(whole.lines[1], description="Row 1")

    assert [each.kind for each in repairs_of(replace(whole, lines=(*whole.lines, twice)))][:2] == ["doubled_row", "missing_row"]


@pytest.mark.parametrize("holds", [None, False])
def test_only_a_proved_reading_needs_no_repair(holds: bool | None) -> None:
    faulty = replace(statement([Decimal(5)], Habit(1, newest_first=False)), lines=(), integrity=Integrity(holds=holds))

    assert [each.kind for each in repairs_of(faulty)] == ["missing_row"]
    assert repairs_of(replace(faulty, integrity=Integrity(holds=True))) == ()
