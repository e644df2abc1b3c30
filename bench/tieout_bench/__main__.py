"""Measure programs that read bank statements, and programs that reconcile them, on made data of a public seed.

    python -m bench.tieout_bench                              make the data, run every program that is installed, print the tables
    python -m bench.tieout_bench --reader "NAME=COMMAND"      measure a reader of your own beside them; --reconciler likewise
    python -m bench.tieout_bench --model                      measure the model that PROVIDER and PROVIDER_MODEL name, too
    python -m bench.tieout_bench --data FOLDER                write the data into this folder and leave it there

bench/tieout_bench/README.md says what a command is given and what it prints.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench.table import drawn
from bench.tieout_bench import data, programs
from bench.tieout_bench.judge import Reading, Reconciliation, judge_reading, judge_reconciliation

SEED = 20261129
STATEMENTS = 200
READING_HEADS = ("", "perfect", "proved", "falsely proved", "wrong without a word", "refused", "seconds, median", "cost")
RECONCILIATION_HEADS = (
    "",
    "clean books matched",
    "differences named",
    "falsely matched",
    "named and not planted",
    "questions",
    "no answer",
    "seconds, median",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=STATEMENTS, help="how many without a fault; half as many have one")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--reader", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--reconciler", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--page", type=Path, metavar="FILE", help="also write the tables into this page, below its line of the tables")
    options = parser.parse_args()
    readers = programs.READERS | ({"model": programs.MODEL} if options.model else {}) | dict(_named(text) for text in options.reader)
    reconcilers = programs.RECONCILERS | dict(_named(text) for text in options.reconciler)
    with tempfile.TemporaryDirectory(prefix="tieout-bench-") as temporary:
        folder = options.data or Path(temporary)
        os.environ["TMPDIR"] = temporary  # what a program leaves is removed at the end
        data.write(folder, statements=options.statements, seed=options.seed)
        tables = report(folder, installed(readers), installed(reconcilers), f"seed {options.seed}")
    print(tables)
    if options.page:
        above = options.page.read_text(encoding="utf-8").partition(MARK)[0]
        options.page.write_text(f"{above}{MARK}\n\n{tables}\n", encoding="utf-8")


MARK = "<!-- The tables below are made by `make tieout-bench`. -->"


def _named(text: str) -> tuple[str, str]:
    name, _, command = text.partition("=")
    return name, command


def installed(commands: Mapping[str, str]) -> dict[str, str]:
    """Return the programs that start. The others are named with the reason."""
    why = {name: programs.failure(command) for name, command in commands.items() if command.startswith(programs.OWN)}
    for name, reason in why.items():
        if reason:
            print(f"{name} is left out: {reason}")
    return {name: command for name, command in commands.items() if not why.get(name)}


def report(folder: Path, readers: Mapping[str, str], reconcilers: Mapping[str, str], title: str) -> str:
    """Run every program on every file, and return the tables as Markdown."""
    files = (folder / name for name in ("statements.jsonl", "books.jsonl"))
    statements, books = ([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] for file in files)
    clean = [truth for truth in statements if not truth["fault"]]
    read = {name: _each(partial(_read, folder, command), statements) for name, command in readers.items()}
    reconciled = {name: _each(partial(_reconcile, folder, command), books) for name, command in reconcilers.items()}
    provable = sum(all(account["provable"] for account in truth["accounts"]) for truth in clean)
    planted = sum(len(truth["planted"]) for truth in books)
    without = sum(not truth["planted"] for truth in books)
    return "\n".join(
        [
            f"Data of {title}.\n",
            f"Reading: {len(clean)} statements, the print of {provable} proves them; {len(statements) - len(clean)} more with a fault.\n",
            drawn([READING_HEADS, *(_reading_row(name, judged, len(clean), provable) for name, judged in read.items())]),
            f"\nReconciliation: {len(books)} statements with books, {without} of them clean, {planted} differences in the others.\n",
            drawn([RECONCILIATION_HEADS, *(_reconciliation_row(name, judged, without, planted) for name, judged in reconciled.items())]),
        ]
    )


def _each(judge: Any, truths: list[dict[str, Any]]) -> list[Any]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(judge, truths))


def _read(folder: Path, command: str, truth: dict[str, Any]) -> Reading:
    return judge_reading(truth, *programs.run(command, [folder.absolute() / truth["file"]]))


def _reconcile(folder: Path, command: str, truth: dict[str, Any]) -> Reconciliation:
    files = [folder.absolute() / truth["file"], folder.absolute() / truth["books"]]
    return judge_reconciliation(truth, *programs.run(command, [*files, truth["opening"]]))


def _reading_row(name: str, judged: list[Reading], clean: int, provable: int) -> tuple[str, ...]:
    cost = sum((one.cost for one in judged), Decimal(0))
    return (
        name,
        f"{sum(one.perfect for one in judged)} of {clean}",
        f"{sum(one.proved and one.provable for one in judged)} of {provable}",
        str(sum(one.falsely_proved for one in judged)),
        str(sum(one.silent for one in judged)),
        str(sum(one.refused for one in judged)),
        f"{median(one.seconds for one in judged):.1f}",
        f"{cost:.4f}" if cost else "-",
    )


def _reconciliation_row(name: str, judged: list[Reconciliation], clean: int, planted: int) -> tuple[str, ...]:
    return (
        name,
        f"{sum(one.matched for one in judged if not one.planted)} of {clean}",
        f"{sum(one.named for one in judged)} of {planted}",
        str(sum(one.falsely_matched for one in judged)),
        str(sum(one.invented for one in judged)),
        str(sum(one.questions for one in judged)),
        str(sum(one.unanswered for one in judged)),
        f"{median(one.seconds for one in judged):.1f}",
    )


if __name__ == "__main__":
    main()
