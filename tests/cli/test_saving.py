"""A backup is one file, and its restored data has the same verdicts; a file that is no backup is refused before anything is changed."""

import json
import stat
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from tests.cli.conftest import Run
from tests.deployment.used import check_archive, use
from tests.installations import Installation
from tests.preparing import Books, prepare
from tieout.commands import backup as saving


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first")
    prepare(folder, Books.SAMPLES)
    use(Installation(folder))
    file = folder.with_name("backup.tieout")
    told: list[int] = []
    saving.back_up(file, folder / "tieout.sqlite3", folder / "media", folder, tell=lambda: told.append(1))
    assert told
    return file


def altered(backup: Path, to: Path, **files: bytes) -> Path:
    """Another archive with these files in place of its own; an empty one is left out."""
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(to, "w") as target:
        for name in source.namelist():
            if files.get(name, b"as it was"):
                target.writestr(name, files.get(name) or source.read(name))
        for name in files.keys() - set(source.namelist()):
            target.writestr(name, files[name])
    return to


def test_a_restored_backup_has_the_same_documents_and_verdicts(backup: Path, tmp_path: Path) -> None:
    saving.put_back(backup, tmp_path, tmp_path / "media")

    check_archive(Installation(tmp_path))


def test_a_backup_is_for_its_owner_alone_and_never_written_over(backup: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    (tmp_path / "tieout.sqlite3").touch()
    with pytest.raises(FileExistsError):
        saving.back_up(backup, tmp_path / "tieout.sqlite3", tmp_path, None, tell=lambda: None)
    assert backup.stat().st_size > 0


def test_a_backup_without_a_database_is_refused_and_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(saving.NoDatabase):
        saving.back_up(tmp_path / "b", tmp_path / "tieout.sqlite3", tmp_path, None, tell=lambda: None)
    assert not (tmp_path / "b").exists()


def test_keys_can_be_left_out(backup: Path, tmp_path: Path) -> None:
    saving.put_back(backup, tmp_path, tmp_path / "media")
    without = saving.back_up(tmp_path / "b", tmp_path / "tieout.sqlite3", tmp_path / "media", None, tell=lambda: None)

    assert not set(saving.KEYS) & set(without)
    assert set(saving.KEYS) & set(zipfile.ZipFile(backup).namelist())


def test_books_that_are_there_are_not_written_over(backup: Path, tmp_path: Path) -> None:
    saving.put_back(backup, tmp_path, tmp_path / "media")
    with pytest.raises(saving.NotEmpty):
        saving.put_back(backup, tmp_path, tmp_path / "media")


def manifest(**files: str) -> bytes:
    return json.dumps({"format": saving.FORMAT, "files": {saving.DATABASE: "0" * 64, **files}}).encode()


@pytest.mark.parametrize(
    "files",
    [
        {saving.DATABASE: b"another database"},
        {saving.DATABASE: b""},
        {saving.MANIFEST: b""},
        {saving.MANIFEST: b"[]"},
        {saving.MANIFEST: b'{"format": "tieout-backup-1", "files": []}'},
        {"more": b"than it names"},
        {saving.MANIFEST: manifest(**{"../outside": "0" * 64})},
        {saving.MANIFEST: manifest(**{"media/../../outside": "0" * 64})},
        {saving.MANIFEST: manifest(**{"/outside": "0" * 64})},
    ],
)
def test_an_incomplete_backup_is_refused_and_changes_nothing(backup: Path, tmp_path: Path, files: dict[str, bytes]) -> None:
    file = altered(backup, tmp_path / "altered", **files)
    with pytest.raises(saving.NoBackup):
        saving.put_back(file, tmp_path / "data", tmp_path / "data" / "media")

    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == [file]


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"no archive")
    with pytest.raises(saving.NoBackup):
        saving.put_back(file, tmp_path / "data", tmp_path / "media")


@pytest.mark.parametrize(("engine", "storage", "said"), [("postgresql", None, "pg_dump"), ("sqlite3", "config.bucket.Bucket", "bucket")])
def test_a_backup_of_remote_storage_is_refused_with_an_explanation(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str, storage: str | None, said: str
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", f"django.db.backends.{engine}")
    if storage:
        monkeypatch.setitem(settings.STORAGES, "default", {"BACKEND": storage})
    done = run("backup", tmp_path / "backup")

    assert done.exit_code == 3
    assert said in done.stderr
    assert not (tmp_path / "backup").exists()


def test_the_commands_bring_an_installation_back(run: Run, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "books"))
    monkeypatch.delenv("MEDIA_ROOT", raising=False)
    done = run("restore", backup, "--json")

    assert json.loads(done.stdout)["folder"] == str(tmp_path / "books")
    assert (tmp_path / "books" / "tieout.sqlite3").is_file()
    assert run("restore", backup).exit_code == 3
