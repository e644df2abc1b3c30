"""docs/decisions/index.md: the list of decisions."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
TITLE = re.compile(r"^# (\d+)\. (.+)$", re.MULTILINE)
INTRODUCTION = """\
# Decisions

Choices that are expensive to reverse, each with its context, its consequences and what would change our mind. Replaced decisions
are marked. `python -m scripts.documentation.made` generates this list.

"""


def page() -> str:
    return INTRODUCTION + "".join(f"{number}. [{title}]({file})\n" for number, title, file in decisions())


def decisions() -> list[tuple[int, str, str]]:
    """Return number, title and file of each decision. Raises ValueError if one has no title."""
    rows = []
    for file in sorted(FOLDER.glob("[0-9]*.md")):
        title = TITLE.search(file.read_text(encoding="utf-8"))
        if title is None:
            raise ValueError(f"{file.name} has no title")
        rows.append((int(title[1]), title[2], file.name))
    return rows
