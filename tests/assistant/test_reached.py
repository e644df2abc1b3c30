"""Every option, event, field of a tool and parameter of a loop or a provider is used by the product, not only by tests."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from inspect import signature
from typing import get_args

import pytest

from assistant.contract import EXTRA, OPTIONS, Request
from assistant.dialects import Dialect
from assistant.events import RunEvent
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.protocols import CODECS, codec
from assistant.registry import provider
from assistant.tools import Tool
from reconciliation.model_access.provider_selection import IN_SETTINGS
from tests.project import PROJECT

PACKAGES = ("api", "assistant", "config", "connectors", "people", "finance", "reconciliation", "tieout")
FOR_TESTS = {"ToolLoop": {"clock", "pause"}}
"""Parameters that replace time, which only tests do."""


@cache
def trees() -> tuple[ast.Module, ...]:
    """The shipped modules, without the script that tests and docs play."""
    paths = (path for package in PACKAGES for path in (PROJECT / package).rglob("*.py") if path.name != "scripted.py")
    return tuple(ast.parse(path.read_text()) for path in paths)


def nodes() -> Iterator[ast.AST]:
    for tree in trees():
        yield from ast.walk(tree)


@cache
def keywords() -> dict[str, set[str]]:
    """The keywords of all calls of the product, by the name of what is called."""
    given: dict[str, set[str]] = defaultdict(set)
    for node in nodes():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given[name] |= {keyword.arg for keyword in node.keywords if keyword.arg}
    return dict(given)


@cache
def keys() -> set[str]:
    """The texts that are keys of mappings in the product."""
    found = {key.value for node in nodes() if isinstance(node, ast.Dict) for key in node.keys if isinstance(key, ast.Constant)}
    return {key for key in found if isinstance(key, str)}


@cache
def public_names() -> tuple[tuple[str, str], ...]:
    """The public functions, classes and constants of the assistant, its methods and fields, each with its docstring."""
    found: list[tuple[str, str]] = []
    for path in (PROJECT / "assistant").rglob("*.py"):
        body = ast.parse(path.read_text()).body if path.name != "scripted.py" else []
        defined = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        found += [(node.name, ast.get_docstring(node) or "") for node in defined]
        found += [
            (target.id, "") for node in body if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Name)
        ]
        found += [(node.target.id, "") for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
        for inner in (inner for node in defined if isinstance(node, ast.ClassDef) for inner in node.body):
            if isinstance(inner, ast.FunctionDef):
                found.append((inner.name, ast.get_docstring(inner) or ""))
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                found.append((inner.target.id, ""))
    return tuple((name, text) for name, text in found if not name.startswith("_"))


@cache
def used_names() -> set[str]:
    """The names that the product reads, imports, gives as keywords, or writes as a text, such as the name of an attribute."""
    used: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        if isinstance(node, ast.Attribute):
            used.add(node.attr)
        if isinstance(node, ast.alias):
            used.add(node.name)
        if isinstance(node, ast.keyword):
            used.add(node.arg or "")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    return used


@cache
def looked_for() -> set[str]:
    """The names of classes that the product tells apart by `isinstance`, or has as keys."""
    names: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            names |= {inner.id for inner in ast.walk(node.args[1]) if isinstance(inner, ast.Name)}
        if isinstance(node, ast.Dict):
            names |= {key.id for key in node.keys if isinstance(key, ast.Name)}
    return names


def test_every_public_name_is_used_by_the_product_or_says_that_it_is_for_tests() -> None:
    assert len(public_names()) > 300
    assert sorted({name for name, text in public_names() if name not in used_names() and "For tests" not in text}) == []


@pytest.mark.parametrize("event", get_args(RunEvent), ids=lambda event: event.__name__)
def test_every_event_of_a_run_is_looked_for(event: type) -> None:
    assert event.__name__ in looked_for()


@pytest.mark.parametrize("option", [*OPTIONS, EXTRA])
def test_every_option_is_chosen_by_the_settings_or_set_by_the_product(option: str) -> None:
    assert option in IN_SETTINGS or option in keys()


@pytest.mark.parametrize("option", [*OPTIONS, EXTRA])
def test_every_option_reaches_the_body_of_some_protocol(option: str) -> None:
    value = {"own": 1} if option == EXTRA else True
    asked = Request(messages=[], options={option: value})

    bodies = [codec(api).encode(asked, model="m", dialect=Dialect(name="of a test", api=api)) for api in CODECS]
    without = [codec(api).encode(Request(messages=[]), model="m", dialect=Dialect(name="of a test", api=api)) for api in CODECS]

    assert bodies != without


@pytest.mark.parametrize(
    ("called", "names"),
    [
        ("ToolLoop", [name for name in signature(ToolLoop.__init__).parameters if name not in ("self", "provider", "toolbox", "limits")]),
        ("run", [name for name in signature(ToolLoop._initial).parameters if name not in ("self", "messages")]),
        ("Limits", [field.name for field in fields(Limits)]),
        ("Tool", [field.name for field in fields(Tool)]),
        ("Dialect", [field.name for field in fields(Dialect)]),
        ("provider", [name for name in signature(provider).parameters if name != "name"]),
    ],
)
def test_every_parameter_is_given_by_the_product(called: str, names: list[str]) -> None:
    given = keywords().get(called, set()) | keywords().get("replace", set()) | (keys() if called == "provider" else set())

    assert set(names) - given - FOR_TESTS.get(called, set()) == set()
