"""The wheel installed by `pip install`, in a separate environment away from the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts.requirements import asked_for
from tests.cli.conftest import OPENING, STATEMENT, books_as_csv
from tests.project import PROJECT
from tests.registry import UV

pytestmark = pytest.mark.pypi
HOUSE = ("assistant", "people", "finance", "reconciliation", "config", "api", "connectors", "templates", "static", "locale", "samples")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build: list[str | Path] = [
        UV,
        "build",
        "--quiet",
        "--wheel",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        folder,
        PROJECT,
    ]
    subprocess.run(build, check=True)
    [found] = folder.glob("*.whl")
    return found


def ran(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """In a home of its own, with nothing of this process's settings."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder / "share")}
    return subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_wheel_contains_only_the_packages_and_data_of_the_product(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.partition("/")[0] for name in names}
    house = {name.split("/")[2] for name in names if name.startswith("tieout/house/")}

    assert {name for name in top if not name.endswith(".dist-info")} == {"tieout"}
    assert {"assistant", "config", "people", "finance", "reconciliation", "templates", "static", "locale", "samples"} <= house
    assert not {"tests", "bench", "docs", "scripts", "data"} & house
    assert {"tieout/house/locale/de/LC_MESSAGES/django.mo", "tieout/house/config/floors.txt"} <= set(names)
    assert "tieout/house/reconciliation/documents/child/digits.npz" in names
    assert "tieout/house/reconciliation/reading/vocabulary/columns.toml" in names


def test_the_wheel_holds_the_tree_as_it_is(wheel: Path) -> None:
    """Every file that git knows of the packages, templates, styles and words is there with its bytes, and no other file."""
    known = subprocess.run(["git", "ls-files", "-z", *HOUSE, "tieout"], cwd=PROJECT, check=True, capture_output=True, text=True).stdout
    tree = [name for name in known.split("\0") if name and not name.endswith(".po")]
    packed = {name if name.startswith("tieout/") else f"tieout/house/{name}": PROJECT / name for name in tree}
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
        assert held == packed.keys()
        assert [name for name, file in packed.items() if opened.read(name) != file.read_bytes()] == []


def test_the_wheel_requires_the_dependencies_of_the_project(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        [metadata] = [opened.read(name).decode() for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
    asked = {Requirement(line.partition(": ")[2]).name for line in metadata.splitlines() if line.startswith("Requires-Dist: ")}
    project = asked_for((PROJECT / "pyproject.toml").read_text())

    assert asked == {one.name for part in ("", "ocr", "s3", "mcp", "actual") for one in project[part]}


MOST_BYTES = 250_000_000


@pytest.fixture(scope="module")
def bin_(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment that has the wheel and its dependencies."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, venv], check=True)
    subprocess.run([UV, "pip", "install", "--quiet", "--python", venv / "bin" / "python", wheel], check=True)
    return venv / "bin"


def test_an_installed_tieout_converts_without_leaving_anything(bin_: Path, tmp_path: Path) -> None:
    files = [path for path in bin_.parent.rglob("*") if path.is_file() and not path.is_symlink() and path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES

    done = ran(tmp_path, bin_ / "tieout", "convert", STATEMENT, "--to", "ofx")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("<STMTTRN>") == 23
    assert list(tmp_path.iterdir()) == []


def test_an_installed_tieout_runs_anywhere(bin_: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "books.csv").write_text(books_as_csv())

    done = ran(empty, bin_ / "tieout", "reconcile", STATEMENT, "--ledger", "books.csv", "--opening-balance", OPENING)
    assert (done.returncode, done.stdout.splitlines()[:1]) == (0, ["checking-2026-01.pdf: matched"]), done.stderr
    demo = ran(empty, bin_ / "tieout", "demo")
    assert demo.returncode == 0, demo.stderr
    assert "card-2026-01.pdf: mismatched" in demo.stdout
    saved = ran(empty, bin_ / "tieout", "backup", "saved.tieout", "--json")
    assert saved.returncode == 0, saved.stderr
    assert sorted(path.name for path in empty.iterdir()) == ["books.csv", "saved.tieout", "share"]
    assert (empty / "share" / "tieout" / "tieout.sqlite3").is_file()
