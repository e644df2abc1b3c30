"""What the docs name is there: commands, files, pictures."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

PROJECT = Path(__file__).resolve().parents[2]
PAGES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(PROJECT.glob("docs/**/*.md"))
TARGETS = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))


@pytest.fixture(params=PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def page(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE))

    assert named <= TARGETS


def test_every_command_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", page.read_text()))

    assert named <= set(get_commands())


def test_every_link_and_picture_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text())

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
