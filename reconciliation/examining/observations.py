"""Observations of a document's file, made by the confined child. Its answer is treated as hostile: it becomes typed values or nothing."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from reconciliation.documents.answer import UnbelievableAnswer, items, not_a_number, number, side, storable
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.pages import Box
from reconciliation.documents.sandbox import run_child

SECONDS = 10.0  # limit for the child
SIGNED = b"/ByteRange"
LONGEST = 300  # characters of one text
MOST_PAGES = 500
KINDS_OF_CHANGE = frozenset({"text", "picture", "page_added", "page_removed"})
STATES = frozenset({"holds", "broken", "broken_range", "unchecked"})


class Digit(NamedTuple):
    """A digit of the text: its place in points, the number of its font on the page, and of its object in the order of painting."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    font: int
    place: int


class Cover(NamedTuple):
    """A filled path (`box`), an `image` or a drawing (`form`) that may hide text; `shade` from 0, black, to 255, -1 if unknown."""

    kind: str
    place: int
    box: Box
    shade: int


class Annotation(NamedTuple):
    """An annotation or a form field with the text that it shows."""

    kind: str
    box: Box
    text: str


class Change(NamedTuple):
    """A difference between two states of the document, `save` counted from 1."""

    save: int
    page: int
    kind: str
    box: Box
    before: str
    after: str


class Signature(NamedTuple):
    """A digital signature: its state, whether it covers the whole file, the last byte that it covers, and the time that it names."""

    state: str
    covers_file: bool
    end: int
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedPage:
    """One page: its size, the names of its fonts, and what is drawn on it."""

    number: int
    width: float
    height: float
    fonts: tuple[str, ...]
    digits: tuple[Digit, ...]
    covers: tuple[Cover, ...]
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observations:
    """`values` are named entries of the Info dictionary (`info`) and of XMP (`xmp`); `states` is the number of complete states of the file,
    1 if it was never saved incrementally."""

    values: tuple[tuple[str, str, str], ...]
    pages: tuple[ObservedPage, ...]
    states: int
    changes: tuple[Change, ...]
    signatures: tuple[Signature, ...]

    def value(self, source: str, name: str) -> str:
        """Return the value of this name; empty if there is none."""
        return next((value for at, key, value in self.values if (at, key) == (source, name)), "")


def observe(pdf: bytes, limits: DocumentLimits, password: str | None = None) -> Observations | None:
    """Return the observations, or None if the child could not make any in its limits."""
    allowed = replace(limits, seconds=min(SECONDS, limits.seconds))
    engine = "examine_signed" if SIGNED in pdf else "examine"
    end = run_child(asdict(allowed) | {"engine": engine, "password": password}, pdf, seconds=allowed.seconds)
    try:
        return parsed(json.loads(end.output, parse_constant=not_a_number))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def parsed(answer: dict[str, Any]) -> Observations:
    """Return the child's answer as typed values. Raises ValueError, TypeError or KeyError for anything out of shape."""
    pages = items(answer["pages"])
    if len(pages) > MOST_PAGES:
        raise UnbelievableAnswer("pages")
    return Observations(
        values=tuple((text(source), text(name), text(value)) for source, name, value in items(answer["values"])),
        pages=tuple(page(place, item) for place, item in enumerate(pages, start=1)),
        states=max(1, int(number(answer["revisions"]))),
        changes=tuple(change(item) for item in items(answer["changes"])),
        signatures=tuple(signature(item) for item in items(answer["signatures"])),
    )


def page(place: int, item: dict[str, Any]) -> ObservedPage:
    width, height = item["size"]
    fonts = tuple(f"{text(name)}{'' if embedded is True else ' (not embedded)'}" for name, embedded in items(item["fonts"]))
    return ObservedPage(
        number=place,
        width=side(width),
        height=side(height),
        fonts=fonts,
        digits=tuple(digits(item["digits"], len(fonts))),
        covers=tuple(
            Cover(text(kind), int(number(at)), box(place), int(number(shade))) for kind, at, place, shade in items(item["covers"])
        ),
        annotations=tuple(Annotation(text(kind), box(place), text(shown)) for kind, place, shown in items(item["annotations"])),
    )


def cover(item: list[Any]) -> Cover:
    kind, at, place, shade = items(item)
    return Cover(text(kind), int(number(at)), box(place), int(number(shade)))


def digits(columns: list[Any], fonts: int) -> Iterator[Digit]:
    texts, *lengths, of_font, places = map(items, columns)
    for shown, x0, x1, baseline, size, font, place in zip(texts, *lengths, of_font, places, strict=True):
        if not isinstance(shown, str) or len(shown) != 1 or not isinstance(font, int) or not 0 <= font < fonts:
            raise UnbelievableAnswer("digit")
        yield Digit(shown, number(x0), number(x1), number(baseline), number(size), font, int(number(place)))


def change(item: list[Any]) -> Change:
    save, page, kind, place, before, after = items(item)
    if kind not in KINDS_OF_CHANGE:
        raise UnbelievableAnswer("kind")
    return Change(int(number(save)), int(number(page)), kind, box(place), text(before), text(after))


def signature(item: list[Any]) -> Signature:
    state, covers, end, time = items(item)
    if state not in STATES:
        raise UnbelievableAnswer("state")
    return Signature(state, covers is True, int(number(end)), text(time))


def box(value: list[Any]) -> Box:
    x0, y0, x1, y1 = map(number, items(value))
    return x0, y0, x1, y1


def text(value: Any) -> str:
    """Return a text of bounded length that a database can hold, on one line."""
    if not isinstance(value, str) or not storable([value]):
        raise UnbelievableAnswer("text")
    return " ".join(value.split())[:LONGEST]
