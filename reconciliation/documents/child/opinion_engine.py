"""The second opinion: what pypdf finds on each page, to be held against the first engine's reading, and what it had to leave out."""

from typing import Any

from pypdf.errors import LimitReachedError

from reconciliation.documents.child import losses
from reconciliation.documents.child.pypdf_engine import UNREADABLE, unlocked
from reconciliation.documents.child.request import ChildRefused, ChildRequest


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Each page's text, line by line, its gaps as single spaces. Refused where pypdf cannot open the file at all."""
    warnings = losses.listening()
    texts: list[str] = []
    characters_left = request.characters
    try:
        document = unlocked(pdf, request.password)
        if "/Collection" in document.root_object:
            warnings.lost.add("portfolio")
        for page in document.pages:
            text = "\n".join(" ".join(line.split()) for line in page.extract_text().splitlines())
            characters_left -= len(text)
            if characters_left < 0 or len(texts) == request.pages:
                raise LimitReachedError  # noqa: TRY301 - the same end as a limit of pypdf's own
            texts.append(text)
    except LimitReachedError:
        warnings.lost.add("limit_reached")
    except UNREADABLE as failure:
        if not texts and not warnings.lost:
            raise ChildRefused("damaged") from failure
        warnings.lost.add("object_skipped")
    return {"texts": texts, "lost": sorted(warnings.lost), "notes": sorted(warnings.notes)}
