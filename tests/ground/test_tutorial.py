"""The tutorial, typed as it stands: each of its commands prints what the page promises."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.processes import free_port
from tests.ground.shell import answer, fill, opened
from tests.ground.tutorial import Typed, typed
from tests.project import PROJECT

PAGE = (PROJECT / "docs" / "tutorial.md").read_text()
SERVE = "make serve"
OPEN = {"tieout": {0, 1}}
"""1 where something differs, as the page says."""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    folder = tmp_path_factory.mktemp("checkout")
    fill(folder)
    with opened(folder) as shell:
        yield shell


def test_every_command_of_the_tutorial_prints_what_the_page_promises(shell: subprocess.Popen[str]) -> None:
    for step in typed(PAGE):
        if step.command == SERVE:
            continue
        printed, code = answer(shell, step.command)
        assert code in OPEN.get(step.command.split()[0], {0}), step.command
        assert step.is_kept_by(printed), f"{step.command}\npromised:\n{step.promised}\nprinted:\n{printed}"


def test_serve_says_what_the_tutorial_promises(tmp_path: Path) -> None:
    """On a port of its own, since another installation may have the usual one."""
    (step,) = [step for step in typed(PAGE) if step.command == SERVE]
    port = free_port()
    own = {
        "DATA_DIR": str(tmp_path),
        "ENV_FILE": os.devnull,
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | own, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as served:
        assert served.stdout is not None
        said = served.stdout.readline()
        served.send_signal(signal.SIGINT)

    assert step.is_kept_by(said.replace(str(port), "8000"))
    assert re.search(r"^serve: setup.*\n\t\$\(BIN\)/python manage.py serve$", (PROJECT / "Makefile").read_text(), re.MULTILINE)


def test_the_tutorial_shows_a_mismatch_and_then_a_proof() -> None:
    promised = [step.promised for step in typed(PAGE)]

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
def test_dots_stand_for_what_differs_and_all_else_is_held_to(promised: str, printed: str, kept: bool) -> None:
    assert Typed("x", promised).is_kept_by(printed) is kept
