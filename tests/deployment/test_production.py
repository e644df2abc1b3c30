"""The example settings of production, with empty values filled in, pass every check of a deployment."""

from pathlib import Path
from subprocess import CompletedProcess

from tests import forked
from tests.deployment.production import filled


def checked(environment: dict[str, str]) -> CompletedProcess[str]:
    return forked.run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], environment)


def test_the_example_passes_every_check_once_it_is_filled_in(tmp_path: Path) -> None:
    done = checked(filled(tmp_path))

    assert done.returncode == 0, done.stderr


def test_without_one_of_these_it_does_not(tmp_path: Path) -> None:
    """Each that is missing is an error by itself."""
    names = ["SECRET_KEY", "ENCRYPTION_KEYS", "ALLOWED_HOSTS"]
    done = checked(filled(tmp_path, **dict.fromkeys(names, "")))
    errors = done.stderr.partition("ERRORS:")[2].partition("WARNINGS:")[0]

    assert done.returncode != 0
    assert [name for name in names if f"HINT: Set {name} to" not in errors] == []
