"""Stored documents have names of our own, are private and are written completely or not at all."""

from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from pytest_django import Settings

from reconciliation.storage import files


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def stored_name(content: bytes) -> str:
    name = files.new_name()
    files.keep(name, content)
    return name


def test_a_stored_document_can_be_read_until_it_is_deleted() -> None:
    name = stored_name(b"%PDF-1.7 statement")

    assert files.fetch(name) == b"%PDF-1.7 statement"
    files.discard(name)
    files.discard(name)
    with pytest.raises(FileNotFoundError):
        files.fetch(name)


def test_equal_documents_are_stored_separately() -> None:
    assert stored_name(b"same") != stored_name(b"same")


def test_other_users_of_the_machine_cannot_read_a_stored_document(media: Path) -> None:
    stored = media / stored_name(b"private")

    assert stored.stat().st_mode & 0o777 == 0o600
    assert all(folder.stat().st_mode & 0o777 == 0o700 for folder in (stored.parent, stored.parent.parent))


HEXADECIMAL = "a" * 32


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../secret",
        "/etc/passwd",
        "documents/../../secret_key",
        "documents/aa/x.pdf",
        f"documents/aa/{HEXADECIMAL}.pdf\n",
        f"documents/aa/{HEXADECIMAL}.exe",
    ],
)
def test_a_name_that_the_store_never_gave_is_refused(name: str) -> None:
    for use in (files.fetch, files.discard, files.is_sealed):
        with pytest.raises(files.NotAStoredDocument):
            use(name)


def test_a_document_that_could_not_be_written_whole_is_not_left_behind(monkeypatch: pytest.MonkeyPatch, media: Path) -> None:
    def full(*_args: object) -> str:
        raise OSError("no space left on device")

    monkeypatch.setattr(default_storage, "save", full)

    with pytest.raises(OSError, match="no space"):
        stored_name(b"too much")

    assert not [path for path in media.rglob("*") if path.is_file()]
