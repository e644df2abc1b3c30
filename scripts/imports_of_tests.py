"""No module imports a test module: code that tests share is in modules that hold no tests."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of each import in a module of this package; of names out of a module, the module and the name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            above = parents[: len(parents) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def test_module_of(name: str, project: Path) -> str:
    """Return the test module that a full name names or is in, or "" if there is none."""
    parts = name.split(".")
    for length in range(2, len(parts) + 1):
        if parts[length - 1].startswith("test_") and project.joinpath(*parts[:length]).with_suffix(".py").is_file():
            return ".".join(parts[:length])
    return ""


def faults(project: Path = PROJECT) -> list[str]:
    """Yield every import of a test module below tests/ of this project."""
    problems = []
    for path in sorted(project.glob("tests/**/*.py")):
        place = path.relative_to(project)
        for line, name in imported(path.read_text(), ".".join(place.parent.parts)):
            if module := test_module_of(name, project):
                problems.append(f"{place}:{line} imports the test module {module}")
    return list(dict.fromkeys(problems))


def main() -> int:
    problems = faults()
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
