"""Every command, file and link that the docs name exists."""

import argparse
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.core.management import get_commands, load_command_class

from tests.project import PROJECT
from tieout.main import cli

PACKAGES = ("api", "assistant", "config", "connectors", "finance", "people", "reconciliation", "tieout")
READMES = sorted(path for package in PACKAGES for path in (PROJECT / package).rglob("README.md"))
PAGES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(PROJECT.glob("docs/**/*.md"))
COMMANDS = get_commands()
TARGETS = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))


def named(pattern: str, pages: list[Path] = PAGES) -> list[tuple[Path, Any]]:
    """Return the matches of a pattern in all pages, each with its page. Raise AssertionError if there are none."""
    found = [(page, name) for page in pages for name in re.findall(pattern, page.read_text(), re.MULTILINE)]
    assert found, f"no page has {pattern}"
    return found


def listed(faults: list[tuple[Path, Any]]) -> list[str]:
    """The faults as lines, each with the name of its page."""
    return [f"{page.relative_to(PROJECT)}: {fault}" for page, fault in faults]


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = named(r"(?:`|^|\$ )make ([a-z-]+)")

    assert listed([(page, target) for page, target in targets if target not in TARGETS]) == []


def test_every_command_that_a_page_names_exists() -> None:
    commands = named(r"manage\.py ([a-z_]+)")

    assert listed([(page, command) for page, command in commands if command not in COMMANDS]) == []


def test_every_option_of_a_command_that_a_page_names_exists() -> None:
    commands = named(r"manage\.py ([a-z_]+)([^`\n]*)")
    options = [(page, command, option) for page, (command, rest) in commands for option in re.findall(r"--[a-z-]+", rest)]

    assert options
    assert listed([(page, f"{command} {option}") for page, command, option in options if option not in options_of(command)]) == []


@cache
def options_of(name: str) -> set[str]:
    """The options of a command, and those that every command has."""
    command = load_command_class(str(COMMANDS[name]), name)
    parser: Any = command.create_parser("manage.py", name)
    return {option for action in _actions(parser) for option in action.option_strings}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The actions of a parser and of the parsers below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for further in action.choices.values():
                yield from _actions(further)


def test_every_tieout_command_that_a_page_names_exists() -> None:
    commands = named(r"(?:`|^|\$ )tieout ([a-z-]+)")

    assert listed([(page, command) for page, command in commands if command not in cli.commands]) == []


def test_every_module_that_a_page_has_run_exists() -> None:
    modules = named(r"python -m ([a-z_.]+[a-z_])")

    assert listed([(page, module) for page, module in modules if importlib.util.find_spec(module) is None]) == []


def test_every_link_and_picture_of_a_page_leads_to_a_file() -> None:
    links = named(r"(?:\]\(|src=\"|srcset=\")(?!https?://|#)([^)#\"]+)")

    assert listed([(page, link) for page, link in links if not (page.parent / link).exists()]) == []


def test_every_file_that_the_architecture_names_exists() -> None:
    files = named(r"`([a-z_/]+\.py)`", [PROJECT / "docs" / "architecture.md"])

    assert listed([(page, name) for page, name in files if not (PROJECT / name).exists()]) == []
    assert len(files) > 20


def test_every_file_that_a_package_describes_exists() -> None:
    files = named(r"`([a-z_/]+\.py)`", READMES)

    assert listed([(page, name) for page, name in files if not (PROJECT / name).exists() and not [*page.parent.rglob(name)]]) == []
    assert len(files) > 50


def test_a_walk_through_the_code_is_short() -> None:
    walks = re.split(r"^## Walk \d: ", (PROJECT / "docs" / "architecture.md").read_text(), flags=re.MULTILINE)[1:]

    assert [len(re.findall(r"^\d+\. `", walk, re.MULTILINE)) for walk in walks] == [11, 11, 7]
    steps = ["\n".join(re.findall(r"^\d+\. .*", walk, re.MULTILINE)) for walk in walks]
    assert [len(set(re.findall(r"`[a-z_/]+\.py`", text))) for text in steps] == [12, 14, 8]


def test_every_target_of_the_makefile_has_an_explanation() -> None:
    explained = set(re.findall(r"^([a-z-]+):.*## \w", (PROJECT / "Makefile").read_text(), re.MULTILINE))

    assert explained == TARGETS


def test_every_file_and_folder_that_the_page_on_security_names_exists() -> None:
    files = named(r"`((?:tests|scripts|config|finance|reconciliation)/[\w./]+)`", [PROJECT / "docs" / "security.md"])

    assert listed([(page, name) for page, name in files if not (PROJECT / name).exists()]) == []


def test_every_promise_names_the_test_that_proves_it() -> None:
    rows = re.findall(r"^\| \*\*(P\d)\*\* (.*)", (PROJECT / "docs" / "security.md").read_text(), re.MULTILINE)

    assert [promise for promise, _ in rows] == [f"P{number}" for number in range(1, 8)]
    assert [promise for promise, row in rows if not re.search(r"`tests/[\w/]+(\.py)?`|`make test-", row)] == []


def test_every_page_has_its_place_in_the_navigation_and_nothing_else_has() -> None:
    navigation = yaml.safe_load((PROJECT / "mkdocs.yml").read_text())["nav"]
    decisions = PROJECT.glob("docs/decisions/[0-9]*.md")  # their own index leads to them
    pages = set(PROJECT.glob("docs/**/*.md")) - set(decisions)

    assert {PROJECT / "docs" / path for path in places(navigation)} == pages


def places(navigation: object) -> Iterator[str]:
    """The files that a navigation leads to."""
    if isinstance(navigation, str):
        yield navigation
    elif isinstance(navigation, dict):
        yield from (path for under in navigation.values() for path in places(under))
    elif isinstance(navigation, list):
        yield from (path for under in navigation for path in places(under))


WORDS = re.compile(r'^msgid "([^"]+)"$', re.MULTILINE)
GUIDES = [PROJECT / "docs" / "tutorial.md", *sorted(PROJECT.glob("docs/guides/*.md")), PROJECT / "docs" / "concepts" / "own-books.md"]


def test_every_button_and_page_that_a_guide_names_is_called_so() -> None:
    """Names of the product are in italics; the catalogue of a language has all its words."""
    words = set(WORDS.findall((PROJECT / "locale" / "de" / "LC_MESSAGES" / "django.po").read_text()))
    names = named(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", GUIDES)

    assert listed([(page, name) for page, name in names if name not in words]) == []
