"""Names of modules, classes, functions and variables have a meaning, one name for one thing (docs/glossary.md)."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from scripts.measures import MIRRORS, SHIPPED, Module, modules_of

WEAK = re.compile(r"(?:told|said|kept|seen|heard)", re.IGNORECASE)
"""Participles that name an act on a thing, and not the thing."""
GIVEN = {
    "KeptAnswer",  # tables and their readers
    "KeptAnswerQuerySet",
    "KeptReading",
    "KeptReadingQuerySet",
    "ToldBalance",  # shapes whose names models are shown in a schema
    "ToldColumn",
    "ToldMap",
    "ToldRow",
    "ToldRows",
}
EMPTY = frozenset({"each", "found", "heard", "kept", "one", "said", "seen", "told"})
"""Names of variables, parameters, attributes and functions without a meaning."""
GIVEN_IN = {
    ("api.v1.imports", "one"),  # names of operations, which programs made from the schema call
    ("api.v1.ledger_imports", "one"),
    ("api.v1.statements", "one"),
    ("connectors.models", "told"),  # columns and stored JSON
    ("reconciliation.models.evidence", "said"),
    ("reconciliation.queue.snapshot", "told"),
    ("finance.exports", "told"),  # what pages and reports name
    ("finance.imports.preview", "said"),
    ("reconciliation.questions", "seen"),
    ("reconciliation.proof.checks.finding", "found"),  # the output of `verify-proof --json`
    ("tieout.client", "seen"),  # arguments of the client
}


def _names_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ExceptHandler):
            yield node.name or ""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return modules_of(SHIPPED)


def test_no_class_is_named_by_a_participle(modules: list[Module]) -> None:
    words = {name: re.findall(r"[A-Z][a-z]+", name) for module in modules for name in module.classes}

    assert {name for name, parts in words.items() if any(map(WEAK.fullmatch, parts))} - GIVEN == set()


def test_no_module_is_named_by_a_participle_alone(modules: list[Module]) -> None:
    assert [module.name for module in modules if WEAK.fullmatch(module.name.rpartition(".")[2])] == []


def test_names_without_meaning_are_used_only_where_they_are_given(modules: list[Module]) -> None:
    named = {(module.name, name) for module in modules for name in _names_in(module.tree)}

    assert {(module, name) for module, name in named if name in EMPTY} == GIVEN_IN


def test_no_two_public_classes_have_one_name(modules: list[Module]) -> None:
    places = defaultdict(list)
    for module in modules:
        for name in module.classes:
            if not MIRRORS.match(module.name) and not name.startswith("_"):
                places[name].append(module.name)

    assert {name: found for name, found in places.items() if len(found) > 1} == {}
