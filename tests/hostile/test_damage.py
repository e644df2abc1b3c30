"""Good statements, cut short or with one byte changed: no reading of them proves anything false.

`DAMAGES=2000` in the environment tries so many changed bytes of each; `DAMAGE_SEED` other places.
"""

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, open_document
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.cross_check import read_twice
from reconciliation.reading.reader import read
from tests.shared_statements import GOOD, STATEMENTS

DAMAGES = int(os.environ.get("DAMAGES", "16"))
SEED = os.environ.get("DAMAGE_SEED", "1")
LIMITS = DocumentLimits(seconds=10)
PATHS = [document["path"] for document in GOOD]

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not GOOD, reason="the real statements are not beside the project"),
]


@cache
def original(path: str) -> bytes:
    return bytes((STATEMENTS / path).read_bytes())


def proved(pdf: bytes) -> list[PrintedStatement]:
    """Return the statements of it that are proved."""
    try:
        _, reading = read_twice(open_document(pdf, limits=LIMITS), lambda: pdf, limits=LIMITS, read=read)
    except DocumentUnreadable:
        return []
    return [statement for statement in reading.statements if statement.integrity.holds]


def is_said(damaged: PrintedStatement, sound: PrintedStatement) -> bool:
    """True if every balance and amount is the sound one's, and every day too, unless it is unknown.

    A row with a blank in place of its day has that of the row above, as banks print it.
    """
    if (damaged.opening_balance, damaged.closing_balance) != (sound.opening_balance, sound.closing_balance):
        return False
    if [line.amount for line in damaged.lines] != [line.amount for line in sound.lines]:
        return False
    period = zip((damaged.period_start, damaged.period_end), (sound.period_start, sound.period_end), strict=True)
    above = [None, *(line.date for line in damaged.lines)]
    rows = zip(damaged.lines, sound.lines, above, strict=False)
    days = [line.date in {None, right.date} or (line.date == last and is_gone(line.text, right.text)) for line, right, last in rows]
    return all(days) and all(day in {None, right} for day, right in period)


def is_gone(damaged: str, sound: str) -> bool:
    """Does the row print nothing before its words, where the sound one begins with its day?"""
    return len(damaged) < len(sound) and sound.endswith(damaged)


def cut(pdf: bytes) -> Iterator[tuple[str, bytes]]:
    yield from ((f"{percent} %", pdf[: len(pdf) * percent // 100]) for percent in range(10, 100, 10))


def changed(pdf: bytes, path: str) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(f"{SEED} {path}")  # noqa: S311 - places in a file
    for _ in range(DAMAGES):
        place, flip = chance.randrange(len(pdf)), chance.randrange(1, 256)
        yield f"byte {place} ^ {flip}", pdf[:place] + bytes([pdf[place] ^ flip]) + pdf[place + 1 :]


def false_proofs(path: str, damaged: Iterator[tuple[str, bytes]]) -> list[str]:
    right = proved(original(path))
    return [name for name, pdf in damaged if not all(any(is_said(one, sound) for sound in right) for one in proved(pdf))]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_a_truncated_statement_is_never_proved(path: str) -> None:
    assert [name for name, pdf in cut(original(path)) if proved(pdf)] == []


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_with_one_byte_changed_nothing_is_proved_that_the_statement_does_not_say(path: str) -> None:
    assert false_proofs(path, changed(original(path), path)) == []
