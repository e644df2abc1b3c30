"""Runs every contestant over every file, round by round, so that what else the machine does falls on all alike."""

import argparse
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench import earlier
from bench.contestants import CONTESTANTS, OURS
from bench.documents import Document, made, shared
from bench.judging import Score, judged
from bench.loops import CONTESTANTS as LOOPS
from bench.starting import start_of_a_child
from bench.table import Speed, drawn, overheads, scores, speeds, together

PROJECT = Path(__file__).resolve().parents[1]
READERS = ("tieout: reading", earlier.NAME, "monopoly-core", "statementproof")
CALLS = (1, 10)  # in each round of a loop
Heat = list[dict[str, Any]]  # what bench.heat prints, a file each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--made", type=int, default=30, help="how many statements are made")
    parser.add_argument("--earlier", metavar="REVISION", help="also measure the reader as it was at this revision")
    options = parser.parse_args()
    logging.disable()  # pypdf, which counts the pages, warns of what is wrong with a file
    print(start_of_a_child())
    print(f"\nthe loop over a model and tools, by itself\n\n{drawn(overheads(loops(), beside='pydantic-ai'))}")
    with tempfile.TemporaryDirectory(prefix="tieout-bench-") as folder:
        before = Path(folder) / "earlier" if options.earlier else None
        if before:
            earlier.unpack(options.earlier, PROJECT, before)
        sets = {"made statements and samples": made(Path(folder), options.made), "statements beside the project": shared()}
        for title, documents in sets.items():
            if documents:
                print(f"\n{title}: {len(documents)} files, {sum(document.pages for document in documents)} pages\n")
                compare(documents, options.rounds, before)


def loops() -> dict[str, dict[int, float]]:
    """Seconds a round of each loop, by the calls in it; one that cannot run is named and left out."""
    by_name = {name: {calls: seconds for calls in CALLS if (seconds := a_round(name, calls))} for name in LOOPS}
    return {name: seconds for name, seconds in by_name.items() if len(seconds) == len(CALLS)}


def a_round(name: str, calls: int) -> float | None:
    command = [sys.executable, "-m", "bench.loops", name, str(calls)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PROJECT, check=False)  # noqa: S603
    if done.returncode == 0:
        seconds: list[float] = json.loads(done.stdout)
        return median(seconds)
    print(f"{name} did not run: {done.stderr.strip()[-200:]}")
    return None


def compare(documents: Sequence[Document], rounds: int, before: Path | None) -> None:
    """`before` is the folder of an earlier reader, where one is measured too."""
    names = [name for name in CONTESTANTS if before or name != earlier.NAME]
    heats = {name: [heat for _ in range(rounds) if (heat := run(name, documents, before))] for name in names}
    ran = {name: rounds for name, rounds in heats.items() if rounds}
    measured = [speed(name, documents, heats) for name, heats in ran.items()]
    if ran.keys() >= set(OURS):
        measured.insert(0, together("tieout: both", [reader for reader in measured if reader.name in OURS]))
    print(drawn(speeds(measured, beside="pdfplumber")), "\n")
    print(drawn(scores({name: score(documents, ran[name][0]) for name in READERS if name in ran}, len(documents))))


def run(name: str, documents: Sequence[Document], before: Path | None) -> Heat:
    """One contestant over all files; nothing, and the reason said, where it cannot run."""
    environment = earlier.environment(PROJECT, before) if before and name == earlier.NAME else os.environ
    paths = "".join(f"{document.path}\n" for document in documents)
    command = [sys.executable, "-m", "bench.heat", name]
    done = subprocess.run(command, input=paths, capture_output=True, text=True, cwd=PROJECT, env=environment, check=False)  # noqa: S603
    heat: Heat = [json.loads(line) for line in done.stdout.splitlines()]
    errors = {answer["error"] for answer in heat if answer["error"]}
    if len(heat) == len(documents) and not all(answer["error"] for answer in heat):
        return heat
    print(f"{name} did not run: {min(errors, default=done.stderr.strip()[-200:])}")
    return []


def speed(name: str, documents: Sequence[Document], heats: Sequence[Heat]) -> Speed:
    """Over the documents that it could read in every round."""
    read = [index for index in range(len(documents)) if not any(heat[index]["error"] for heat in heats)]
    return Speed(
        name=name,
        pages=sum(documents[index].pages for index in read),
        rounds=tuple(sum(heat[index]["seconds"] for index in read) for heat in heats),
        failed=len(documents) - len(read),
    )


def score(documents: Sequence[Document], heat: Heat) -> Score:
    return sum((judged(answer["rows"], document.rows) for document, answer in zip(documents, heat, strict=True)), Score())


if __name__ == "__main__":
    main()
