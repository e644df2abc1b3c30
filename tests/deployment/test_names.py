"""Names of modules, classes and functions say what they are, one name for one thing (docs/glossary.md)."""

import re
from collections import defaultdict

import pytest

from scripts.measures import MIRRORS, SHIPPED, Module, modules_of

WEAK = re.compile(r"(?:told|said|kept|seen|heard)", re.IGNORECASE)
"""Participles that say that something was done with a thing, and not what it is."""
GIVEN = {
    "KeptAnswer",  # tables, and what reads them
    "KeptAnswerQuerySet",
    "KeptReading",
    "KeptReadingQuerySet",
    "ToldBalance",  # shapes whose names models are shown in a schema
    "ToldColumn",
    "ToldMap",
    "ToldRow",
    "ToldRows",
}


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return modules_of(SHIPPED)


def test_no_class_is_named_by_a_participle(modules: list[Module]) -> None:
    words = {name: re.findall(r"[A-Z][a-z]+", name) for module in modules for name in module.classes}

    assert {name for name, parts in words.items() if any(map(WEAK.fullmatch, parts))} - GIVEN == set()


def test_no_module_is_named_by_a_participle_alone(modules: list[Module]) -> None:
    assert [module.name for module in modules if WEAK.fullmatch(module.name.rpartition(".")[2])] == []


def test_no_two_public_classes_have_one_name(modules: list[Module]) -> None:
    places = defaultdict(list)
    for module in modules:
        for name in module.classes:
            if not MIRRORS.match(module.name) and not name.startswith("_"):
                places[name].append(module.name)

    assert {name: found for name, found in places.items() if len(found) > 1} == {}
