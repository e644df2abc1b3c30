"""The child's answer, treated as hostile: it becomes an opened document, a named error, or is refused."""

import json
from collections.abc import Sequence
from typing import Any

from reconciliation.documents.pages import OpenedDocument, Page, UnreadMark, Word
from reconciliation.documents.unreadable import MESSAGES, DocumentUnreadable

MAX_WORD = 10_000  # characters
FARTHEST = 1e7  # points


class UnbelievableAnswer(ValueError):
    """Raised if the child printed an answer that no honest child prints."""


def parsed(output: bytes, numbers: Sequence[int] | None = None) -> OpenedDocument:
    """Return the document, or the first of its pages of these numbers.

    Raises DocumentUnreadable if the child reports an error, UnbelievableAnswer for anything out of shape.
    """
    try:
        answer = json.loads(output, parse_constant=not_a_number)
        if "error" in answer:
            raise refusal(answer["error"])
        return document(answer, numbers)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as failure:
        raise UnbelievableAnswer(type(failure).__name__) from failure


def refusal(error: dict[str, Any]) -> DocumentUnreadable:
    code = error["code"]
    if code not in MESSAGES:
        raise UnbelievableAnswer("code")
    return DocumentUnreadable(code, {str(name)[:20]: number(figure) for name, figure in error["params"].items()})


def storable(texts: Sequence[str]) -> bool:
    """Return True if a database and a file can hold these texts: without NUL, and without half a character of UTF-16."""
    joined = "\n".join(texts)
    return "\0" not in joined and joined.encode("utf-8", "replace").decode() == joined


def document(answer: dict[str, Any], numbers: Sequence[int] | None) -> OpenedDocument:
    pages = tuple(page(item) for item in items(answer["pages"]))
    if [opened.number for opened in pages] != list(range(1, len(pages) + 1) if numbers is None else numbers[: len(pages)]):
        raise UnbelievableAnswer("page numbers")
    hidden = tuple((int(number(on)), word) for on, packed in items(answer["hidden"]) for word in words(packed))
    return OpenedDocument(
        pages=pages,
        hidden=hidden,
        hidden_text=answer["hidden_text"] is True,
        marks=tuple(mark(item) for item in items(answer.get("marks", []))),
        notes=codes(answer["notes"]),
        incomplete=answer["incomplete"] is not False,
        sandbox=codes(answer["sandbox"]),
    )


def page(item: dict[str, Any]) -> Page:
    source = item["source"]
    if source not in {"text", "ocr", "scan", "layer"}:
        raise UnbelievableAnswer("source")
    return Page(int(number(item["number"])), side(item["width"]), side(item["height"]), words(item["words"]), source)


def mark(item: list[Any]) -> UnreadMark:
    page, (x0, y0, x1, y1), kind = items(item)
    if kind not in {"type", "stroke", "digit", "figure", "row", "cover"}:
        raise UnbelievableAnswer("kind")
    return UnreadMark(int(number(page)), (number(x0), number(y0), number(x1), number(y1)), kind)


def words(packed: list[Any]) -> tuple[Word, ...]:
    """Return words from lists of their own values and of the values of their lines, numbered from 0."""
    texts, lefts, rights, numbers, *parts = map(items, packed)
    if not all(isinstance(text, str) and len(text) <= MAX_WORD for text in texts):
        raise UnbelievableAnswer("words")
    if not storable(texts):
        raise UnbelievableAnswer("characters")
    for lengths in (lefts, rights, *parts):
        if not set(map(type, lengths)) <= {int, float} or not -FARTHEST <= min(lengths, default=0) <= max(lengths, default=0) <= FARTHEST:
            raise UnbelievableAnswer("number")
    tops, bottoms, sizes, baselines = parts
    lines = [*zip(tops, bottoms, sizes, baselines, strict=True)]
    if not set(map(type, numbers)) <= {int} or not 0 <= min(numbers, default=0) <= max(numbers, default=0) < max(len(lines), 1):
        raise UnbelievableAnswer("line")
    placed = zip(texts, lefts, rights, map(lines.__getitem__, numbers), strict=True)
    return tuple(Word(text, x0, top, x1, bottom, size, baseline) for text, x0, x1, (top, bottom, size, baseline) in placed)


def number(figure: Any) -> float:
    if isinstance(figure, bool) or not isinstance(figure, (int, float)) or not -FARTHEST <= figure <= FARTHEST:
        raise UnbelievableAnswer("number")
    return figure


def side(figure: Any) -> float:
    """Return the length of a page's side, which is above 0."""
    if number(figure) <= 0:
        raise UnbelievableAnswer("side")
    return number(figure)


def not_a_number(name: str) -> float:
    """Refuse NaN and infinities."""
    raise UnbelievableAnswer(name)


def items(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UnbelievableAnswer("list")
    return value


def codes(value: Any) -> tuple[str, ...]:
    """Return codes of our own, which a document cannot fill with text."""
    if not all(isinstance(code, str) and code.isidentifier() and len(code) <= 40 for code in items(value)):
        raise UnbelievableAnswer("code")
    return tuple(value)
