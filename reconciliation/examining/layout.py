"""The layout of a statement without any of its figures, the traits by which it is known again, and its departures from earlier ones."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reconciliation.documents.pages import OpenedDocument, Page, Word
from reconciliation.examining.facts import DocumentFact
from reconciliation.examining.figures import columns_of, figures_of, plain, rows_on
from reconciliation.examining.observations import Observations
from reconciliation.printed.statement import Reading
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import ROLES

SAME_PLACE, SAME_SIZE, SAME_LINE = 3.0, 2.0, 2.0  # points
FEWEST_COLUMNS = 2  # fewest columns that a line of headings names
LONGEST_HEADING, MOST_PLACES = 200, 40  # characters; words of a heading whose places count

Layout = Mapping[str, Any]


def layout_of(observations: Observations, document: OpenedDocument, reading: Reading) -> dict[str, Any]:
    """Return the producer, the fonts of figures, the size of the first page, the edges of columns, and the heading above the rows with the
    places of its words."""
    fonts: Counter[str] = Counter()
    edges: set[int] = set()
    heading: Sequence[Word] = ()
    for page, observed in zip(document.pages, observations.pages, strict=False):
        fonts.update(plain(observed.fonts[digit.font]) for digit in observed.digits)
        rows = rows_on(reading, page.number)
        if not rows:
            continue
        edges |= {round(edge) for edge, _, _ in columns_of(figures_of(page, observed, rows))}
        heading = heading or heading_above(page, rows[0][1])
    first = observations.pages[0] if observations.pages else None
    return {
        "producer": observations.value("info", "Producer") or observations.value("xmp", "Producer"),
        "fonts": sorted(name for name, count in fonts.items() if count >= 0.05 * fonts.total()),
        "size": [round(first.width), round(first.height)] if first else [],
        "edges": sorted(edges),
        "heading": " ".join(word.text for word in heading)[:LONGEST_HEADING],
        "places": [round(word.x0) for word in heading][:MOST_PLACES],
    }


def heading_above(page: Page, top: float) -> Sequence[Word]:
    """Return the words of the lowest line above this height that names two columns, else of the lowest one, without those with a digit."""
    above = [word for word in page.words if word.y1 <= top + 1 and not any(map(str.isdigit, word.text))]
    above.sort(key=lambda word: -word.baseline)
    lines: list[Sequence[Word]] = []
    while above:
        line = [word for word in above if above[0].baseline - word.baseline < SAME_LINE]
        above = above[len(line) :]
        lines.append(sorted(line, key=lambda word: word.x0))
    roles = [{ROLES[text] for word in line if (text := fold(word.text)) in ROLES} for line in lines]
    return next((line for line, named in zip(lines, roles, strict=True) if len(named) >= FEWEST_COLUMNS), lines[0] if lines else ())


def departures(layout: Layout, earlier: Sequence[Layout]) -> Iterator[DocumentFact]:
    """Yield the traits that no earlier proved statement of the account has. They only inform: a bank may change its layout."""
    if not layout or not earlier:
        return
    last = earlier[0]
    if all(layout["producer"] != other["producer"] for other in earlier) and last["producer"]:
        yield DocumentFact(code="producer_unlike", params={"earlier": last["producer"]}, evidence=(layout["producer"],))
    if all(layout["fonts"] != other["fonts"] for other in earlier) and last["fonts"]:
        yield DocumentFact(code="fonts_unlike", params={"earlier": ", ".join(last["fonts"])}, evidence=(", ".join(layout["fonts"]),))
    if layout["size"] and all(other["size"] and not near(layout["size"], other["size"], SAME_SIZE) for other in earlier):
        yield DocumentFact(code="size_unlike")
    if layout["edges"] and all(other["edges"] and not near(layout["edges"], other["edges"], SAME_PLACE) for other in earlier):
        yield DocumentFact(code="columns_unlike")
    if layout["heading"] and all(other["heading"] and layout["heading"] != other["heading"] for other in earlier):
        yield DocumentFact(code="headings_unlike", params={"earlier": last["heading"]}, evidence=(layout["heading"],))


def near(values: Sequence[float], others: Sequence[float], most: float) -> bool:
    """True if each value is close to one of the others. A statement with few rows may have fewer columns."""
    return all(any(abs(value - other) <= most for other in others) for value in values)


FEWEST_WORDS = 2  # fewest words of a heading by which a layout is known
WORDS = frozenset(word for phrase in ROLES for word in phrase.split())
NAMED_ALIKE = ("sender", "heading")
Traits = dict[str, Any]


def traits_of(layout: Mapping[str, Any], institution: str | None) -> Traits | None:
    """Return the traits of an examined document, or None if it has too few of them to be known again.

    Sender, producer and fonts are digests, because their texts may hold a name. Of the heading only words of the vocabulary count.
    """
    words = [word for word in fold(str(layout.get("heading", ""))).split() if word in WORDS]
    if len(words) < FEWEST_WORDS or not institution or not all(layout.get(name) for name in ("size", "places", "fonts")):
        return None
    return {
        "sender": digest_of(fold(institution)),
        "heading": " ".join(words),
        "producer": digest_of(layout["producer"]),
        "fonts": digest_of(", ".join(layout["fonts"])),
        "size": list(layout["size"]),
        "places": list(layout["places"]),
        "edges": list(layout["edges"]),
    }


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def key_of_traits(traits: Traits) -> str:
    """Return the digest of all traits but the places, which are compared with some tolerance."""
    named = {name: value for name, value in traits.items() if name not in {"places", "edges"}}
    return digest_of(json.dumps(named, sort_keys=True))


def has_columns(known: Traits, traits: Traits) -> bool:
    """True if each heading is where the known layout has it, and so are the columns of figures: a statement with few rows shows fewer."""
    edges, others = known["edges"], traits["edges"]
    headings = len(known["places"]) == len(traits["places"]) and near(traits["places"], known["places"], SAME_PLACE)
    return headings and (near(edges, others, SAME_PLACE) or near(others, edges, SAME_PLACE))


def departures_from(known: Sequence[Traits], traits: Traits) -> Iterator[DocumentFact]:
    """Yield the traits in which a document departs from each of the known layouts with its sender and its headings. They only inform: a
    bank may change its layout."""
    alike = [other for other in known if all(other[name] == traits[name] for name in NAMED_ALIKE)]
    if not alike:
        return
    for name in ("producer", "fonts", "size"):
        if all(other[name] != traits[name] for other in alike):
            yield DocumentFact(code=f"layout_{name}")
    if not any(has_columns(other, traits) for other in alike):
        yield DocumentFact(code="layout_columns")
