"""Components of Tieout are pinned by hash, above vulnerable releases, and listed."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from packaging.version import Version

from config import checks, floors
from config.floors import Floor, FloorUnreadable
from scripts import requirements, sbom
from tests.project import PROJECT

PINNED = sorted(PROJECT.glob("requirements*.txt"))
INSTALLS = re.compile(r"pip\"?,? install\b[^\n]*-r [^\n]*")
OLD = "pypdf>=7.0  # never ends"


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_everything_that_is_pinned_has_a_hash(path: Path) -> None:
    assert requirements.PIN.findall(path.read_text())
    for package, _version, _marker, hashed in requirements.PIN.findall(path.read_text()):
        assert hashed, package


@pytest.mark.parametrize("name", ["Makefile", "Dockerfile"])
def test_nothing_is_installed_without_its_hash(name: str) -> None:
    text = (PROJECT / name).read_text()
    how = re.search(r"^INSTALL := (.*)$", text, re.MULTILINE)
    installing = INSTALLS.findall(text.replace("$(INSTALL)", how[1] if how else ""))

    assert installing
    assert [line for line in installing if "--require-hashes" not in line] == []


@pytest.mark.parametrize(
    "project", ['dependencies = [\n    "django>=5.2",\n]\n[tool.uv]', 'dependencies = [\n    "django>=5.2", #\n]\n[tool.uv]']
)
def test_a_dependency_without_a_reason_is_named(project: str) -> None:
    assert list(requirements.unreasoned(project)) == [f"pyproject.toml: {project.splitlines()[1].strip()} has no reason"]


def test_every_dependency_has_its_reason_beside_it() -> None:
    assert list(requirements.unreasoned((PROJECT / "pyproject.toml").read_text())) == []


def test_the_lock_names_pypi_alone() -> None:
    assert list(requirements.strange_hosts((PROJECT / "uv.lock").read_text())) == []
    assert list(requirements.strange_hosts('registry = "https://mirror.example/simple"\nurl = "file:///srv/a.whl"')) == [
        "uv.lock: names file://",
        "uv.lock: names https://mirror.example",
    ]


def test_the_lock_and_its_exports_are_current() -> None:
    assert list(requirements.lock_faults()) == []


def test_ci_installs_by_make_alone() -> None:
    assert not re.search(r"\b(pip|uv) (pip )?install", (PROJECT / ".ci" / "run").read_text())


def test_a_vulnerable_release_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.no_package_has_known_holes() == []

    monkeypatch.setattr(floors, "installed", lambda _: {"pypdf": "6.9.2"})
    (fault,) = checks.no_package_has_known_holes()
    assert fault.id == "tieout.E015"
    assert "pypdf 6.9.2" in fault.msg


@pytest.mark.parametrize("text", ["", "pypdf 7.0  # no sign", "pypdf>=7.0", "pypdf>=7.0  #", "pypdf==7.0  # pinned"])
def test_the_start_is_refused_where_the_minimum_versions_cannot_be_read(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floors, "FILE", tmp_path / "floors.txt")
    assert checks.no_package_has_known_holes()[0].id == "tieout.E015"  # there is none

    floors.FILE.write_text(text)
    assert checks.no_package_has_known_holes()[0].id == "tieout.E015"
    with pytest.raises(FloorUnreadable):
        floors.floors(text)


def test_a_release_pinned_below_its_minimum_is_named() -> None:
    named = floors.floors(OLD)

    assert list(requirements.beneath(named, {"r": "pypdf==7.1.0 \\\n    --hash=sha256:00\n"})) == []
    assert list(requirements.beneath(named, {"r": "pypdf==6.9.2 \\\n    --hash=sha256:00\n"})) == [
        "r: pypdf 6.9.2 has known holes, closed in 7.0: never ends"
    ]
    assert list(requirements.beneath(named, {"r": ""})) == ["floors.txt: nothing pins pypdf"]


def test_the_floor_of_the_second_engine_is_7() -> None:
    named: dict[str, Floor] = {floor.name: floor for floor in floors.floors()}

    assert named["pypdf"].lowest >= Version("7.0")


@pytest.fixture(scope="module")
def bill_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return the bill of a file of requirements. It is made once."""
    folder = tmp_path_factory.mktemp("bills")

    @cache
    def made(pinned: str) -> str:
        sbom.write(folder / pinned, pinned)
        return (folder / pinned).read_text()

    return made


@pytest.mark.slow
@pytest.mark.parametrize("pinned", sbom.BILLS.values())
def test_the_bill_of_materials_is_whole_and_valid(pinned: str, bill_of: Callable[[str], str]) -> None:
    from cyclonedx.schema import SchemaVersion  # here, since its grammars take a second, which collecting need not wait for
    from cyclonedx.validation.json import JsonStrictValidator

    bill = bill_of(pinned)

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    told = {(part["name"], part["version"]) for part in json.loads(bill)["components"]}
    assert told == {(package, version) for package, version, _, _ in requirements.PIN.findall((PROJECT / pinned).read_text())}
    assert all(part["externalReferences"][0]["hashes"] for part in json.loads(bill)["components"])


@pytest.mark.slow
def test_the_bill_of_materials_is_the_same_every_time(bill_of: Callable[[str], str], tmp_path: Path) -> None:
    """One program makes every bill, so one is tested for all."""
    pinned = sbom.BILLS["sbom.json"]
    sbom.write(tmp_path / "second.json", pinned)

    assert (tmp_path / "second.json").read_text() == bill_of(pinned)
