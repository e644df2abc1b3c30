"""The checks of `make check` find the faults that they are made for."""

from decimal import Decimal
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts import documented, imports_of_tests, requirements, scores
from scripts.scores import Score

COMPILED = "django==5.2.19 \\\n    --hash=sha256:00\n"


def test_a_compiled_file_that_has_everything_has_no_faults() -> None:
    assert list(requirements.faults("r.txt", [Requirement("Django>=5.2,<5.3")], COMPILED)) == []


@pytest.mark.parametrize(
    ("asked", "compiled", "fault"),
    [
        ("redis>=6", COMPILED, "r.txt: redis is asked for and not there"),
        ("django>=6", COMPILED, "r.txt: django 5.2.19 is not >=6"),
        ("django", "django==5.2.19\n", "r.txt: django has no hash"),
        ("django", f"--find-links /srv/wheels\n{COMPILED}", "r.txt: names an address of a registry or of a machine"),
        ("django", f"--index-url https://registry.example\n{COMPILED}", "r.txt: names an address of a registry or of a machine"),
    ],
)
def test_a_fault_of_a_compiled_file_is_named(asked: str, compiled: str, fault: str) -> None:
    assert fault in list(requirements.faults("r.txt", [Requirement(asked)], compiled))


def test_the_settings_that_are_read_are_found() -> None:
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "LOG_LEVEL"} <= documented.variables()


def test_a_setting_that_the_docs_lack_or_invent_is_named() -> None:
    read = documented.variables()

    assert list(documented.faults("docs/settings.md", documented.DOCUMENTED, read)) == []
    assert list(documented.faults("docs/settings.md", documented.DOCUMENTED, read | {"NEW"})) == [
        "docs/settings.md does not name NEW, which is read"
    ]
    assert "docs/settings.md names DEBUG, which is not read" in list(
        documented.faults("docs/settings.md", documented.DOCUMENTED, read - {"DEBUG"})
    )


def test_a_default_that_the_docs_have_otherwise_is_named() -> None:
    defaults = documented.defaults()

    for file, pattern in (("docs/settings.md", documented.IN_DOCS), (".env.example", documented.IN_EXAMPLE)):
        assert list(documented.wrong_defaults(file, pattern, defaults)) == []
        assert list(documented.wrong_defaults(file, pattern, defaults | {"OCR_MAX_PAGES": "7"})) == [
            f"{file} has 20 for OCR_MAX_PAGES, which is 7"
        ]


RECONCILED = """
case      cases  right
clean         2  1.000   said matched 2
cent          2  0.500   said mismatched 1, said partial 1
seconds a case 0.812
false matches 0
"""
STATEMENTS = """
statements 19   rows 812   precision 1.0000   recall 0.9000   F1 0.9474
balances  0.900   periods  0.900   perfect  0.842   proved  0.789
false proofs 0
"""


def floors(**named: str) -> dict[str, Decimal]:
    return {name: Decimal(value) for name, value in named.items()}


def test_the_figures_of_a_score_are_read() -> None:
    assert scores.figures(RECONCILED) == floors(right="3")
    assert scores.figures(STATEMENTS) == floors(F1="0.9474", perfect="0.842", proved="0.789")


def test_a_score_at_its_floor_holds_and_one_below_it_does_not() -> None:
    assert list(scores.faults(Score(name="reconcile", floors=floors(right="3")), RECONCILED)) == []
    assert list(scores.faults(Score(name="reconcile", floors=floors(right="4")), RECONCILED)) == ["right is 3 and was 4"]


def test_a_false_match_fails_whatever_the_floors_say() -> None:
    printed = RECONCILED.replace("false matches 0", "false matches 1")

    assert list(scores.faults(Score(name="reconcile"), printed)) == ["false matches 1"]


def test_a_score_that_broke_off_fails() -> None:
    assert list(scores.faults(Score(name="forged"), "forged 60 matched 0 unanswered 0")) == []
    assert list(scores.faults(Score(name="forged"), "forged 60 matched 2 unanswered 0")) == ["forged 60 matched 2"]
    assert list(scores.faults(Score(name="forged"), "forged 60 matched 0 unanswered 0  GENUINE NOT MATCHED")) == [
        "the genuine statement is refused"
    ]
    assert list(scores.faults(Score(name="hostile"), "Traceback")) == ["it did not come to its end"]


FIRST = "tests.a.test_first"


@pytest.fixture
def tests_of_two_folders(tmp_path: Path) -> Path:
    """A project with a test module and a module that tests share in one folder, and a test module in another."""
    for name in ("tests/a/test_first.py", "tests/a/shared.py", "tests/b/test_second.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("test_data = 1\n")
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        f"from {FIRST} import test_data",
        "import tests.a.test_first",
        "import tests.a.test_first as first",
        "from tests.a import shared, test_first",
        "from ..a.test_first import test_data",
        "from ..a import test_first",
        f"def late():\n    from {FIRST} import test_data",
    ],
)
@pytest.mark.parametrize("importer", ["tests/b/test_second.py", "tests/b/conftest.py"])
def test_an_import_of_a_test_module_is_named(tests_of_two_folders: Path, importer: str, line: str) -> None:
    (tests_of_two_folders / importer).write_text(f"{line}\n")
    number = len(line.splitlines())

    assert imports_of_tests.faults(tests_of_two_folders) == [f"{importer}:{number} imports the test module tests.a.test_first"]


@pytest.mark.parametrize(
    "line", ["from tests.a.shared import test_data", "from ..a import shared", "import test_first", "from unittest import mock"]
)
def test_other_imports_of_tests_are_no_fault(tests_of_two_folders: Path, line: str) -> None:
    (tests_of_two_folders / "tests/b/test_second.py").write_text(f"{line}\n")

    assert imports_of_tests.faults(tests_of_two_folders) == []
