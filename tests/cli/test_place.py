"""Locations of packages and data for an installed Tieout and for a checkout."""

import os
from pathlib import Path

import pytest

from tieout import place


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(place, "HOUSE", tmp_path)
    monkeypatch.setattr("sys.path", [])
    for name in ("DATA_DIR", "MEDIA_ROOT", "PYTHONPATH", "ENV_FILE", "LOG_LEVEL"):
        monkeypatch.setenv(name, "")  # so that each is as it was afterwards
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path


def test_an_installed_one_keeps_its_data_in_the_users_folder_and_children_find_it(installed: Path) -> None:
    place.settle()
    place.settle()

    assert os.environ["PYTHONPATH"] == str(installed)
    assert os.environ["DATA_DIR"] == str(installed / "share" / "tieout")
    assert place.media_folder() == installed / "share" / "tieout" / "media"


def test_a_folder_of_data_that_is_named_is_taken(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", "here")
    place.settle()

    assert Path(os.environ["DATA_DIR"]) == Path.cwd() / "here"


def test_a_checkout_keeps_its_data_beside_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATA_DIR", raising=False)
    project = Path(__file__).resolve().parents[2]

    assert not place.is_installed()
    assert place.root() == project
    assert place.data_folder() == project / "data"
