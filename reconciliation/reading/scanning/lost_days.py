"""Lines like the headings of days between the rows that cannot be read as such: the rows below them are of a day that is not known."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches

from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.scanning.own_days import names_day
from reconciliation.reading.tokens.dates import WEEKDAYS, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row

LEVEL = 2.0  # points between the edges of two headings
LONGER = 3  # characters by which a damaged heading may differ in length
ALIKE = 0.75  # of two headings' shapes
SHORT, NEARLY = 2, 0.75  # letters of a word that may be a damaged number; how much a damaged name has of the right one
WORD = re.compile(r"[^\W_]+")
DIGIT, LETTERS = re.compile(r"\d"), re.compile(r"[^\W\d_]+")


def forget_lost(seen: Iterable[Seen], rows: Sequence[Printed]) -> None:
    """An entry has not the day of a heading, above or below it, where the heading right above it is one that cannot be read."""
    headings = {id(printed.days[0]): place for place, printed in enumerate(rows) if names_day(printed)}
    under = [(one, place) for one in seen if one.entry and (place := headings.get(id(one.entry.days.get("date")))) is not None]
    known = list({_shape(rows[place]): rows[place] for _, place in under}.values())
    lost = [place for place, printed in enumerate(rows) if known and _is_lost(printed, known)]
    places, read = {id(printed.row): place for place, printed in enumerate(rows)}, sorted(headings.values())
    for one, _ in under if lost else ():
        own = places.get(id(one.printed.row)) if one.printed else None
        if one.entry and own is not None and _last(lost, own) > _last(read, own):
            one.entry.days = {}


def _last(places: Sequence[int], before: int) -> int:
    """The last of the places before one; -1 where none is."""
    return next((place for place in reversed(places) if place < before), -1)


def _is_lost(printed: Printed, known: Sequence[Printed]) -> bool:
    """Does it stand where a known heading does, made like it, digits, words and points in the same order, and is it none?"""
    return not _has_amount(printed) and not names_day(printed) and any(_alike(printed, one) for one in known)


def _has_amount(printed: Printed) -> bool:
    """Is one of its figures a whole word? A piece of a damaged day is none."""
    text = f" {printed.row.text} "
    return any(text[figure.start].isspace() and text[figure.end + 1].isspace() for figure in printed.figures)


def _alike(printed: Printed, known: Printed) -> bool:
    if not _in_line(printed.row, known.row) or abs(len(printed.row.text) - len(known.row.text)) > LONGER:
        return False
    one, other = _shape(printed), _shape(known)
    if len(one.split()) != len(other.split()) or _likeness(one, other) < ALIKE:
        return False
    return all(_names_part(word) for word in WORD.findall(fold(printed.row.text)))


def _in_line(one: Row, other: Row) -> bool:
    """Do they begin or end at the same place? A heading that lost a digit keeps one of its edges."""
    return abs(one.left - other.left) <= LEVEL or abs(one.words[-1].x1 - other.words[-1].x1) <= LEVEL


def _likeness(one: str, other: str) -> float:
    """The share of two shapes that is the same in its place, or in order."""
    in_place = sum(map(str.__eq__, one, other)) / max(len(one), len(other))
    return max(in_place, SequenceMatcher(None, one, other).ratio())


def _names_part(word: str) -> bool:
    """Is it nearly the name of a month or of a day of the week, or no word at all, as a number with a letter in it is none?"""
    if len(word) <= SHORT or not word.isalpha():
        return True
    return bool(get_close_matches(word, (*months(), *WEEKDAYS), n=1, cutoff=NEARLY))


def _shape(printed: Printed) -> str:
    """Every digit as 0, every word as a: "2?-01-2023" is 0?-00-0000."""
    return LETTERS.sub("a", DIGIT.sub("0", printed.row.text))
