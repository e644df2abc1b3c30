"""The compiled requirements name everything that is asked for, pinned and with hashes, no address, and nothing with known holes.

Needs no network."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.floors import Floor, FloorUnreadable, below, floors

PROJECT = Path(__file__).resolve().parents[1]
APART = {"requirements-scan"}
"""Floors do not hold for what attacks our own server from an environment of its own, in which nothing of Tieout is."""
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\\n]+)([^\n]*)\n( +--hash=sha256:)?", re.MULTILINE)
ADDRESS = re.compile(r"^ *--(?:extra-)?index-url|^ *--find-links [^-]|://|file:", re.MULTILINE)


def asked_for(source: str) -> list[Requirement]:
    """What an `.in` file asks for; lines that name other files are left to their own check."""
    lines = (line.partition("#")[0].strip() for line in source.splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def faults(name: str, asked: list[Requirement], compiled: str) -> Iterator[str]:
    """What is wrong with a compiled file, a sentence each."""
    pinned = {}
    for package, version, _marker, hashed in PIN.findall(compiled):
        pinned[canonicalize_name(package)] = version
        if not hashed:
            yield f"{name}: {package} has no hash"
    for requirement in asked:
        version = pinned.get(canonicalize_name(requirement.name))
        if version is None:
            yield f"{name}: {requirement.name} is asked for and not there"
        elif not requirement.specifier.contains(version, prereleases=True):
            yield f"{name}: {requirement.name} {version} is not {requirement.specifier}"
    if ADDRESS.search(compiled):
        yield f"{name}: names an address of a registry or of a machine"


def beneath(named: list[Floor], compiled: dict[str, str]) -> Iterator[str]:
    """What is pinned below its floor in any file; a floor of what nobody pins guards nothing, and is named too."""
    known = set()
    for name, text in compiled.items():
        for package, version, _marker, _hashed in PIN.findall(text):
            known.add(canonicalize_name(package))
            yield from (f"{name}: {fault}" for fault in below(named, {canonicalize_name(package): version}))
    yield from (f"floors.txt: nothing pins {floor.name}" for floor in named if floor.name not in known)


def main() -> int:
    sources = {path.stem: asked_for(path.read_text()) for path in sorted(PROJECT.glob("requirements*.in"))}
    sources["requirements-dev"] += sources["requirements"]
    compiled = {name: (PROJECT / f"{name}.txt").read_text() for name in sources}
    found = [fault for name, asked in sources.items() for fault in faults(f"{name}.txt", asked, compiled[name])]
    try:
        found += beneath(floors(), {name: text for name, text in compiled.items() if name not in APART})
    except (OSError, FloorUnreadable) as error:
        found.append(f"floors.txt: {error}")
    for fault in found:
        print(f"{fault}; run `make requirements`")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
