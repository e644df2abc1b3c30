"""The results of a run as tables, for a terminal and for the docs."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.judging import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Processor seconds of each round over the same pages."""

    name: str
    pages: int
    rounds: tuple[float, ...]
    failed: int = 0  # documents that it could not read; their pages do not count

    @property
    def a_page(self) -> float:
        return median(self.rounds) / self.pages if self.pages else 0.0


def together(name: str, parts: Sequence[Speed]) -> Speed:
    """One after the other on the same pages."""
    rounds = tuple(sum(seconds) for seconds in zip(*(part.rounds for part in parts), strict=True))
    return Speed(name=name, pages=parts[0].pages, rounds=rounds, failed=max(part.failed for part in parts))


def speeds(measured: Sequence[Speed], *, beside: str) -> list[tuple[str, ...]]:
    """Pages a second, milliseconds a page, and the share of what the one named takes."""
    base = next((speed.a_page for speed in measured if speed.name == beside), 0.0)
    return [
        ("", "pages/s", "CPU ms/page", f"of {beside}", "not read"),
        *((speed.name, *figures(speed, base), str(speed.failed)) for speed in measured),
    ]


def figures(speed: Speed, base: float) -> tuple[str, str, str]:
    if not speed.a_page:
        return "-", "-", "-"
    return f"{1 / speed.a_page:.0f}", f"{1000 * speed.a_page:.2f}", f"{speed.a_page / base:.2f}" if base else "-"


def scores(by_name: dict[str, Score], documents: int) -> list[tuple[str, ...]]:
    return [
        ("", "precision", "recall", "rows right", f"documents right of {documents}"),
        *(
            (name, f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.right} of {score.true}", str(score.whole))
            for name, score in by_name.items()
        ),
    ]


def overheads(by_name: dict[str, dict[int, float]], *, beside: str) -> list[tuple[str, ...]]:
    """Seconds a round, by name and by how many calls a round has, each beside the same of the one named."""
    calls = next(iter(by_name.values()))
    heads = [head for count in calls for head in (f"{count} {'call' if count == 1 else 'calls'}: CPU ms/round", f"of {beside}")]
    base = by_name.get(beside, {})
    return [
        ("", *heads),
        *((name, *(cell for count in calls for cell in overhead(seconds[count], base.get(count)))) for name, seconds in by_name.items()),
    ]


def overhead(seconds: float, base: float | None) -> tuple[str, str]:
    return f"{1000 * seconds:.2f}", f"{seconds / base:.2f}" if base else "-"


def drawn(rows: Sequence[tuple[str, ...]]) -> str:
    """Aligned, and Markdown all the same."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        " | ".join(cell.ljust(width) if not at else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    rule = "|".join("-" * (width + 2) if not at else "-" * (width + 1) + ":" for at, width in enumerate(widths))
    return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])
