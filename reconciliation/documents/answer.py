"""The child's answer, taken as hostile: it becomes an opened document, a named error, or is refused."""

import json
from collections.abc import Iterable, Sequence
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
        answer = json.loads(output)
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
    hidden = tuple((int(number(on)), word(item)) for on, item in items(answer["hidden"]))
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
    words = tuple(word(packed) for packed in items(item["words"]))
    return Page(int(number(item["number"])), number(item["width"]), number(item["height"]), words, source)


def word(packed: list[Any]) -> Word:
    text, *numbers = packed
    if not isinstance(text, str) or len(text) > MAX_WORD or len(numbers) != 6:
        raise UnbelievableAnswer("word")
    return Word(text, *(number(figure) for figure in numbers))


def number(figure: Any) -> float:
    if isinstance(figure, bool) or not isinstance(figure, (int, float)) or not -FARTHEST <= figure <= FARTHEST:  # nor is NaN
        raise UnbelievableAnswer("number")
    return figure


def items(value: Any) -> Iterable[Any]:
    if not isinstance(value, list):
        raise UnbelievableAnswer("list")
    return value


def codes(value: Any) -> tuple[str, ...]:
    """Names of our own, nothing that a document could fill with text."""
    if not all(isinstance(code, str) and code.isidentifier() and len(code) <= 40 for code in items(value)):
        raise UnbelievableAnswer("code")
    return tuple(value)
