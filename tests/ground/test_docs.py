"""What the docs name is there: commands, files, pictures."""

import argparse
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from tieout.main import cli

PROJECT = Path(__file__).resolve().parents[2]
PAGES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(PROJECT.glob("docs/**/*.md"))
TIEOUT = set(cli.commands)
"""What `tieout` can be followed by."""
TARGETS = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))


@pytest.fixture(params=PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def page(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^|\$ )make ([a-z-]+)", page.read_text(), re.MULTILINE))

    assert named <= TARGETS


def test_every_command_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", page.read_text()))

    assert named <= set(get_commands())


def test_every_option_of_a_command_that_a_page_names_exists(page: Path) -> None:
    named = re.findall(r"manage\.py ([a-z_]+)([^`\n]*)", page.read_text())

    assert [(name, option) for name, rest in named for option in re.findall(r"--[a-z-]+", rest) if option not in options_of(name)] == []


def options_of(name: str) -> set[str]:
    """Those of a command, and those that every one has."""
    found = load_command_class(str(get_commands()[name]), name)
    parser: Any = found.create_parser("manage.py", name)
    return {option for action in _actions(parser) for option in action.option_strings}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Its own and those of what may follow it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for further in action.choices.values():
                yield from _actions(further)


def test_every_tieout_command_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^|\$ )tieout ([a-z-]+)", page.read_text(), re.MULTILINE))

    assert named <= TIEOUT


def test_every_module_that_a_page_has_run_exists(page: Path) -> None:
    named = set(re.findall(r"python -m ([a-z_.]+[a-z_])", page.read_text()))

    assert [name for name in named if importlib.util.find_spec(name) is None] == []


def test_every_link_and_picture_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"(?:\]\(|src=\"|srcset=\")(?!https?://|#)([^)#\"]+)", page.read_text())

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_file_that_the_architecture_names_exists() -> None:
    named = re.findall(r"`([a-z_/]+\.py)`", (PROJECT / "docs" / "architecture.md").read_text())

    assert [name for name in named if not (PROJECT / name).exists()] == []
    assert len(named) > 20


def test_every_target_says_what_it_is_for() -> None:
    explained = set(re.findall(r"^([a-z-]+):.*## \w", (PROJECT / "Makefile").read_text(), re.MULTILINE))

    assert explained == TARGETS


def test_every_file_and_folder_that_the_page_on_security_names_exists() -> None:
    page = (PROJECT / "docs" / "security.md").read_text()
    named = re.findall(r"`((?:tests|scripts|config|finance|reconciliation)/[\w./]+)`", page)

    assert [name for name in named if not (PROJECT / name).exists()] == []


@pytest.mark.parametrize("promise", [f"P{number}" for number in range(1, 8)])
def test_every_promise_names_the_test_that_proves_it(promise: str) -> None:
    (row,) = re.findall(rf"^\| \*\*{promise}\*\* .*", (PROJECT / "docs" / "security.md").read_text(), re.MULTILINE)

    assert re.search(r"`tests/[\w/]+(\.py)?`|`make test-", row)


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
NAMED = re.compile(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)")
GUIDES = [PROJECT / "docs" / "tutorial.md", *sorted(PROJECT.glob("docs/guides/*.md")), PROJECT / "docs" / "concepts" / "own-books.md"]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_every_button_and_page_that_a_guide_names_is_called_so(guide: Path) -> None:
    """Names of the product stand in italics; it has all its words in its catalogue."""
    words = set(WORDS.findall((PROJECT / "locale" / "de" / "LC_MESSAGES" / "django.po").read_text()))

    assert set(NAMED.findall(guide.read_text())) - words == set()
