"""Sentences on the screen, in letters, in reports and in the documentation have no construction that a native editor would strike."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from scripts.measures import SHIPPED, WEAK_DOCSTRING, modules_of

PROJECT = Path(__file__).parents[2]
STRUCK = re.compile(
    r"\b(?:anew|nobody|somebody|any ?more|none where|where none|heard|in truth|bears? out|borne out|told(?! apart))\b"
    r"|\bno more\b(?! than| rights)"
    r"|\b(?:stands|stood)\b(?! (?:alone|for))",
    re.IGNORECASE,
)
ACCEPTED = {"Too many of your statements are waiting. No more are accepted now."}
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def on_the_screen() -> list[str]:
    """Return each English sentence that the catalogues translate: of pages, letters, reports and commands."""
    with (PROJECT / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalog = read_po(file)
    return [text for message in catalog if message.id for text in ([message.id] if isinstance(message.id, str) else message.id)]


def in_the_documentation() -> Iterator[tuple[str, str]]:
    """Yield the lines of the documentation without code, each with its file. The decisions are history."""
    for path in sorted([PROJECT / "README.md", PROJECT / "CHANGELOG.md", *(PROJECT / "docs").rglob("*.md")]):
        if "decisions" not in path.parts:
            for line in CODE.sub("", path.read_text(encoding="utf-8")).splitlines():
                yield str(path.relative_to(PROJECT)), line


def test_no_sentence_on_the_screen_has_a_construction_that_an_editor_strikes() -> None:
    assert [text for text in on_the_screen() if STRUCK.search(text) and text not in ACCEPTED] == []


def test_no_line_of_the_documentation_has_one() -> None:
    assert [
        (name, line) for name, line in in_the_documentation() if STRUCK.search(line) and not any(map(line.__contains__, ACCEPTED))
    ] == []


def test_no_docstring_asks_or_circumscribes() -> None:
    docstrings = [text.splitlines()[0] for module in modules_of(SHIPPED) for text in module.docstrings if WEAK_DOCSTRING.search(text)]

    assert docstrings == ["Does my ledger agree with the bank? Bank statements reconciled, and the answer proved."]  # the help of `tieout`


@pytest.mark.parametrize(
    "sentence", ["The token opens nothing any more.", "Nobody signed it off yet.", "It is read anew.", "What stands beside its number"]
)
def test_a_forbidden_construction_is_detected(sentence: str) -> None:
    assert STRUCK.search(sentence)
