"""The words of statements, as the TOML files beside this module list them."""

import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def lists_of(file: str) -> dict[str, list[str]]:
    """Return the phrases of a file by the name of their list."""
    texts: dict[str, str] = tomllib.loads(FOLDER.joinpath(f"{file}.toml").read_text(encoding="utf-8"))
    return {name: text.splitlines() for name, text in texts.items()}


def phrases(file: str, *names: str) -> str:
    """Return the phrases of one list of a file, or of several in turn, with bars between them, as a regular expression has them."""
    return "|".join(phrase for name in names for phrase in lists_of(file)[name])
