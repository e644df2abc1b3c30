"""docs/settings.md and .env.example name every variable that the settings read, and no other.

.env.example is also for docker-compose.yml, and names what that asks for.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
READ = re.compile(r'\benv(?:\.\w+)?\(\s*"([A-Z_]+)"')
DOCUMENTED = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
COMPOSED = re.compile(r"\$\{([A-Z_]+)")
EXEMPLIFIED = re.compile(r"^#? ?([A-Z_]+)=", re.MULTILINE)


def variables() -> set[str]:
    """The environment variables that config/settings.py reads."""
    return set(READ.findall((PROJECT / "config" / "settings.py").read_text()))


def composed() -> set[str]:
    """The environment variables that docker-compose.yml asks for."""
    return set(COMPOSED.findall((PROJECT / "docker-compose.yml").read_text()))


def faults(file: str, pattern: re.Pattern[str], wanted: set[str]) -> Iterator[str]:
    """What a file that names settings lacks, and what it names for nothing."""
    named = set(pattern.findall((PROJECT / file).read_text()))
    yield from (f"{file} does not name {name}, which is read" for name in sorted(wanted - named))
    yield from (f"{file} names {name}, which is not read" for name in sorted(named - wanted))


def main() -> int:
    read = variables()
    found = [*faults("docs/settings.md", DOCUMENTED, read), *faults(".env.example", EXEMPLIFIED, read | composed())]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
