"""The tutorial, typed as it stands: each of its commands prints what the page promises."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.ground.tutorial import Typed, typed

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "tutorial.md").read_text()
SERVE = "make serve"
ENDED = "the command has ended"
OPEN = {"tieout": {0, 1}}
"""1 where something differs, as the page says."""
ALREADY_INSTALLED = 'make() { command make --silent --old-file .venv/.runtime "$@"; }'
"""What the tests run on is installed; a make that thinks otherwise would ask a registry."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the project, and takes what the commands write."""
    folder = tmp_path_factory.mktemp("checkout")
    for path in PROJECT.iterdir():
        if path.name not in {"data", ".git", ".env"}:
            (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def shell(checkout: Path) -> Iterator[subprocess.Popen[str]]:
    """One shell for all commands, so that what one of them sets holds for the next."""
    own = {"DATA_DIR": str(checkout / "data"), "ENV_FILE": os.devnull, "DJANGO_SETTINGS_MODULE": "config.settings"}
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL", "MEDIA_ROOT"}}
    shell = subprocess.Popen(
        ["bash", "--noprofile", "--norc"],
        cwd=checkout,
        env=kept | own,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with shell:
        answer(shell, Typed(ALREADY_INSTALLED, ""))
        yield shell
        assert shell.stdin is not None
        shell.stdin.close()


def answer(shell: subprocess.Popen[str], step: Typed) -> tuple[str, int]:
    """What a command printed, and its exit code."""
    assert shell.stdin is not None
    assert shell.stdout is not None
    shell.stdin.write(f'{step.command}\nprintf "\\n{ENDED} %d\\n" $?\n')
    shell.stdin.flush()
    printed: list[str] = []
    for line in shell.stdout:
        if line.startswith(ENDED):
            return "".join(printed), int(line.removeprefix(ENDED))
        printed.append(line)
    raise AssertionError("the shell is gone")


def test_every_command_of_the_tutorial_prints_what_the_page_promises(shell: subprocess.Popen[str]) -> None:
    for step in typed(PAGE):
        if step.command == SERVE:
            continue
        printed, code = answer(shell, step)
        assert code in OPEN.get(step.command.split()[0], {0}), step.command
        assert step.is_kept_by(printed), f"{step.command}\npromised:\n{step.promised}\nprinted:\n{printed}"


def test_serve_says_what_the_tutorial_promises(tmp_path: Path) -> None:
    """On a port of its own, since another installation may have the usual one."""
    (step,) = [step for step in typed(PAGE) if step.command == SERVE]
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        port = taker.getsockname()[1]
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
