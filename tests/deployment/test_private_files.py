"""Data on a disk is readable by the user of the installation alone, also if an earlier release made it."""

import os
import stat
from pathlib import Path

import pytest

from config.private_files import make_private, private_folder
from tests import forked

OPENS_THE_DATABASE = """
import os
os.umask(0o022)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("create table if not exists t (x)")
    cursor.execute("insert into t values (1)")
    print(sorted(name for name in os.listdir(os.environ["DATA_DIR"]) if "sqlite3" in name))
{more}
"""
AS_SERVER = """
from config import wsgi
(open(os.environ["DATA_DIR"] + "/written", "w")).close()
"""


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}


def run(folder: Path, more: str = "") -> dict[str, int]:
    done = forked.run(["-c", OPENS_THE_DATABASE.format(more=more)], {"DATA_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": ""})
    assert done.returncode == 0, done.stderr
    return modes(folder)


def is_private(mode: int) -> bool:
    return not mode & 0o077


def test_files_created_by_the_first_start_are_private(tmp_path: Path) -> None:
    found = run(tmp_path / "data", AS_SERVER)

    assert found["."] == found["queue"] == found["queue/waiting"] == found["queue/control"] == 0o700
    assert found["tieout.sqlite3"] == found["written"] == 0o600
    assert all(is_private(mode) for name, mode in found.items() if "sqlite3" in name)


def test_readable_files_of_an_earlier_release_become_private_at_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    run(folder)
    for path in [folder, folder / "queue", folder / "queue" / "waiting"]:
        path.chmod(0o755)
    for path in [folder / "tieout.sqlite3", folder / "tieout.sqlite3-wal", folder / "tieout.sqlite3-shm"]:
        path.touch()
        path.chmod(0o644)

    found = run(folder)

    assert found["."] == found["queue"] == found["queue/waiting"] == 0o700
    assert found["tieout.sqlite3"] == 0o600
    assert all(is_private(mode) for name, mode in found.items() if "sqlite3" in name)


def test_a_folder_shared_by_design_and_one_of_another_user_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, other = tmp_path / "shared", tmp_path / "other"
    for folder, mode in ((shared, 0o1777), (other, 0o755)):
        folder.mkdir()
        folder.chmod(mode)

    private_folder(shared)
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: other.stat().st_uid + 1)
        private_folder(other)
        make_private(tmp_path / "missing")

    assert (modes(shared)["."], modes(other)["."]) == (0o1777, 0o755)
    private_folder(other)
    assert modes(other)["."] == 0o700
