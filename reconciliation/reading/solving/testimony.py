"""What the rows' own words say of their direction: a mirrored reading keeps every sum, but not the sense of the words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.lists import phrases

TURNED = words_of(phrases("rows", "turned"))
RECEIVED = words_of(phrases("rows", "received"))
THANKED = words_of(phrases("rows", "thanked"))
EARNED = words_of(phrases("rows", "earned"))
SPENT = words_of(phrases("rows", "spent"))
OFTEN_SPENT = words_of(phrases("rows", "often_spent"))
DRAWN = words_of(phrases("rows", "drawn"))  # what only an account that is held pays: a card is paid by such
PAID = words_of(phrases("rows", "paid"))
OWED_MORE = words_of(phrases("rows", "owed_more"))
PART_OF_PLAN = re.compile(r"\b(?:instal?ment|rate|cuota|parcela|rata|raty) (?:no\.? )?\d{1,2} ?(?:of|/|von|de|di|z) ?\d{1,2}\b")


@dataclass(frozen=True, slots=True)
class Testimony:
    """How many rows run as their words say, how many against them, and how many against words that leave a doubt."""

    agree: int
    against: int
    unlike: int

    @property
    def speaks_for(self) -> bool:
        return self.agree > self.unlike


def testimony(entries: Sequence[Entry], amounts: Sequence[Decimal | None], *, owed: bool) -> Testimony:
    """Weigh the rows' words, for an account that is owed or one that is held."""
    ways = [_way(fold(entry.description), owed=owed) for entry in entries]
    weighed = [(way * amount, clear) for (way, clear), amount in zip(ways, amounts, strict=True) if way and amount]
    against = [clear for sense, clear in weighed if sense < 0]
    return Testimony(agree=len(weighed) - len(against), against=against.count(True), unlike=against.count(False))


def _way(words: str, *, owed: bool) -> tuple[int, bool]:
    """Return +1 for money in or less owed, -1 for money out or more owed, 0 where the words may mean either; and whether they are clear."""
    if TURNED.search(words):
        return 0, False
    if RECEIVED.search(words) or (owed and THANKED.search(words) and PAID.search(words)):
        return 1, True
    if owed and PART_OF_PLAN.search(words):
        return 0, False
    into = bool(PAID.search(words) if owed else EARNED.search(words))
    out = bool(SPENT.search(words) or (owed and OWED_MORE.search(words)))
    if into and out:
        return (-1, True) if owed and words.endswith((" fee", " charge", " interest")) else (0, False)
    if into or out:
        return (1, owed) if into else (-1, True)
    return (-1, False) if OFTEN_SPENT.search(words) or (not owed and DRAWN.search(words)) else (0, False)
