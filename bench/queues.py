"""A simulation of how long statements wait for a worker, with measured times: `python -m bench.queues`. Deterministic by its seed.

A day whose hours are as busy as an office's, the last of a month among them. First one kind of process that also waits for models, then
processes for documents and threads for models, so many of each.
"""

import argparse
import heapq
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

from bench.table import drawn

DAY = 86_400
HOURS = (1, 1, 1, 1, 1, 2, 4, 8, 14, 16, 16, 14, 10, 14, 16, 16, 14, 10, 6, 4, 3, 2, 1, 1)  # how busy each is, beside the others
SIZES = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Statements of a day; seconds of a process for each; the share that a model is asked about, and seconds of that."""

    statements: int
    seconds: float
    asked: float
    model_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Seconds that work waited for somebody, and the share of their time that all of them were at work in the busiest hour."""

    median: float
    late: float  # of twenty the longest but one
    longest: float
    busiest: float


def arrivals(statements: int, chance: random.Random) -> list[float]:
    """Seconds since midnight: a Poisson process as busy as the hour, in order."""
    rates = [statements * weight / sum(HOURS) / 3600 for weight in HOURS]
    return [hour * 3600 + offset for hour, rate in enumerate(rates) if rate for offset in _within(3600, rate, chance)]


def _within(seconds: float, rate: float, chance: random.Random) -> Iterator[float]:
    now = chance.expovariate(rate)
    while now < seconds:
        yield now
        now += chance.expovariate(rate)


def served(coming: Iterable[float], seconds: Iterable[float], servers: int) -> tuple[list[float], list[float]]:
    """Return begin and end of each statement, first come, first served; `coming` is in order."""
    free = [0.0] * servers
    begun, done = [], []
    for came, lasts in zip(coming, seconds, strict=False):
        start = max(came, free[0])
        heapq.heapreplace(free, start + lasts)
        begun.append(start)
        done.append(start + lasts)
    return begun, done


def waits(coming: Sequence[float], begun: Sequence[float], lasts: Callable[[int], float], servers: int) -> Waits:
    waited = sorted(start - came for came, start in zip(coming, begun, strict=True))
    hours = [0.0] * (24 + math.ceil(max(waited, default=0) / 3600) + 1)
    for place, start in enumerate(begun):
        hours[min(int(start // 3600), len(hours) - 1)] += lasts(place)
    count = len(waited)
    return Waits(
        median=waited[count // 2], late=waited[count * 19 // 20], longest=waited[-1], busiest=min(1.0, max(hours) / (3600 * servers))
    )


def together(load: Load, processes: int, seed: int) -> Waits:
    """One kind of process: it also waits for the model."""
    chance = random.Random(seed)  # noqa: S311  nothing secret is drawn
    coming = arrivals(load.statements, chance)
    durations = [load.seconds + (load.model_seconds if chance.random() < load.asked else 0.0) for _ in coming]
    begun, _done = served(coming, durations, processes)
    return waits(coming, begun, durations.__getitem__, processes)


def apart(load: Load, processes: int, threads: int, seed: int) -> tuple[Waits, Waits]:
    """Processes for documents, then threads for those that a model is asked about."""
    chance = random.Random(seed)  # noqa: S311
    coming = arrivals(load.statements, chance)
    begun, done = served(coming, repeat(load.seconds), processes)
    asked = sorted(end for end in done if chance.random() < load.asked)
    started, _ended = served(asked, repeat(load.model_seconds), threads)
    return (
        waits(coming, begun, lambda _: load.seconds, processes),
        waits(asked or [0.0], started or [0.0], lambda _: load.model_seconds, threads),
    )


def needed(load: Load, seconds: float) -> int:
    """Return how many workers the busiest hour needs, for work of so many seconds, with a quarter to spare."""
    busiest = load.statements * max(HOURS) / sum(HOURS) / 3600
    return max(1, math.ceil(busiest * seconds * 1.25))


def rows(load: Load, seed: int) -> Iterator[tuple[str, ...]]:
    both = load.seconds + load.asked * load.model_seconds
    for statements in SIZES:
        of = Load(statements=statements, seconds=load.seconds, asked=load.asked, model_seconds=load.model_seconds)
        shared, processes, threads = needed(of, both), needed(of, load.seconds), needed(of, load.asked * load.model_seconds)
        first, second = apart(of, processes, threads, seed)
        yield f"{statements:,}", "together", str(shared), "", *_cells(together(of, shared, seed))
        yield f"{statements:,}", "apart: documents", str(processes), "", *_cells(first)
        yield f"{statements:,}", "apart: models", "", str(threads), *_cells(second)


def _cells(waits: Waits) -> tuple[str, str, str, str]:
    return f"{waits.median:.2f}", f"{waits.late:.2f}", f"{waits.longest:.1f}", f"{waits.busiest:.0%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.2, help="of a process for a statement of three pages")
    parser.add_argument("--asked", type=float, default=0.2, help="the share of statements that a model is asked about")
    parser.add_argument("--model-seconds", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    load = Load(statements=0, seconds=options.seconds, asked=options.asked, model_seconds=options.model_seconds)
    heads = ("a day", "way", "processes", "threads", "wait s, median", "95 %", "longest", "busiest hour")
    print(drawn([heads, *rows(load, options.seed)]))


if __name__ == "__main__":
    main()
