"""Asking the second engine about a document that the first one has read: what it finds on the pages, and what it had to leave out."""

import json
from dataclasses import asdict, dataclass, replace

from reconciliation.documents.answer import UnbelievableAnswer, codes, items
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.sandbox import run_child

SECONDS = 10.0  # at most: it is several times slower than the first, and only compares


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What the second engine finds: the text of each page, line by line. `lost` and `notes` are codes."""

    texts: tuple[str, ...]
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def second_opinion(pdf: bytes, *, password: str | None, limits: DocumentLimits) -> Opinion | None:
    """None where the second engine cannot open the document, or not in time."""
    allowed = replace(limits, seconds=min(SECONDS, limits.seconds))
    end = run_child(asdict(allowed) | {"engine": "opinion", "password": password}, pdf, seconds=allowed.seconds)
    try:
        answer = json.loads(end.output)
        return Opinion(texts=texts(answer["texts"], allowed), lost=codes(answer["lost"]), notes=codes(answer["notes"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def texts(value: object, limits: DocumentLimits) -> tuple[str, ...]:
    """The child's answer, taken as hostile."""
    found = tuple(items(value))
    if not all(isinstance(text, str) for text in found) or sum(map(len, found)) > limits.characters:
        raise UnbelievableAnswer("texts")
    return found
