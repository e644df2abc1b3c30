"""Leavings: things that a producer of statements leaves in a file and that no row depends on.

They have a table of habits of their own, drawn only on request. A seed gives the same document with and without them.
"""

from collections.abc import Callable, Iterator

from tests.reading.making.chance import Chance, seeded
from tests.reading.making.habits import Facet, Habits, Option, draw_habits, switch
from tests.reading.making.leavings_drawn import cropped, enclosed, framed, icons_drawn, shaded
from tests.reading.making.leavings_printed import bar_code, feet, fold_marks, glyphs, icons, logo, sheets, stamped
from tests.reading.making.leavings_unseen import hidden_head, job_code, layer, redacted
from tests.reading.making.maker import Document, make

OWN = 1_000_003  # so that leftovers are drawn apart from the document itself
Leave = Callable[[Chance, Document, str], None]

OFTEN = 8  # the weight of each leaving


def _several(name: str, plainest: Option, **ways: str) -> Facet:
    """A facet with several ways to leave something, each as often, beside the plainest option."""
    return Facet(name, (plainest, *(Option(way, OFTEN, tells) for way, tells in ways.items())))


LEAVINGS: tuple[Facet, ...] = (
    _several(
        "job_code",
        Option("none", 76, "no job code"),
        below="a printer's job code below the page's edge",
        above="the same above it",
        beside="the same left of it",
    ),
    _several(
        "hidden_head",
        Option("none", 76, "no hidden text at the head"),
        white="white words of an archive at the head",
        unpainted="the same, neither filled nor stroked",
        tiny="the same, smaller than a point",
    ),
    switch("layer", OFTEN, "an invisible layer that repeats every word"),
    switch("redacted", OFTEN, "black boxes over names"),
    _several(
        "bar_code",
        Option("none", 76, "no bar code"),
        head="words of a bar code above the address",
        foot="the same at the page's foot",
        beside="the same right of the rows",
    ),
    switch("fold_marks", OFTEN, "dashes at the left edge for folding machines"),
    _several(
        "glyphs",
        Option("known", 76, "every letter is known"),
        lost="a letter of names that the font does not tell",
        private="a letter of names by a code of the font's own",
        wrong="a letter of names by the code of a sign",
    ),
    _several(
        "icons",
        Option("none", 84, "no icons"),
        private="a sign before each row's text, by a code of the font's own",
        sign="the same by the code of a sign",
    ),
    _several(
        "stamped",
        Option("none", 84, "no stamp"),
        level="a large word across the rows",
        letters="a word across the page, letter by letter",
    ),
    switch("feet", OFTEN, "a footer that stands between the last rows of a page"),
    switch("sheets", OFTEN, "the number of the sheet, of which each has two pages"),
    switch("logo", OFTEN, "a logo at the head of each page that looks like type"),
    switch("shaded", OFTEN, "every second row on grey"),
    switch("icons_drawn", OFTEN, "a drawn dot before each row's text"),
    _several(
        "framed",
        Option("plain", 76, "the page lies in the file as it is shown"),
        left="turned by a quarter",
        right="turned by three quarters",
        columns="text drawn column by column",
        upward="text drawn from the bottom up",
        shuffled="text drawn in no order",
    ),
    switch("cropped", OFTEN, "the page's edge is cut off, with what stands there"),
    _several(
        "enclosed",
        Option("nothing", 76, "nothing beside the pages"),
        metadata="a row of another statement in the title and the keywords",
        object="the same in an object that no page uses",
        file="the same in an attached file",
    ),
)
WAYS: dict[str, Leave] = {
    way.__name__: way
    for way in (
        *(job_code, hidden_head, layer, redacted, bar_code, fold_marks, glyphs, icons),
        *(stamped, feet, sheets, logo, shaded, icons_drawn, framed, cropped, enclosed),
    )
}
"""Facets of the habits that leave each of them."""
DRAWN = frozenset({"layer", "shaded", "icons_drawn", "framed", "cropped", "enclosed"})
"""Facets that only a PDF can show. A page of words has no layers, no shapes and no order of text."""
UNPRINTED = frozenset({"job_code", "hidden_head", "layer", "framed", "cropped", "enclosed"})
"""Facets that change the file and not the page: a reader of the page sees none of them."""


def realistic(seed: int) -> Document:
    """The document of this seed with leavings, which are listed among its habits."""
    document, chance = make(seed), seeded(seed + OWN)
    habits = draw_leavings(chance)
    for facet, option in left(habits):
        WAYS[facet](chance, document, option)
    return Document(document.sheet, document.made, Habits({**document.habits, **dict(left(habits))}))


def draw_leavings(chance: Chance) -> Habits:
    """Choose an option of each facet of leavings."""
    return draw_habits(chance, LEAVINGS)


def left(habits: Habits) -> Iterator[tuple[str, str]]:
    """Yield each facet of which something is left, with its option."""
    for facet in LEAVINGS:
        if habits[facet.name] != facet.options[0].name:
            yield facet.name, habits[facet.name]


def each_leaving(*, drawn: bool) -> list[tuple[str, str]]:
    """Return everything that may be left, as facet and option; what only a PDF shows where it is `drawn`."""
    return [(facet.name, option.name) for facet in LEAVINGS if drawn or facet.name not in DRAWN for option in facet.options[1:]]
