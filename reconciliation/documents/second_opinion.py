"""The second engine's view of a document that the first one has read: its text, and the codes of the parts that it left out."""

import json
from dataclasses import asdict, dataclass, replace

from reconciliation.documents.answer import UnbelievableAnswer, codes, items, storable
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.sandbox import run_child

SECONDS = 10.0  # at most: it is several times slower than the first, and only compares


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The second engine's text of each page, line by line. `lost` and `notes` are codes."""

    texts: tuple[str, ...]
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def second_opinion(pdf: bytes, *, password: str | None, limits: DocumentLimits) -> Opinion | None:
    """Return the opinion, or None if the second engine cannot open the document in time."""
    allowed = replace(limits, seconds=min(SECONDS, limits.seconds))
    end = run_child(asdict(allowed) | {"engine": "opinion", "password": password}, pdf, seconds=allowed.seconds)
    try:
        answer = json.loads(end.output)
        return Opinion(texts=texts(answer["texts"], allowed), lost=codes(answer["lost"]), notes=codes(answer["notes"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def texts(value: object, limits: DocumentLimits) -> tuple[str, ...]:
    """Return the texts of the child's answer, treated as hostile."""
    listed = tuple(items(value))
    if not all(isinstance(text, str) for text in listed) or sum(map(len, listed)) > limits.characters or not storable(listed):
        raise UnbelievableAnswer("texts")
    return listed
