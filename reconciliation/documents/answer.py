"""The child's answer, taken as hostile: it becomes an opened document, a named error, or is refused."""

import json
from collections.abc import Sequence
from typing import Any

from reconciliation.documents.pages import OpenedDocument, Page, Word
from reconciliation.documents.unreadable import MESSAGES, DocumentUnreadable

MAX_WORD = 10_000  # characters
FARTHEST = 1e7  # points


class UnbelievableAnswer(ValueError):
    """The child printed what no honest child prints."""


def parsed(output: bytes, numbers: Sequence[int] | None = None) -> OpenedDocument:
    """The document, or the first of its pages of these numbers.

    Raises DocumentUnreadable if the child says so, UnbelievableAnswer for anything out of shape.
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


def document(answer: dict[str, Any], numbers: Sequence[int] | None) -> OpenedDocument:
    pages = tuple(page(item) for item in items(answer["pages"]))
    if [one.number for one in pages] != list(range(1, len(pages) + 1) if numbers is None else numbers[: len(pages)]):
        raise UnbelievableAnswer("page numbers")
    hidden = tuple((int(number(on)), word) for on, packed in items(answer["hidden"]) for word in words(packed))
    return OpenedDocument(
        pages=pages,
        hidden=hidden,
        hidden_text=answer["hidden_text"] is True,
        notes=codes(answer["notes"]),
        incomplete=answer["incomplete"] is not False,
        sandbox=codes(answer["sandbox"]),
    )


def page(item: dict[str, Any]) -> Page:
    source = item["source"]
    if source not in {"text", "ocr", "scan"}:
        raise UnbelievableAnswer("source")
    return Page(int(number(item["number"])), side(item["width"]), side(item["height"]), words(item["words"]), source)


def words(packed: list[Any]) -> tuple[Word, ...]:
    """From as many lists as a word has parts."""
    texts, *figures = map(items, packed)
    if len(figures) != 6 or not all(isinstance(text, str) and len(text) <= MAX_WORD for text in texts):
        raise UnbelievableAnswer("words")
    for column in figures:
        if not set(map(type, column)) <= {int, float} or not -FARTHEST <= min(column, default=0) <= max(column, default=0) <= FARTHEST:
            raise UnbelievableAnswer("number")
    return tuple(Word(*parts) for parts in zip(texts, *figures, strict=True))


def number(figure: Any) -> float:
    if isinstance(figure, bool) or not isinstance(figure, (int, float)) or not -FARTHEST <= figure <= FARTHEST:
        raise UnbelievableAnswer("number")
    return figure


def side(figure: Any) -> float:
    """Of a page, which is never without one."""
    if number(figure) <= 0:
        raise UnbelievableAnswer("side")
    return number(figure)


def not_a_number(name: str) -> float:
    """Neither NaN nor an infinity is one."""
    raise UnbelievableAnswer(name)


def items(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UnbelievableAnswer("list")
    return value


def codes(value: Any) -> tuple[str, ...]:
    """Names of our own, nothing that a document could fill with text."""
    if not all(isinstance(code, str) and code.isidentifier() and len(code) <= 40 for code in items(value)):
        raise UnbelievableAnswer("code")
    return tuple(value)
