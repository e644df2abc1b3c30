"""Minimum releases without known holes (`floors.txt`): nothing below them is started, and nothing below them is pinned."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.utils import canonicalize_name
from packaging.version import Version

FILE = Path(__file__).with_name("floors.txt")
LINE = re.compile(r"(?P<name>[A-Za-z0-9._-]+)>=(?P<lowest>[0-9][0-9A-Za-z.]*) +# (?P<why>\S.*)")


class FloorUnreadable(ValueError):
    """A line of the file is not `package>=release # why`, or there is none."""


@dataclass(frozen=True, slots=True)
class Floor:
    name: str
    lowest: Version
    why: str


def floors(text: str | None = None) -> list[Floor]:
    """Return the floors in the file, or in a text. Raises FloorUnreadable, and OSError."""
    parsed = []
    for line in map(str.strip, (FILE.read_text() if text is None else text).splitlines()):
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise FloorUnreadable(f"no `package>=release  # why`: {line}")
        parsed.append(Floor(canonicalize_name(match["name"]), Version(match["lowest"]), match["why"]))
    if not parsed:
        raise FloorUnreadable("no floor is named")
    return parsed


def below(named: list[Floor], releases: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each package below its floor. `releases` are by canonical name; a missing package has no holes."""
    for floor in named:
        release = releases.get(floor.name)
        if release is not None and Version(release) < floor.lowest:
            yield f"{floor.name} {release} has known holes, closed in {floor.lowest}: {floor.why}"


def installed(named: list[Floor]) -> dict[str, str]:
    """Return the installed releases of the packages that have a floor, by canonical name."""
    releases = {}
    for floor in named:
        with suppress(PackageNotFoundError):
            releases[floor.name] = version(floor.name)
    return releases
