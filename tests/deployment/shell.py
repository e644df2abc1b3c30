"""A shell in a folder that looks like a checkout, in which the commands of the docs are typed."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.project import PROJECT

ENDED = "the command has ended"
ALREADY_INSTALLED = 'make() { command make --silent --old-file .venv/.runtime "$@"; }'
"""The packages for the tests are installed; a make that assumes otherwise would ask a registry."""

NOT_OURS = {"DATABASE_URL", "REDIS_URL", "MEDIA_ROOT", "DJANGO_ALLOW_ASYNC_UNSAFE"}
"""Variables of the test process that a person's shell does not have. Journeys set the last one, which no deployment may have."""


def fill(folder: Path) -> None:
    """Link the project's files, without its data, into the folder, where commands write their own."""
    for path in PROJECT.iterdir():
        if path.name not in {"data", ".git", ".env"}:
            (folder / path.name).symlink_to(path)


def environment(folder: Path) -> dict[str, str]:
    own = {"DATA_DIR": str(folder / "data"), "ENV_FILE": os.devnull, "DJANGO_SETTINGS_MODULE": "config.settings"}
    return {name: value for name, value in os.environ.items() if name not in NOT_OURS} | own


@contextmanager
def opened(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield one shell for all commands, so that variables of one hold for the next. Standard error goes to `errors_of(folder)`."""
    with errors_of(folder).open("wb") as errors:
        shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    with shell:
        answer(shell, ALREADY_INSTALLED)
        yield shell
        assert shell.stdin is not None
        shell.stdin.close()


def errors_of(folder: Path) -> Path:
    return folder / "standard-error.log"


def answer(shell: subprocess.Popen[str], command: str) -> tuple[str, int]:
    """Return the output of a command, and its exit code."""
    assert shell.stdin is not None
    assert shell.stdout is not None
    shell.stdin.write(f'{command}\nprintf "\\n{ENDED} %d\\n" $?\n')
    shell.stdin.flush()
    printed: list[str] = []
    for line in shell.stdout:
        if line.startswith(ENDED):
            return "".join(printed), int(line.removeprefix(ENDED))
        printed.append(line)
    raise AssertionError("the shell is gone")
