"""Help texts, completion, and unknown commands."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tieout.main import cli


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_command_teaches_by_examples(run: Run, name: str) -> None:
    done = run(name, "--help")

    assert done.exit_code == 0
    assert f"tieout {name}" in done.output.partition("Options:")[0].partition("\n")[2]


def test_the_help_lists_the_exit_codes(run: Run) -> None:
    assert "could not be done" in run("--help").output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_completion(run: Run, shell: str) -> None:
    assert "_TIEOUT_COMPLETE" in run("completion", shell).output


@pytest.mark.django_db
def test_folders_are_watched_only_by_a_command_that_exists(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.core.management.get_commands", dict)
    done = run("watch", tmp_path)

    assert done.exit_code == 3
    assert "cannot watch folders" in done.stderr


def test_nothing_is_imported_with_the_package() -> None:
    source = (Path(__file__).resolve().parents[2] / "tieout" / "__init__.py").read_text()
    assert "import" not in source
