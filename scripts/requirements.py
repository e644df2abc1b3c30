"""The compiled requirements name everything that is asked for, pinned and with hashes, and no address. Needs no network."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[1]
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


def main() -> int:
    sources = {path.stem: asked_for(path.read_text()) for path in sorted(PROJECT.glob("requirements*.in"))}
    sources["requirements-dev"] += sources["requirements"]
    found = [fault for name, asked in sources.items() for fault in faults(f"{name}.txt", asked, (PROJECT / f"{name}.txt").read_text())]
    for fault in found:
        print(f"{fault}; run `make requirements`")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
