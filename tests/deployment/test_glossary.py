"""Messages on the screen, in e-mails and in reports use the terms of docs/glossary.md, and none that it rules out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PARTS = ("api", "assistant", "connectors", "finance", "people", "reconciliation")
MARKS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext"}
SHORT = re.compile(r"{%-?\s*translate\s+(\"[^\"]*\"|'[^']*')")
BLOCK = re.compile(r"{%-?\s*blocktranslate\b[^%]*%}(.*?){%-?\s*endblocktranslate", re.DOTALL)
VARIABLE = re.compile(r"{{.*?}}|{%.*?%}|%\(\w+\)[sd]", re.DOTALL)


def ruled_out() -> list[str]:
    """Return the terms of the right column of the last table."""
    table = (PROJECT / "docs/glossary.md").read_text(encoding="utf-8").split("|---|---|")[-1]
    return [term.strip() for row in table.strip().splitlines() for term in row.strip("|").split("|")[1].split(",")]


def messages() -> Iterator[str]:
    """Yield each English message of the source, without its variables."""
    for path in sorted(path for part in PARTS for path in (PROJECT / part).rglob("*.py") if "migrations" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in MARKS:
                yield from (
                    VARIABLE.sub("", each.value) for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        yield from (found[1:-1] for found in SHORT.findall(text))
        yield from (VARIABLE.sub("", found) for found in BLOCK.findall(text))


def with_any(terms: list[str], sentences: Iterator[str]) -> list[str]:
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, terms))})s?\b", re.IGNORECASE)
    return sorted({sentence for sentence in sentences if pattern.search(sentence)})


def test_no_message_has_a_term_that_the_glossary_rules_out() -> None:
    assert with_any(ruled_out(), messages()) == []


def test_such_a_term_is_found() -> None:
    assert with_any(ruled_out(), iter(["The provider is enabled.", "Balance brought forward", "It is switched on."])) == [
        "Balance brought forward",
        "The provider is enabled.",
    ]


def test_all_messages_are_looked_at() -> None:
    assert len(set(messages())) > 1500
