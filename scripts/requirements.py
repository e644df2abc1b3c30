"""`make requirements`: resolve every dependency in one lock (uv.lock) and export the files of those who install with pip.

Without `--write`, check them, without a network: the lock and its exports are current, pinned and with hashes; the lock names PyPI alone;
nothing has known holes; each dependency has its reason beside it in pyproject.toml."""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.floors import Floor, FloorUnreadable, below, floors

PROJECT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
PYPI = "https://pypi.org/simple"
HOSTS = {"https://pypi.org", "https://files.pythonhosted.org"}
EXPORTS = {
    "requirements.txt": ("--no-dev",),
    "requirements-ocr.txt": ("--no-dev", "--extra", "ocr"),
    "requirements-s3.txt": ("--no-dev", "--extra", "s3"),
    "requirements-mcp.txt": ("--no-dev", "--extra", "mcp"),
    "requirements-actual.txt": ("--no-dev", "--extra", "actual"),
    "requirements-uv.txt": ("--only-group", "uv"),
    "requirements-build.txt": ("--only-group", "build"),
}
"""The files that pip reads, each with the parts of the lock in it; each can be installed by itself."""
APART = "scan"
"""The group with an environment of its own. Floors do not hold for it: it attacks our own server, and nothing of Tieout is there."""
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\\n]+)([^\n]*)\n( +--hash=sha256:)?", re.MULTILINE)
ADDRESS = re.compile(r"^ *--(?:extra-)?index-url|^ *--find-links [^-]|://|file:", re.MULTILINE)
HOST = re.compile(r"[a-z+]+://[^/\"]*")
LISTED = re.compile(r'^    "[^"]+",(?! *# \S).*$', re.MULTILINE)


def asked_for(project: str) -> dict[str, list[Requirement]]:
    """Return the requirements of a pyproject.toml: by extra, by group, and under an empty name those that Tieout runs on."""
    read = tomllib.loads(project)
    named = {"": read["project"]["dependencies"], **read["project"]["optional-dependencies"], **read["dependency-groups"]}
    return {name: [Requirement(line) for line in lines if isinstance(line, str)] for name, lines in named.items()}


def unreasoned(project: str) -> Iterator[str]:
    """Yield a sentence for each dependency without a reason behind it."""
    listed = project[project.index("dependencies = [") : project.index("[tool.uv]")]
    yield from (f"pyproject.toml: {line.strip()} has no reason" for line in LISTED.findall(listed))


def strange_hosts(lock: str) -> Iterator[str]:
    """Yield a sentence for each host in a lock that is not PyPI."""
    yield from (f"uv.lock: names {host}" for host in sorted(set(HOST.findall(lock)) - HOSTS))


def faults(name: str, asked: list[Requirement], compiled: str) -> Iterator[str]:
    """Yield a sentence for each fault of a compiled file."""
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
    """Yield a sentence for each package pinned below its floor in any file, and for each floor of a package that no file pins."""
    known = set()
    for name, text in compiled.items():
        for package, version, _marker, _hashed in PIN.findall(text):
            known.add(canonicalize_name(package))
            yield from (f"{name}: {fault}" for fault in below(named, {canonicalize_name(package): version}))
    yield from (f"floors.txt: nothing pins {floor.name}" for floor in named if floor.name not in known)


def exported(*parts: str) -> str:
    """Return the pins of some parts of the lock, as pip reads them. Raises CalledProcessError."""
    command = [str(UV), "export", "--quiet", "--frozen", "--no-emit-project", "--no-header", *parts]
    return subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True).stdout  # nosec B603  # our own command


def is_current() -> bool:
    """Return whether the lock holds all that pyproject.toml asks for."""
    command = [str(UV), "lock", "--check", "--offline", "--quiet"]
    return subprocess.run(command, cwd=PROJECT, check=False, env=_without_registries()).returncode == 0  # nosec B603  # our own command


def write(*, upgrade: bool) -> None:
    """Resolve the lock on PyPI, not on this machine's registry, and export it. Raises CalledProcessError."""
    command = [str(UV), "lock", "--default-index", PYPI, *(["--upgrade"] if upgrade else [])]
    subprocess.run(command, cwd=PROJECT, check=True, env=_without_registries())  # nosec B603  # our own command
    for name, parts in EXPORTS.items():
        (PROJECT / name).write_text(f"# Made from uv.lock by `make requirements`.\n{exported(*parts)}")


def lock_faults() -> Iterator[str]:
    """Yield a sentence for each fault of the lock and its exports."""
    project = (PROJECT / "pyproject.toml").read_text()
    asked = asked_for(project)
    yield from unreasoned(project)
    yield from strange_hosts((PROJECT / "uv.lock").read_text())
    if not is_current():
        yield "uv.lock: is not what pyproject.toml asks for"
    for name, parts in EXPORTS.items():
        file = (PROJECT / name).read_text()
        wanted = asked[parts[-1]] if "--only-group" in parts else asked[""] + (asked[parts[-1]] if "--extra" in parts else [])
        yield from faults(name, wanted, file)
        if file.partition("\n")[2] != exported(*parts):
            yield f"{name}: is not what uv.lock has"
    together = exported("--all-extras", "--all-groups", "--no-group", APART)
    yield from faults("uv.lock", [requirement for name, ones in asked.items() if name != APART for requirement in ones], together)
    yield from faults(f"uv.lock of {APART}", asked[APART], exported("--only-group", APART))
    try:
        yield from beneath(floors(), {"uv.lock": together})
    except (OSError, FloorUnreadable) as error:
        yield f"floors.txt: {error}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="resolve and export, instead of checking")
    parser.add_argument("--upgrade", action="store_true", help="take newer releases")
    options = parser.parse_args()
    if options.write:
        write(upgrade=options.upgrade)
        return 0
    wrong = list(lock_faults())
    for fault in wrong:
        print(f"{fault}; run `make requirements`")
    return 1 if wrong else 0


def _without_registries() -> dict[str, str]:
    """Return the environment without the registries that uv would take from it."""
    return {name: value for name, value in os.environ.items() if not re.fullmatch(r"UV_(DEFAULT_|EXTRA_)?INDEX(_URL)?|UV_FIND_LINKS", name)}


if __name__ == "__main__":
    sys.exit(main())
