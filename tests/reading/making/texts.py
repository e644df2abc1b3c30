"""A row's text: its lines, with figures and days in them where a bank prints such."""

from typing import TYPE_CHECKING
from zlib import crc32

from tests.reading.making.truth import Movement

if TYPE_CHECKING:
    from tests.reading.making.bank import Bank
    from tests.reading.making.paper import Paper

BUSY = (
    "{text} ON {day}",
    "{text} FX {figure} USD @ 1.0845",
    "{text} REF 00{number}",
    "{text} {number}/441",
    "{text} CARD 4411 {day}",
    "{text} 2 x {figure}",
)
MORE = (
    "Ref. AB{number} more words",
    "Mandate DE98ZZZ0{number}",
    "LONDON 22 TERMINAL {number}",
    "Invoice 2024-{number}",
)
BUSY_MORE = (
    "Value date {day}",
    "FX {figure} USD at 1.0845",
    "incl. fee {figure}",
    "Card purchase {day} 12:44",
    "Original amount {figure}",
)
LINES = {"one": 1, "after": 2, "many": 4, "last": 2, "middle": 3}


def lines_of(bank: "Bank", movement: Movement, fits: "tuple[Paper, float] | None") -> list[str]:
    """The same lines each time for one movement; wrapped where they must fit."""
    habits = bank.habits
    seed = crc32(f"{movement}".encode())
    place = {"day": bank.days.plain(movement.other), "figure": bank.money.size(abs(movement.amount) + 7), "number": 10000 + seed % 90000}
    text = bank.country.words["check"].format(movement.check) if movement.check else movement.text
    if habits.has("figures_in_text") and seed % 2:
        text = BUSY[seed % len(BUSY)].format(text=text, **place)
    more = MORE + BUSY_MORE if habits.has("figures_in_text") else MORE
    count = LINES[habits["lines"]]
    if habits["lines"] != "middle" and seed % 4 == 0:
        count = 1
    lines = [text, *(more[(seed + level) % len(more)].format(**place) for level in range(1, count))]
    if movement.amount > 0:  # a purchase is no money in
        lines = [line.replace("Card purchase", "Card refund") for line in lines]
    return [part for line in lines for part in _wrapped(line, fits)] if fits else lines


def _wrapped(line: str, fits: "tuple[Paper, float]") -> list[str]:
    paper, width = fits
    parts = [""]
    for word in line.split(" "):
        longer = f"{parts[-1]} {word}".strip()
        if parts[-1] and paper.width(longer) > width:
            parts.append(word)
        else:
            parts[-1] = longer
    return parts
