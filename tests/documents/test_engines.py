"""Both engines have the minimum releases; older ones lose text silently or crash."""

from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.version import Version

from scripts.requirements import asked_for

ASKED = {one.name: one.specifier for one in asked_for((Path(__file__).parents[2] / "pyproject.toml").read_text())[""]}


@pytest.mark.parametrize(("engine", "oldest"), [("pypdf", "7.0"), ("pypdfium2", "5.15")])
def test_an_engine_below_its_floor_is_neither_asked_for_nor_installed(engine: str, oldest: str) -> None:
    floors = [Version(one.version) for one in ASKED[engine] if one.operator == ">="]

    assert [floor >= Version(oldest) for floor in floors] == [True]
    assert ASKED[engine].contains(version(engine))
