"""Generated pages and diagrams of the docs are up to date with the code, and reference pages are complete."""

import ast
import dataclasses
import inspect
import re
from pathlib import Path

import pytest

from assistant.dialects import DIALECTS
from finance.imports.reading import READERS
from people.roles import ACTIONS
from reconciliation.management import foreground
from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.labels.acts import SIGN_OFF_REFUSALS
from reconciliation.presentation.labels.verdicts import REASONS
from reconciliation.proposals import result
from reconciliation.reconcile import build_answer, conclusions
from reconciliation.verification import verdict
from scripts.documentation import links, roles
from scripts.documentation.made import DOCS, made

CODE = re.compile(r"`([a-z_0-9]+)`")
FIRST_CELL = re.compile(r"^\| (`[^|]+?) \|", re.MULTILINE)
STEP = re.compile(r"^\| ([^|]+) \|(?:[^|\n]+\|)?? ([^|]+) \|$", re.MULTILINE)
"""The first and the last cell of a row of a table."""
AGAIN = "python -m scripts.documentation.made generates it"
FILES = (
    "reference/commands.md", "reference/reasons.md", "reference/roles.md", "decisions/index.md", "gallery.md", "tutorial/books.csv",
    "images/way-to-a-verdict.svg", "images/integrity.svg", "images/pairs.svg", "images/twins.svg", "images/bridge.svg", "images/mark.svg",
)  # fmt: skip


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return made()


@pytest.mark.parametrize("path", FILES)
def test_a_generated_page_is_up_to_date_with_the_code(path: str, files: dict[str, str]) -> None:
    assert (DOCS / path).read_text(encoding="utf-8") == files[path], AGAIN


def test_no_made_file_is_left_untested(files: dict[str, str]) -> None:
    assert set(files) == set(FILES)


def test_every_right_is_explained() -> None:
    assert set(roles.MEANS) == set(ACTIONS)


def keys_of(code: object) -> set[str]:
    """The names under which a piece of code writes something into JSON."""
    tree = ast.parse(inspect.getsource(code))  # type: ignore[arg-type]
    found = (key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys)
    return {key.value for key in found if isinstance(key, ast.Constant) and isinstance(key.value, str)}


@pytest.fixture(scope="module")
def written() -> set[str]:
    """Every name in the JSON of a verdict."""
    parts = {name for part in verdict.Part.__subclasses__() for name in part.__slots__}
    terms = {field.name for field in dataclasses.fields(verdict.Bridge)} | parts
    return (
        keys_of(verdict) | keys_of(build_answer) | keys_of(result.described) | terms | {"file", "import_id", "status", "error", "seconds"}
    )


def test_every_field_of_a_verdict_is_explained(written: set[str]) -> None:
    assert written - set(CODE.findall((DOCS / "reference" / "verdict.md").read_text())) == set()


def test_no_field_is_explained_that_no_verdict_has(written: set[str]) -> None:
    named = {name for cell in FIRST_CELL.findall((DOCS / "reference" / "verdict.md").read_text()) for name in CODE.findall(cell)}

    assert len(named) > 60
    assert named - written - {"reconciliation"} == set()


def test_the_fields_of_a_file_are_those_of_the_command() -> None:
    assert {"file", "import_id", "status", "verdict", "reconciliation", "error", "seconds"} <= keys_of(foreground)


def test_every_reason_has_its_place_in_the_guide() -> None:
    assert set(REASONS) - set(CODE.findall((DOCS / "guides" / "answers.md").read_text())) == set()


STATES: dict[str, set[str]] = {
    "verdicts": set(verdict.Verdict),
    "documents": set(StatementImport.Status.values),
    "set aside": set(Statement.SetAside.values),
    "sign-offs": set(conclusions.Status),
    "refusals of a sign-off": set(SIGN_OFF_REFUSALS),
}


@pytest.mark.parametrize("states", STATES)
def test_every_state_has_its_next_step_in_the_guide(states: str) -> None:
    rows = STEP.findall((DOCS / "guides" / "answers.md").read_text())
    steps = {code: step for cell, step in rows for code in CODE.findall(cell)}

    assert {state for state in STATES[states] if len(steps.get(state, "").strip()) < len("nothing")} == set()


def test_every_reason_has_a_next_step_in_the_guide() -> None:
    guide = (DOCS / "guides" / "answers.md").read_text()
    steps = {code for cell, step in STEP.findall(guide) if step.strip() for code in CODE.findall(cell)}
    sections = [section for section in guide.split("\n## ") if "**Do:**" in section]

    assert set(REASONS) - steps - {code for section in sections for code in CODE.findall(section)} == set()


@pytest.mark.parametrize("page", ["answers.md", "household.md"])
def test_no_sentence_ends_in_filing_a_statement_that_was_read(page: str) -> None:
    sentences = re.split(r"[.|:;]\s|\n\n", (DOCS / "guides" / page).read_text())

    assert [sentence for sentence in sentences if re.search(r"not\s+reconciled\W*$", sentence, re.IGNORECASE)] == []


def test_every_format_that_is_read_is_on_its_page() -> None:
    named = FIRST_CELL.findall((DOCS / "reference" / "formats.md").read_text())

    assert {f"`{name}`" for name in READERS} <= set(named)


@pytest.mark.parametrize("name", DIALECTS)
def test_every_provider_is_in_the_guide_with_the_variable_of_its_key(name: str) -> None:
    guide = (DOCS / "guides" / "providers.md").read_text()
    (row,) = [line for line in guide.splitlines() if f"| `{name}` |" in line]

    assert DIALECTS[name].key_name in row


HOME = '<html><body id="top"><a href="a/b.html#there">x</a><img src="p.svg"><a href="https://elsewhere.example">out</a></body></html>'
OTHER = '<html><h2 id="there">x</h2><a href="../index.html">x</a></html>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(HOME)
    (tmp_path / "a" / "b.html").write_text(OTHER)
    (tmp_path / "p.svg").write_text("<svg/>")
    return tmp_path


def test_a_site_whose_links_lead_somewhere_has_no_faults(site: Path) -> None:
    assert list(links.faults(site)) == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="gone.html">x</a>', "gone.html leads nowhere"),
        ('<a href="b.html#nowhere">x</a>', "b.html#nowhere: there is no such place on that page"),
        ('<a href="#nowhere">x</a>', "#nowhere: there is no such place on that page"),
        ('<img src="gone.png">', "gone.png leads nowhere"),
        ('<source srcset="gone.png">', "gone.png leads nowhere"),
        ('<script src="https://cdn.example/x.js"></script>', "fetches https://cdn.example/x.js from elsewhere"),
        ('<pre class="wide mermaid">', "uses mermaid, which is fetched from elsewhere"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "fetches //fonts.example/x.css from elsewhere"),
    ],
)
def test_broken_and_external_links_are_named(site: Path, html: str, fault: str) -> None:
    (site / "a" / "b.html").write_text(OTHER + html)

    assert list(links.faults(site)) == [f"a/b.html: {fault}"]


def test_a_folder_without_pages_is_no_site(tmp_path: Path) -> None:
    assert len(list(links.faults(tmp_path))) == 1
