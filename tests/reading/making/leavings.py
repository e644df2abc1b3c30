"""What producers leave in a file and no row depends on: a table of habits of its own, drawn only where it is asked for.

A document's other habits stay as they are, so that a seed is the same document with and without what is left.
"""

from collections.abc import Callable, Iterator

from tests.reading.making.chance import Chance, seeded
from tests.reading.making.habits import Facet, Habits, Option, draw_habits, switch
from tests.reading.making.leavings_drawn import cropped, framed, icons_drawn, shaded
from tests.reading.making.leavings_printed import bar_code, feet, fold_marks, glyphs, icons, logo, sheets, stamped
from tests.reading.making.leavings_unseen import hidden_head, job_code, layer, redacted
from tests.reading.making.maker import Document, make

OWN = 1_000_003  # so that what is left is drawn apart from the document itself
Leave = Callable[[Chance, Document, str], None]

LEAVINGS: tuple[Facet, ...] = (
    Facet(
        "job_code",
        (
            Option("none", 76, "no job code"),
            Option("below", 8, "a printer's job code below the page's edge"),
            Option("above", 8, "the same above it"),
            Option("beside", 8, "the same left of it"),
        ),
    ),
    Facet(
        "hidden_head",
        (
            Option("none", 76, "no hidden text at the head"),
            Option("white", 8, "white words of an archive at the head"),
            Option("unpainted", 8, "the same, neither filled nor stroked"),
            Option("tiny", 8, "the same, smaller than a point"),
        ),
    ),
    switch("layer", 8, "an invisible layer that repeats every word"),
    switch("redacted", 8, "black boxes over names"),
    Facet(
        "bar_code",
        (
            Option("none", 76, "no bar code"),
            Option("head", 8, "words of a bar code above the address"),
            Option("foot", 8, "the same at the page's foot"),
            Option("beside", 8, "the same right of the rows"),
        ),
    ),
    switch("fold_marks", 8, "dashes at the left edge for folding machines"),
    Facet(
        "glyphs",
        (
            Option("known", 76, "every letter is known"),
            Option("lost", 8, "a letter of names that the font does not tell"),
            Option("private", 8, "a letter of names by a code of the font's own"),
            Option("wrong", 8, "a letter of names by the code of a sign"),
        ),
    ),
    Facet(
        "icons",
        (
            Option("none", 84, "no icons"),
            Option("private", 8, "a sign before each row's text, by a code of the font's own"),
            Option("sign", 8, "the same by the code of a sign"),
        ),
    ),
    Facet(
        "stamped",
        (
            Option("none", 84, "no stamp"),
            Option("level", 8, "a large word across the rows"),
            Option("letters", 8, "a word across the page, letter by letter"),
        ),
    ),
    switch("feet", 8, "a footer that stands between the last rows of a page"),
    switch("sheets", 8, "the number of the sheet, of which each has two pages"),
    switch("logo", 8, "a logo at the head of each page that looks like type"),
    switch("shaded", 8, "every second row on grey"),
    switch("icons_drawn", 8, "a drawn dot before each row's text"),
    Facet(
        "framed",
        (
            Option("plain", 76, "the page lies in the file as it is shown"),
            Option("left", 8, "turned by a quarter"),
            Option("right", 8, "turned by three quarters"),
            Option("columns", 8, "text drawn column by column"),
            Option("upward", 8, "text drawn from the bottom up"),
            Option("shuffled", 8, "text drawn in no order"),
        ),
    ),
    switch("cropped", 8, "the page's edge is cut off, with what stands there"),
)
WAYS: dict[str, Leave] = {
    "job_code": job_code,
    "hidden_head": hidden_head,
    "layer": layer,
    "redacted": redacted,
    "bar_code": bar_code,
    "fold_marks": fold_marks,
    "glyphs": glyphs,
    "icons": icons,
    "stamped": stamped,
    "feet": feet,
    "sheets": sheets,
    "logo": logo,
    "shaded": shaded,
    "icons_drawn": icons_drawn,
    "framed": framed,
    "cropped": cropped,
}
DRAWN = frozenset({"layer", "shaded", "icons_drawn", "framed", "cropped"})
"""What shows only where the document is a real PDF: a page of words has neither layers nor shapes nor an order of text."""


def realistic(seed: int) -> Document:
    """The document of this seed with what its producer leaves in it, which is told among its habits."""
    document, chance = make(seed), seeded(seed + OWN)
    habits = draw_leavings(chance)
    leave(chance, document, habits)
    return Document(document.sheet, document.made, Habits({**document.habits, **dict(left(habits))}))


def draw_leavings(chance: Chance) -> Habits:
    """What this producer leaves."""
    return draw_habits(chance, LEAVINGS)


def leave(chance: Chance, document: Document, habits: Habits) -> None:
    """Leave all this in the document."""
    for facet, option in left(habits):
        WAYS[facet](chance, document, option)


def left(habits: Habits) -> Iterator[tuple[str, str]]:
    """Yield each facet of which something is left, with its option."""
    for facet in LEAVINGS:
        if habits[facet.name] != facet.options[0].name:
            yield facet.name, habits[facet.name]


def each_leaving(*, drawn: bool) -> list[tuple[str, str]]:
    """Return everything that may be left, as facet and option; what only a PDF shows where it is `drawn`."""
    return [(facet.name, option.name) for facet in LEAVINGS if drawn or facet.name not in DRAWN for option in facet.options[1:]]
