"""A balance without a word for the end: where the sums below an opening lead to it, it closes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.vocabulary.phrases import NO_BALANCE

BALANCE = re.compile(r"\b(?:balance|saldo|kontostand|solde)$")
IN_LINE = 3.0  # points between the right edges of sums below one another
FEWEST = 3  # sums above it, the opening with them
ENDS = frozenset({"opening", "closing", "brought", "carried", "entry", "number", "page_one"})


def with_reached(seen: Sequence[Seen]) -> list[Seen]:
    """What was seen, a balance at the foot of a summary told as its closing."""
    found = list(seen)
    for place, one in enumerate(found):
        if one.kind == "opening" and one.figure is not None:
            reached = next(_reached(found, place), None)
            if reached is not None:
                found[reached] = replace(found[reached], kind="closing")
    return found


def _reached(seen: Sequence[Seen], place: int) -> Iterator[int]:
    """Where the sums below the opening, as printed, come to a figure that is called a balance, before anything else begins."""
    first = seen[place].figure
    total, counted = (first.printed, 1) if first is not None else (0, 0)
    for index in range(place + 1, len(seen)):
        one = seen[index]
        if one.kind in ENDS:
            return
        if first is None or one.kind != "summary" or one.figure is None or abs(one.figure.x1 - first.x1) > IN_LINE:
            continue
        counted += 1
        if BALANCE.search(one.label) and not NO_BALANCE.search(one.label) and counted > FEWEST and one.figure.printed == total:
            yield index
            return
        total += one.figure.printed
