"""Every command of the tutorial prints the output of the page."""

import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.deployment.shell import answer, fill, opened
from tests.deployment.tutorial import SERVE, TUTORIAL, Typed, typed
from tests.project import PROJECT

OPEN = {"tieout": {0, 1}}
"""1 where something differs, as the page says."""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    folder = tmp_path_factory.mktemp("checkout")
    fill(folder)
    with opened(folder) as shell:
        yield shell


def test_every_command_of_the_tutorial_prints_the_output_of_the_page(shell: subprocess.Popen[str]) -> None:
    for step in typed(TUTORIAL):
        if step.command == SERVE:
            continue
        printed, code = answer(shell, step.command)
        assert code in OPEN.get(step.command.split()[0], {0}), step.command
        assert step.is_kept_by(printed), f"{step.command}\npromised:\n{step.promised}\nprinted:\n{printed}"


def test_make_serve_is_the_command_that_serves() -> None:
    assert re.search(r"^serve: setup.*\n\t\$\(BIN\)/python manage.py serve$", (PROJECT / "Makefile").read_text(), re.MULTILINE)


def test_the_tutorial_shows_a_mismatch_and_then_a_proof() -> None:
    promised = [step.promised for step in typed(TUTORIAL)]

    assert any(": mismatched" in said for said in promised)
    assert any(": matched" in said for said in promised)
    assert len(promised) > 12


@pytest.mark.parametrize(
    ("promised", "printed", "kept"),
    [
        ("one\n...\nlast", "one\ntwo\nthree\nlast\n", True),
        ('{"a": 1, ...}', '{"a": 1, "b": 2}', True),
        ("matched", "mismatched", False),
        ("", "", True),
        ("", "something", False),
    ],
)
def test_dots_allow_differences_and_all_else_is_compared(promised: str, printed: str, kept: bool) -> None:
    assert Typed("x", promised).is_kept_by(printed) is kept
