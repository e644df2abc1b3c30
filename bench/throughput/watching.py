"""Waits until every import is answered, and says how that went."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

STAGES = ("open", "read", "analyse", "reconcile", "verify")
POLL = 0.1
PATIENCE = 600.0
WORKERS, CHILDREN = "processes of the worker", "children that open documents"
SERVERS = {"postgres": "PostgreSQL", "redis-server": "Redis"}
PARTS = (WORKERS, CHILDREN, *SERVERS.values())


@dataclass(slots=True)
class Seen:
    """`rate` is statements a minute, `cpu` milliseconds of all processors a statement, `parts` those of each part; `memory` is of worker
    and children together, in MB, at a tenth, at half, and at the end."""

    rate: float = 0.0
    cpu: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)
    matched: int = 0
    memory: list[int] = field(default_factory=list)
    locks: list[str] = field(default_factory=list)

    def stages(self) -> Iterator[tuple[str, str, str]]:
        from django.db.models import Avg

        from reconciliation.models import Run, Step

        means = dict(Step.objects.filter(stage__in=STAGES).values_list("stage").annotate(Avg("seconds")).order_by())
        runs = Run.objects.across_organizations("all of the bench are measured")
        whole = [(run.finished_at - run.started_at).total_seconds() for run in runs if run.finished_at]
        mean = sum(whole) / len(whole)
        for stage in STAGES:
            yield stage, f"{1000 * means.get(stage, 0.0):.1f}", f"{means.get(stage, 0.0) / mean:.0%}"
        yield "the whole run", f"{1000 * mean:.1f}", "100%"


def watched(pid: int, statements: int) -> Seen:
    """Raises TimeoutError where nothing was answered for too long."""
    from reconciliation.models import StatementImport

    imports = StatementImport.objects.across_organizations("all of the bench are watched")
    sample, first, done, since = Seen(), 0.0, 0, time.monotonic()
    at_first, busy, parts = 0, 0.0, dict.fromkeys(PARTS, 0.0)
    marks = [statements // 10, statements // 2, statements]
    while done < statements:
        time.sleep(POLL)
        now, count = time.monotonic(), imports.exclude(status__in=["pending", "processing"]).count()
        if count > done:
            since = now
            first, at_first, busy, parts = (first, at_first, busy, parts) if first else (now, count, busy_seconds(), by_part(pid))
        if now - since > PATIENCE:
            raise TimeoutError(f"{count} of {statements} are answered")
        done = count
        while marks and done >= marks[0]:
            marks.pop(0)
            sample.memory.append(memory_of(pid))
    sample.rate = 60 * (done - at_first) / (time.monotonic() - first)
    sample.cpu = 1000 * (busy_seconds() - busy) / (done - at_first)
    sample.parts = {name: 1000 * (seconds - parts[name]) / (done - at_first) for name, seconds in by_part(pid).items()}
    sample.matched = imports.filter(verdict="matched").count()
    sample.locks = list((imports.first() or StatementImport()).sandbox)
    return sample


def busy_seconds() -> float:
    """Of all processors of this machine, since it started."""
    user, nice, system, _idle, _waiting, *interrupts = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def by_part(pid: int) -> dict[str, float]:
    """Seconds of processors so far: of a worker and its processes, of the children that open documents, of the servers."""
    family = set(_family(pid))
    ticks = dict.fromkeys(PARTS, 0.0)
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, figures = _stat(folder)
            program = (folder / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        own, ended = sum(map(int, figures[11:13])), sum(map(int, figures[13:15]))
        if b"child.forkserver" in program:
            ticks[CHILDREN] += own + ended
        elif int(folder.name) in family:
            ticks[WORKERS] += own
        elif name in SERVERS:
            ticks[SERVERS[name]] += own + ended  # of connections that were closed, too
    return {part: count / os.sysconf("SC_CLK_TCK") for part, count in ticks.items()}


def _stat(folder: Path) -> tuple[str, list[str]]:
    """A process's name, and what its `stat` says after it."""
    before, _, after = (folder / "stat").read_text().rpartition(")")
    return before.partition("(")[2], after.split()


def memory_of(pid: int) -> int:
    """Return the private memory of a process and its descendants, in MB."""
    return round(sum(map(_held, _family(pid))) / 1000)


def _family(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except FileNotFoundError:
            continue
        for child in children:
            yield from _family(int(child))


def _held(pid: int) -> int:
    """Kilobytes; shared pages count to each by its part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().split("\n")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
