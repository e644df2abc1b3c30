"""docs/settings.md and .env.example name every variable that the settings read, and no other, each with its default.

.env.example is also for docker-compose.yml, and names the variables of that file.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
READ = re.compile(r'\benv(?:\.\w+)?\(\s*"([A-Z_]+)"')
DEFAULT = re.compile(r'\benv\.\w+\(\s*"([A-Z_]+)", default="?(\w+)"?\)')
IN_DOCS, IN_EXAMPLE = re.compile(r"^\| `([A-Z_]+)` \| `(\w+)` \|", re.MULTILINE), re.compile(r"^# ([A-Z_]+)=(\w+)$", re.MULTILINE)
DOCUMENTED = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
COMPOSED = re.compile(r"\$\{([A-Z_]+)")
EXEMPLIFIED = re.compile(r"^#? ?([A-Z_]+)=", re.MULTILINE)


def variables() -> set[str]:
    """Return the environment variables that config/settings.py reads."""
    return set(READ.findall((PROJECT / "config" / "settings.py").read_text()))


def defaults() -> dict[str, str]:
    """Return the defaults that config/settings.py gives as a word or a number, as a file of settings has them."""
    defaults_in_code = DEFAULT.findall((PROJECT / "config" / "settings.py").read_text())
    plain = {
        name: value.replace("_", "").lower() if value[0].isdigit() or value in {"True", "False"} else value
        for name, value in defaults_in_code
    }
    return {name: value for name, value in plain.items() if not value.isupper()}  # another setting decides


def wrong_defaults(file: str, pattern: re.Pattern[str], wanted: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each default that differs in a file."""
    for name, documented_default in pattern.findall((PROJECT / file).read_text()):
        if documented_default != wanted.get(name, documented_default):
            yield f"{file} has {documented_default} for {name}, which is {wanted[name]}"


def composed() -> set[str]:
    """Return the environment variables that docker-compose.yml asks for."""
    return set(COMPOSED.findall((PROJECT / "docker-compose.yml").read_text()))


def faults(file: str, pattern: re.Pattern[str], wanted: set[str]) -> Iterator[str]:
    """Yield a sentence for each variable that a file does not name, or names although it is not read."""
    named = set(pattern.findall((PROJECT / file).read_text()))
    yield from (f"{file} does not name {name}, which is read" for name in sorted(wanted - named))
    yield from (f"{file} names {name}, which is not read" for name in sorted(named - wanted))


def main() -> int:
    read = variables()
    problems = [*faults("docs/settings.md", DOCUMENTED, read), *faults(".env.example", EXEMPLIFIED, read | composed())]
    problems += [*wrong_defaults("docs/settings.md", IN_DOCS, defaults()), *wrong_defaults(".env.example", IN_EXAMPLE, defaults())]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
