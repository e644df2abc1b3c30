"""The size and the structure of the shipped code.

    python -m scripts.measures [PACKAGE ...]    of these packages, of all that are shipped without one

Prints one measure a line with its aim. A missed aim is no failure. The aims of length come from projects with lines of at most 79 to 100
columns, so the two measures of length are also taken of the same code formatted at 88 and at 100 columns.
"""

import ast
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("assistant", "people", "finance", "reconciliation", "api", "connectors", "tieout", "config")
COMPARED_AT = (88, 100)
"""Columns of a line at which the lengths can be compared with those of other projects."""
WEAK_DOCSTRING = re.compile(
    r"\?\s*$|^(?:What|Whether|Where|When|Which|Why|How|Who|Whose|The same|Of|To)\b"
    r"|^(?:Does|Do(?! nothing)|Is|Are|Has|Have|May|Would|Was|Were)\b"
)
MIRRORS = re.compile(r"api\.|tieout\.client\.|.*\.management\.commands\.")
"""Modules whose classes have given names: the API and its client use the names of the ledger, and Django calls each command Command."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Graph = Mapping[str, set[str]]


@dataclass(frozen=True)
class Module:
    """One file of Python: its dotted name and its syntax tree."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def functions(self) -> list[Function]:
        return [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    @cached_property
    def classes(self) -> list[str]:
        return [node.name for node in self.tree.body if isinstance(node, ast.ClassDef)]

    @cached_property
    def docstrings(self) -> list[str]:
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Module | ast.ClassDef | Function))
        return [text for node in nodes if (text := ast.get_docstring(node))]

    def imports(self) -> Iterator[str]:
        """Yield the dotted name of each module or name that is imported at the top of the file."""
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def helpers_with_one_caller(self) -> tuple[int, int]:
        """Return how many private functions of the file are named once beside their definition, and how many there are. A method that
        extends the one of its parent class is not counted."""
        extended = set(re.findall(r"super\(\)\.(\w+)", self.text))
        private = [function.name for function in self.functions if re.match(r"_[a-z]", function.name) and function.name not in extended]
        names = Counter(re.findall(r"\b_[a-z]\w*", self.text))
        return sum(names[name] == 2 for name in private), len(private)


def modules_of(packages: Iterable[str]) -> list[Module]:
    """Return the modules of the packages, without migrations and empty files."""
    paths = (path for package in packages for path in sorted((ROOT / package).rglob("*.py")))
    files = (path for path in paths if "migrations" not in path.parts and path.stat().st_size)
    return [Module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path) for path in files]


def graph_of(modules: Iterable[Module]) -> dict[str, set[str]]:
    """Return which of the modules each imports."""
    known = {module.name: module for module in modules}
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, module in known.items():
        for imported in module.imports():
            target = imported if imported in known else imported.rpartition(".")[0]
            if target in known and target != name:
                graph[name].add(target)
    return graph


def in_one_cycle(graph: Graph) -> int:
    """Return how many nodes lie in cycles: those that reach themselves."""

    def reaches_itself(start: str) -> bool:
        waiting, visited = [*graph[start]], set[str]()
        while waiting:
            node = waiting.pop()
            if node == start:
                return True
            if node not in visited:
                visited.add(node)
                waiting += graph[node]
        return False

    return sum(map(reaches_itself, graph))


def longest_chain(graph: Graph) -> int | None:
    """Return the number of modules in the longest chain of imports, or None if modules import one another in a circle."""
    lengths: dict[str, int] = {}
    try:
        for name in TopologicalSorter(graph).static_order():
            lengths[name] = 1 + max((lengths[imported] for imported in graph[name]), default=0)
    except CycleError:
        return None
    return max(lengths.values(), default=0)


def parts_of(graph: Graph, package: str) -> dict[str, set[str]]:
    """Return the graph of the packages and loose modules directly in a package."""
    parts: dict[str, set[str]] = defaultdict(set)
    for name, imported in graph.items():
        if name.startswith(f"{package}."):
            part = name.split(".")[1]
            parts[part] |= {other.split(".")[1] for other in imported if other.startswith(f"{package}.")} - {part}
    for part in {other for others in parts.values() for other in others}:
        parts.setdefault(part, set())
    return dict(parts)


def formatted(modules: Iterable[Module], columns: int, folder: Path) -> list[Module]:
    """Return the modules as the formatter writes them with lines of at most so many columns. Their files are written into the folder."""
    copies = [Module(module.name, folder / f"{module.name}.py") for module in modules]
    for module, copy in zip(modules, copies, strict=True):
        copy.path.write_text(module.text, encoding="utf-8")
    ruff = str(Path(sys.executable).parent / "ruff")
    subprocess.run([ruff, "format", "--isolated", "--no-cache", "--quiet", "--line-length", str(columns), str(folder)], check=True)  # nosec B603  # our own command
    return copies


def lengths(modules: list[Module]) -> tuple[float, tuple[float, int, int]]:
    """Return how many functions there are a 100 lines, and the lines of a function: median, 90th percentile, longest."""
    functions = [function for module in modules for function in module.functions]
    sizes = sorted((function.end_lineno or 0) - function.lineno + 1 for function in functions)
    lines = sum(module.text.count("\n") for module in modules)
    return round(100 * len(functions) / lines, 1), (statistics.median(sizes), sizes[int(0.9 * len(sizes))], sizes[-1])


def measures(modules: list[Module]) -> Iterator[tuple[str, object, str]]:
    """Yield each measure: its name, its value, its aim."""
    graph = graph_of(modules)
    single, private = map(sum, zip(*(module.helpers_with_one_caller() for module in modules), strict=True))
    docstrings = [text for module in modules for text in module.docstrings]
    classes = Counter(name for module in modules if not MIRRORS.match(module.name) for name in module.classes if not name.startswith("_"))
    importers = Counter(imported for imports in graph.values() for imported in imports)
    yield "lines", sum(module.text.count("\n") for module in modules), ""
    yield "modules with code", sum(len(module.tree.body) > 1 for module in modules), "< 550"
    yield "packages that hold a docstring alone", sum(len(module.tree.body) == 1 for module in modules), ""
    yield "longest module, lines", max(module.text.count("\n") for module in modules), "400"
    density, sizes = lengths(modules)
    yield "functions a 100 lines", density, "< 5"
    yield "function lines: median, 90th, longest", sizes, "8-12, 30, 60"
    for columns in COMPARED_AT:
        with tempfile.TemporaryDirectory() as folder:
            density, sizes = lengths(formatted(modules, columns, Path(folder)))
        yield f"at {columns} columns: functions a 100 lines", density, "< 5"
        yield f"at {columns} columns: function lines", sizes, "8-12, 30"
    yield "private helpers with one caller", f"{single / max(private, 1):.1%}", "< 35 %"
    weak = sum(WEAK_DOCSTRING.search(text) is not None for text in docstrings)
    yield "docstrings that ask or circumscribe", f"{weak / max(len(docstrings), 1):.0%}", "< 2 %"
    yield "longest chain of imports", longest_chain(graph) or "in circles", "< 20"
    yield "modules with one importer", f"{sum(count == 1 for count in importers.values()) / len(modules):.0%}", "< 20 %"
    yield "public class names defined more than once", sum(count > 1 for count in classes.values()), "0"
    for package in ("reconciliation", "finance", "people"):
        yield f"parts of {package} in cycles", in_one_cycle(parts_of(graph, package)), "0"


def main() -> int:
    for name, value, aim in measures(modules_of(sys.argv[1:] or SHIPPED)):
        print(f"{name:45} {value!s:>16}   {aim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
