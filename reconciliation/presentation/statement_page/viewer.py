"""The pages of the document beside the rows: their sizes, and the place of each row."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from people.addresses import address
from people.formats import written_day
from reconciliation.examining.facts import DocumentFact, from_stored
from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.facts import fact_in_words
from reconciliation.presentation.statement_page.rows import RowSection, RowSides, load

Kind = Literal["settled", "open", "unread", "unseen", "against", "examined"]
ROOM = 2.0  # points around the type of a row


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewerBox:
    """A box on a page in points of SVG. `name` is its id, `leads_to` the row or figure it marks, `says` the same in words."""

    page: int
    name: str
    leads_to: str
    kind: Kind
    says: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """One page of the document; `width` and `height` in points, `picture` the address of its picture, `says` its description."""

    number: int
    picture: str
    says: str
    width: str
    height: str
    marks: list[ViewerBox]


def pages_of(
    statement: Statement,
    position: int,
    sides: RowSides,
    sections: Sequence[RowSection],
    *,
    alone: bool,
    against: Iterable[tuple[str, str]] = (),
) -> list[ShownPage]:
    """Return all pages if the file has one statement, else the pages of this one, with a box around each row that the lists show. Pages of
    unknown size are left out; empty if the document was deleted. `against` are codes of places whose print differs from the account, each
    with a sentence."""
    sizes = statement.statement_import.page_sizes
    if not sizes or not statement.statement_import.has_document:
        return []
    marks = []
    section_of = {row.line: section for section in sections for item in section.shown for row in item.bank}
    divided = any(section.is_divided for section in sections)
    numbers = sorted(number for number in section_of if number is not None) if divided else sides.numbers
    load([(sides, numbers, ())])
    for number in numbers:
        line, section = sides.lines[number], section_of.get(number)
        kind: Kind = "settled" if section and section.is_settled else "open"
        label = f"{written_day(line.date)} {line.description} {figure(line.amount, statement.money_currency)}"
        name, leads_to = f"s{position}-box-{line.number}", f"s{position}-line-{line.number}"
        says = f"{section.title}: {label}" if section else label
        marks.append(_mark(line.page, line.box, name=name, leads_to=leads_to, kind=kind, says=says))
    for place, row in enumerate(statement.unread, 1):
        name, leads_to = f"s{position}-unread-box-{place}", f"s{position}-unread-{place}"
        marks.append(
            _mark(row["page"], row["box"], name=name, leads_to=leads_to, kind="unread", says=_("Could not be read: %s") % row["text"])
        )
    places = {printed["code"]: printed for printed in statement.places}
    for code, says in against:
        printed = places.get(code)
        if printed:
            name, leads_to = place_name(position, code), f"s{position}-account"
            marks.append(_mark(printed["page"], printed["box"], name=name, leads_to=leads_to, kind="against", says=says))
    pages = [*(sides.compared.pages or ()), *(mark.page for mark in marks)] or [1]
    first, last = (1, len(sizes)) if alone else (min(pages), min(max(pages), len(sizes)))
    marks += marks_of_the_file(position, statement.statement_import)
    on_page: dict[int, list[ViewerBox]] = defaultdict(list)
    for mark in marks:
        on_page[mark.page].append(mark)
    organization = statement.statement_import.organization
    pictures = address("page_image", statement.statement_import.pk, 1, organization=organization.slug).removesuffix("1/")
    return [
        ShownPage(
            number=number,
            picture=f"{pictures}{number}/",
            says=_("Page %(number)d of %(file)s") % {"number": number, "file": statement.statement_import.filename},
            width=_written(sizes[number - 1][0]),
            height=_written(sizes[number - 1][1]),
            marks=on_page[number],
        )
        for number in range(first, last + 1)
    ]


def marks_of_the_file(position: int, statement_import: StatementImport) -> Iterator[ViewerBox]:
    """Yield the places of hidden text, where the picture shows nothing, and of facts that speak against the document."""
    for row in statement_import.unseen:
        yield _mark(row["page"], row["box"], name="", leads_to="unseen", kind="unseen", says=_("Hidden text: %s") % row["text"])
    placed = {}
    for fact in from_stored(statement_import.examination.get("facts", ())):
        if fact.speaks_against and fact.page and fact.box:
            name, says = fact_place(position, fact), fact_in_words(fact)
            placed[name] = _mark(fact.page, fact.box, name=name, leads_to="tab-examination", kind="examined", says=says)
    yield from placed.values()


def fact_place(position: int, fact: DocumentFact) -> str:
    """Return the id of the box around the place of a fact. Facts of one place share it."""
    return f"s{position}-fact-{fact.page}-" + "-".join(str(round(side)) for side in fact.box or ())


def place_name(position: int, code: str) -> str:
    """Return the id of the box around the account number or the currency."""
    return f"s{position}-place-{code}"


def legend_of(pages: Sequence[ShownPage]) -> list[tuple[Kind, str]]:
    """Return the kinds of boxes on these pages, in words."""
    words: dict[Kind, str] = {
        "settled": _("Cleared"),
        "open": _("Not cleared"),
        "unread": _("Could not be read"),
        "unseen": _("Hidden text"),
        "against": _("Differs from the chosen account"),
        "examined": _("Speaks against the document"),
    }
    present = {mark.kind for page in pages for mark in page.marks}
    return [(kind, label) for kind, label in words.items() if kind in present]


def _mark(page: int, box: Sequence[float], *, name: str, leads_to: str, kind: Kind, says: str) -> ViewerBox:
    x0, y0, x1, y1 = box
    width, height = max(x1 - x0, 0.0) + 2 * ROOM, max(y1 - y0, 0.0) + 2 * ROOM
    x, y, width_written, height_written = map(_written, (x0 - ROOM, y0 - ROOM, width, height))
    return ViewerBox(page=page, name=name, leads_to=leads_to, kind=kind, says=says, x=x, y=y, width=width_written, height=height_written)


def _written(points: float) -> str:
    """Return a number with a decimal point in every language."""
    return format(points, ".2f")
