"""A German household: pay, rent and debits that recur, cards that post days later, equal fares, cash in round sums.

Names are the books' own ("Bäcker Höfer"); the bank folds umlauts, writes in capitals, cuts at 27 letters and puts its own words before.
"""

import math
import random

from tests.verdicts.worlds.world import World

SHOPS = (
    "Bäcker Höfer", "Rewe Nordend", "Edeka Krüger", "dm Drogerie", "Apotheke am Markt", "Tankstelle Jürgens", "Blumen Weiß",
    "Obsthof Petersen", "Metzgerei Vogt", "Buchladen Ostend", "Kino Capitol", "Pizzeria Da Enzo", "Café Morgenrot",
    "Fahrrad Schütte", "Baumarkt Hellwig", "Kiosk Yilmaz",
)  # fmt: skip
DEBITS = (
    ("Miete Wohnbau Süd", -97300, 1), ("Stadtwerke Strom", -8450, 3), ("Telefonica", -2999, 5), ("Rundfunkbeitrag", -5508, 15),
    ("Kita Sonnenschein", -18500, 2), ("Kita Sonnenschein", -18500, 2), ("Hausrat Versicherung", -1199, 10), ("Streaming Plus", -1299, 8),
    ("Musik Abo", -1099, 8), ("Sportverein Eintracht", -1500, 4), ("Bausparkasse Nord", -10000, 1), ("Fitness Loft", -2999, 5),
)  # fmt: skip
FRIENDS = ("Anna Schäfer", "Jonas Böhm", "Lea Grün", "Onkel Peter")
FOLDED = {ord(letter): other for letter, other in (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE"), ("É", "E"))}
CARD_LAGS = (1, 1, 1, 2, 2, 3, 4)
FARE, CASH = -320, (-5000, -10000, -20000)


def household(months: int, seed: int) -> World:
    """About 75 rows a month."""
    world = World(random.Random(f"household {seed}"))  # noqa: S311 -- no secret
    for month in range(months):
        first = month * 30
        for name, cents, day in DEBITS:
            _debit(world, first + day, name, cents)
        for day in range(first, first + 30):
            _day(world, day)
        _pay(world, first + 24)
    return world


def _debit(world: World, day: int, name: str, cents: int) -> None:
    """Booked by a standing entry on its day; a few are forgotten, a few are not drawn."""
    booked = world.book(day, cents, name) if not world.happens(0.04) else None
    if booked is None or not world.happens(0.02):
        line = world.print(
            day + world.chance.choice((0, 0, 0, 1)), cents, f"SEPA-LASTSCHRIFT {_printed(world, name)} MANDAT M{len(world.lines):05d}"
        )
        if booked:
            world.join(line, [booked], "twin" if name.startswith("Kita") else "plain")


def _pay(world: World, day: int) -> None:
    cents = world.chance.randrange(310_000, 330_000)
    world.join(world.print(day, cents, "LOHN/GEHALT HAFENBETRIEBE"), [world.book(day, cents, "Gehalt Hafenbetriebe")], "plain")


def _day(world: World, day: int) -> None:
    for _ in range(world.chance.choice((0, 1, 1, 2, 2))):
        _card(world, day)
    if world.happens(0.2):  # there and back: two equal fares
        for _ in range(2):
            _joined(world, day, FARE, "Verkehrsbetriebe", f"KARTENZAHLUNG VERKEHRSBETR AUTOMAT {world.chance.randrange(100):02d}", "twin")
    if world.happens(0.08):
        _joined(world, day, world.chance.choice(CASH), "Bargeld", f"GA NR{world.chance.randrange(10**8):08d} BLZ 50050201", "plain")
    if world.happens(0.07):
        friend, cents = world.chance.choice(FRIENDS), world.chance.choice((-1, 1)) * world.chance.randrange(500, 8000, 50)
        _joined(world, day, cents, friend, f"UEBERWEISUNG {_printed(world, friend)}", "plain")


def _card(world: World, day: int) -> None:
    name = world.chance.choice(SHOPS)
    cents = -max(95, round(math.exp(world.chance.gauss(7.3, 0.8))))
    if world.happens(0.35):
        cents = -max(50, round(-cents, -2) - world.chance.choice((1, 5, 50)))  # prices end in 99, 95, 50
    where = world.chance.random()
    if where < 0.05:  # never booked
        world.print(day + world.chance.choice(CARD_LAGS), cents, _card_text(world, name, day))
    elif where < 0.08:  # paid with another person's card
        world.book(day, cents, name)
    elif where < 0.09:  # two digits in another order
        line = world.print(day + world.chance.choice(CARD_LAGS), cents, _card_text(world, name, day))
        world.join(line, [world.book(day, _turned(cents), name)], "tip")
    else:
        _joined(world, day, cents, name, _card_text(world, name, day), "plain")


def _joined(world: World, day: int, cents: int, name: str, text: str, kind: str) -> None:
    line = world.print(day + world.chance.choice(CARD_LAGS), cents, text)
    world.join(line, [world.book(day, cents, name)], kind)


def _card_text(world: World, name: str, day: int) -> str:
    """One in eight says only where the terminal was sold."""
    if world.happens(0.12):
        return f"KARTENZAHLUNG TERMINAL {world.chance.randrange(10**6):06d}"
    clock = f"{world.chance.randrange(8, 22)}:{world.chance.randrange(60):02d}"
    return f"KARTENZAHLUNG {_printed(world, name)} {day % 28 + 1:02d}.{day // 30 % 12 + 1:02d} {clock}"


def _printed(world: World, name: str) -> str:
    folded = name.upper().translate(FOLDED)
    words = folded.split()
    if world.happens(0.15):
        words = words[:-1] or words
    return " ".join(words)[: world.chance.choice((27, 27, 27, 11))]


def _turned(cents: int) -> int:
    tens, ones = divmod(-cents // 10 % 100, 10)
    other = -cents + (ones * 10 + tens - tens * 10 - ones) * 10
    return -other
