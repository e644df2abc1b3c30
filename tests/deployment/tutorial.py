"""The commands of a page of the docs, each with the output that the page shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.project import PROJECT

TUTORIAL = (PROJECT / "docs" / "tutorial.md").read_text()
SERVE = "make serve"
"""The command of the tutorial that does not end by itself."""
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT, MORE = "$ ", "> "


@dataclass(frozen=True, slots=True)
class Typed:
    """One command, with the lines that continue it, and the lines that are promised below it."""

    command: str
    promised: str

    def is_kept_by(self, printed: str) -> bool:
        """True if the output agrees; `...` matches any words, or, alone in its line, any lines."""
        said = re.escape(self.promised).replace(re.escape("..."), ".*")
        return re.fullmatch(said, printed.strip(), re.DOTALL) is not None


def typed(page: str) -> Iterator[Typed]:
    """Every command of the page's console blocks, in their order. Raises ValueError where a block begins with no command."""
    for block in BLOCK.findall(page):
        lines = block.splitlines()
        if not lines[0].startswith(PROMPT):
            raise ValueError(f"no command: {lines[0]}")
        starts = [place for place, line in enumerate(lines) if line.startswith(PROMPT)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield _one(lines[start:end])


def _one(lines: list[str]) -> Typed:
    command = [lines[0].removeprefix(PROMPT)]
    rest = lines[1:]
    while rest and rest[0].startswith(MORE):
        command.append(rest.pop(0).removeprefix(MORE))
    return Typed("\n".join(command), "\n".join(rest).strip())
