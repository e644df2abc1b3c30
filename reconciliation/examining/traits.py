"""Traits by which the layout of a statement is known again. They hold no figure of a statement and no name of a person."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reconciliation.examining.facts import DocumentFact
from reconciliation.examining.layout import SAME_PLACE, near
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import ROLES

FEWEST_WORDS = 2  # fewest words of a heading by which a layout is known
WORDS = frozenset(word for phrase in ROLES for word in phrase.split())
NAMED_ALIKE = ("sender", "heading")
Traits = dict[str, Any]


def traits_of(layout: Mapping[str, Any], institution: str | None) -> Traits | None:
    """Return the traits of an examined document, or None if it has too few of them to be known again.

    Sender, producer and fonts are digests, because their texts may hold a name. Of the heading only words of the vocabulary count.
    """
    words = [word for word in fold(str(layout.get("heading", ""))).split() if word in WORDS]
    if len(words) < FEWEST_WORDS or not institution or not layout.get("size") or not layout.get("places"):
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
