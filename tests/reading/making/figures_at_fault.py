"""Faults of figures: two that compensate, a digit that is another everywhere, rows that are no number."""

from dataclasses import replace
from decimal import Decimal

from tests.reading.making.bank import Bank, Entry, Print
from tests.reading.making.chance import Chance
from tests.reading.making.habits import Habits

LOOKALIKES = (("3", "8"), ("8", "3"), ("1", "7"), ("5", "6"), ("6", "5"), ("9", "4"), ("0", "6"))
GARBLES = ("letters", "colon", "stars")
LETTERS, COLONS = str.maketrans("0156", "OlSb"), str.maketrans(".,", "::")


def on_one_side(chance: Chance, bank: Bank, told: Print) -> None:
    """Print one row of a side too large and another of it too small by as much."""
    one, other = chance.pick(_pairs(bank.habits, told, same=True))
    _change(told, one, _step(bank))
    _change(told, other, -_step(bank))


def across(chance: Chance, bank: Bank, told: Print) -> None:
    """Print a row of money in and one of money out too large by as much."""
    one, other = chance.pick(_pairs(bank.habits, told, same=False))
    _change(told, one, _step(bank))
    _change(told, other, _step(bank))


def is_seen_on_one_side(bank: Bank, told: Print) -> bool:
    """No sum of a side misses it; only balances between the two rows do."""
    return bool(_pairs(bank.habits, told, same=True)) and bank.habits["way"] != "unsigned"


def is_seen_across(bank: Bank, told: Print) -> bool:
    return bool(_pairs(bank.habits, told, same=False)) and bank.habits["way"] != "unsigned"


def _pairs(habits: Habits, told: Print, *, same: bool) -> list[tuple[int, int]]:
    """Places of two rows on the same side or on both between which a balance is printed; or any two whose sums are printed apart."""
    summed = not same and habits["summary_totals"] != "no" and habits["ends"] in {"both", "summary"}
    amounts = [entry.movement.amount for entry in told.entries]
    return [
        (one, other)
        for one in range(len(amounts))
        for other in range(one + 1, len(amounts))
        if (amounts[one] * amounts[other] > 0) == same
        and all(abs(amounts[place]) > 2 for place in (one, other))
        and amounts[one] != amounts[other]
        and (summed or _balance_between(habits, told.entries[one], told.entries[other]))
    ]


def _balance_between(habits: Habits, one: Entry, other: Entry) -> bool:
    return habits["balances"] == "every" or (habits["balances"] == "daily" and one.movement.day != other.movement.day)


def _step(bank: Bank) -> Decimal:
    """One of the larger of the coins that two decimals have; in a currency without, one."""
    return Decimal("0.9").quantize(Decimal(1).scaleb(-bank.money.places)) if bank.money.places else Decimal(1)


def _change(told: Print, place: int, step: Decimal) -> None:
    """Make a row larger by so much, whichever side it is on."""
    entry = told.entries[place]
    amount = entry.movement.amount
    told.entries[place] = replace(entry, movement=replace(entry.movement, amount=amount + (step if amount > 0 else -step)))


def misread(chance: Chance, bank: Bank, told: Print) -> None:
    """Print one digit as another in every figure of the account."""
    was, becomes = chance.pick(_telling(told))
    _replace_digits(told, was, becomes)


def misread_shows(bank: Bank, told: Print) -> bool:
    return bank.habits["way"] != "unsigned" and None not in told.account.printed and bool(_telling(told))


def _telling(told: Print) -> list[tuple[str, str]]:
    """The digits that may be printed as another so that the rows no longer lead from the opening to the closing."""
    found = []
    for was, becomes in LOOKALIKES:
        trial = Print(told.account, list(told.entries), told.opening, told.closing, told.into, told.out)
        _replace_digits(trial, was, becomes)
        if trial.opening + sum(entry.movement.amount for entry in trial.entries) != trial.closing:
            found.append((was, becomes))
    return found


def _replace_digits(told: Print, was: str, becomes: str) -> None:
    def other(value: Decimal) -> Decimal:
        return Decimal(f"{value:f}".replace(was, becomes))

    told.opening, told.closing, told.into, told.out = map(other, (told.opening, told.closing, told.into, told.out))
    told.dates = {day: other(balance) for day, balance in told.dates.items()}
    told.entries = [
        replace(entry, movement=replace(entry.movement, amount=other(entry.movement.amount)), balance=other(entry.balance))
        for entry in told.entries
    ]


def garbled(chance: Chance, bank: Bank, told: Print) -> None:
    """Print one row's amount as no number is."""
    chance.pick(told.entries).garbled = chance.pick(GARBLES)


def pair_garbled(chance: Chance, bank: Bank, told: Print) -> None:
    """Print two rows that cancel, both as no number is."""
    for entry in _pair(chance, told):
        entry.garbled = "letters"


def pair_half_garbled(chance: Chance, bank: Bank, told: Print) -> None:
    """Print two rows that cancel, one of them as no number is."""
    chance.pick(_pair(chance, told)).garbled = chance.pick(GARBLES)


def _pair(chance: Chance, told: Print) -> list[Entry]:
    """Put two rows that cancel behind another one, in the account's books as on paper."""
    place = chance.between(0, len(told.entries) - 1)
    before = told.entries[place]
    amount = abs(before.movement.amount) + 10
    out = Entry(replace(before.movement, amount=-amount, check=""), before.balance - amount)
    into = Entry(replace(before.movement, amount=amount, check=""), before.balance)
    told.entries[place + 1 : place + 1] = [out, into]
    told.account = replace(told.account, movements=tuple(entry.movement for entry in told.entries))
    told.into += amount
    told.out += amount
    told.counts = (told.counts[0] + 1, told.counts[1] + 1)
    return [out, into]


def as_no_number(text: str, style: str) -> str:
    """An amount as no number is written: with letters for digits, with colons for its marks, or all stars."""
    stars = "".join("*" if one.isdigit() else one for one in text)
    written = {"letters": text.translate(LETTERS), "colon": text.translate(COLONS)}.get(style, stars)
    return stars if written == text else written
