"""A shop that takes cards: payouts less a fee two banking days later, invoices with numbers, cheques, suppliers, tips, refunds.

The bank shortens words to consonants, turns their order round, or gives a number of its own alone.
"""

import random

from tests.verdicts.worlds.world import World

SUPPLIERS = (
    "Fromagerie Dubois", "Moulin Perrin", "Caves Lefort", "Primeurs Garnier", "Torrefaction Mazet", "Papeterie Rivet", "Nettoyage Clair",
    "Electricite Vallon", "Boissons Carlier", "Emballages Roux", "Imprimerie Collet", "Glaces Tournier",
)  # fmt: skip
CLIENTS = ("Mairie de Sauzet", "Hotel Bellevue", "Lycee Pasteur", "Traiteur Morel", "Clinique du Parc", "Auberge Fontaine")
PRICES = (1200, 1200, 1500, 1800, 2450, 3200, 3200, 4500)
SETTLED_AFTER = 2


def shop(months: int, seed: int) -> World:
    """About 90 rows a month."""
    world = World(random.Random(f"shop {seed}"))  # noqa: S311 -- no secret
    for day in range(months * 30):
        if day % 3 == 0:
            _payout(world, day)
        for _ in range(world.chance.choice((0, 1, 1, 2))):
            _supplier(world, day)
        if world.happens(0.3):
            _invoice(world, day, 1000 + len(world.transactions))
        if world.happens(0.1):
            _cheque(world, day, 4000 + len(world.transactions))
        if world.happens(0.12):
            _dinner(world, day)
        if day % 30 == 29:  # the month's last
            world.print(day, -world.chance.randrange(900, 1900), "FRAIS DE TENUE DE COMPTE")
    return world


def _payout(world: World, day: int) -> None:
    """Book two to four sales and the processor's fee, paid out in one sum."""
    sales = [world.chance.randrange(1500, 38000) for _ in range(world.chance.randint(2, 4))]
    fee = -round(sum(sales) * 0.0175) - 25
    booked = [*(world.book(day, cents, "Ventes carte") for cents in sales), world.book(day, fee, "Commission carte")]
    world.join(world.print(day + SETTLED_AFTER, sum(sales) + fee, f"REMISE CB {world.chance.randrange(10**7):07d}"), booked, "group")


def _supplier(world: World, day: int) -> None:
    name = world.chance.choice(SUPPLIERS)
    cents = -world.chance.choice(PRICES) if world.happens(0.4) else -world.chance.randrange(2000, 95000)
    where = world.chance.random()
    line = world.print(day + world.chance.choice((0, 1, 1, 2, 3, 5)), cents, _shortened(world, name)) if where > 0.05 else None
    shown = -cents if where > 0.98 else cents  # typed with the other sign
    booked = world.book(day, shown, name) if where < 0.05 or where > 0.1 else None
    if line and booked:
        world.join(line, [booked], "plain" if shown == cents else "sign")
    if line and booked and world.happens(0.04):  # some of it comes back, under the same name
        back = -round(cents * world.chance.choice((0.5, 1)))
        world.join(world.print(day + 9, back, _shortened(world, name)), [world.book(day + 8, back, name)], "plain")


def _invoice(world: World, day: int, number: int) -> None:
    """The client names the invoice, most often."""
    name, cents = world.chance.choice(CLIENTS), world.chance.randrange(5000, 240000, 100)
    told = f" FACTURE REF {number}" if world.happens(0.7) else ""
    line = world.print(day + world.chance.choice((0, 1, 2)), cents, f"VIR {_shortened(world, name)}{told}")
    if not world.happens(0.06):
        world.join(line, [world.book(day, cents, f"{name} invoice {number}")], "numbered" if told else "plain")


def _cheque(world: World, day: int, number: int) -> None:
    cents = -world.chance.randrange(2000, 60000)
    booked = world.book(day, cents, world.chance.choice(SUPPLIERS), number=str(number))
    if not world.happens(0.15):
        world.join(world.print(day + world.chance.randint(2, 40), cents, f"CHEQUE {number:07d}"), [booked], "numbered")


def _dinner(world: World, day: int) -> None:
    """Booked from the bill, printed with the tip."""
    name, cents = world.chance.choice(CLIENTS[1:2] + CLIENTS[5:]), -world.chance.randrange(2500, 9000)
    tipped = round(cents * world.chance.choice((1.05, 1.1, 1.15)))
    line = world.print(day + world.chance.choice((1, 2, 3)), tipped, f"CARTE {_shortened(world, name)}")
    world.join(line, [world.book(day, cents, name)], "tip")


def _shortened(world: World, name: str) -> str:
    words = name.upper().split()
    way = world.chance.random()
    if way < 0.1:  # nothing but a number
        return f"PRLV {world.chance.randrange(10**9):09d}"
    if way < 0.3:
        words = [word[:1] + "".join(letter for letter in word[1:] if letter not in "AEIOU") for word in words]
    elif way < 0.45:
        words = words[::-1]
    elif way < 0.55:
        words = [words[0][:4]]
    return " ".join(words)
