"""`python -m bench.throughput`: statements of three pages through real workers. Ends with `statements a minute N`.

Uploads first, so that no worker waits; counts from the first answer to the last. Fails where an answer is not `matched`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from bench.table import drawn
from bench.throughput.asking import SETTINGS
from bench.throughput.watching import Seen, watched

PROJECT = Path(__file__).resolve().parents[2]
ORGANIZATIONS = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2, help="processes that open, read and match")
    parser.add_argument("--people", type=int, default=0, help="who look at pages meanwhile")
    parser.add_argument("--bombs", action="store_true", help="afterwards, bombs of the shared hostile files before good statements")
    parser.add_argument("--model", action="store_true", help="only this: a model that takes two seconds, by processes and by threads")
    options = parser.parse_args()
    from tests.servers import REDIS, empty_postgres

    with empty_postgres(f"tieout_throughput_{os.getpid()}") as address, tempfile.TemporaryDirectory(prefix="tieout-throughput-") as folder:
        os.environ |= {
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": address,
            "REDIS_URL": os.environ.get("BENCH_REDIS_URL", f"{REDIS}/7"),
            "DATA_DIR": folder,
            "LOG_LEVEL": "ERROR",
            **(SETTINGS if options.model else {}),
        }
        return asked_of_a_model() if options.model else measured(options)


def asked_of_a_model() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.throughput.asking import PROCESSES, SECONDS, STATEMENTS, THREADS, asked, slow_model

    call_command("migrate", verbosity=0)
    with slow_model():
        rates = {way: asked(way) for way in STATEMENTS}
    print(f"a model of {SECONDS:.0f} s, statements a minute")
    print(f"  asked by {PROCESSES} processes that open documents too: {rates['processes']:.0f}")
    print(f"  asked by {THREADS} threads beside {PROCESSES} processes that open documents: {rates['threads']:.0f}")
    print(f"times as many {rates['threads'] / rates['processes']:.1f}")
    return 0


def measured(options: argparse.Namespace) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.throughput.bombs import BOMBS, GOOD, answered_after, queued
    from bench.throughput.browsing import browsing
    from bench.throughput.uploading import uploaded

    call_command("migrate", verbosity=0)
    uploaded(options.statements, ORGANIZATIONS)
    with worker(options.workers) as process:
        with browsing(options.people) if options.people else nullcontext() as people:
            sample = watched(process.pid, options.statements)
        seconds = answered_after(queued()) if options.bombs else None
    if people:
        print(f"{options.people} people meanwhile: {len(people.seconds)} pages, 95 % of them within {people.late:.0f} ms\n")
    if seconds is not None:
        print(f"{BOMBS} bombs before {GOOD} good statements: these are answered after {seconds:.0f} s\n")
    return report(sample, options.statements)


@contextmanager
def worker(processes: int) -> Iterator["subprocess.Popen[bytes]"]:
    """As docker-compose.yml starts it."""
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "config", "worker", "--queues", "documents", "--loglevel", "ERROR"]
    started = subprocess.Popen([*command, "--concurrency", str(processes)], cwd=PROJECT)  # noqa: S603
    try:
        yield started
    finally:
        started.terminate()
        started.wait(60)


def report(sample: Seen, statements: int) -> int:
    print(drawn([("stage", "ms a statement, mean", "share"), *sample.stages()]))
    parts = [(name, f"{seconds:.1f}", f"{seconds / sample.cpu:.0%}") for name, seconds in sample.parts.items()]
    print("\n" + drawn([("part", "ms of CPU a statement", "share"), *parts, ("the whole machine", f"{sample.cpu:.1f}", "100%")]))
    print(drawn([("memory of the workers, MB", "after a tenth", "after half", "at the end"), ("together", *map(str, sample.memory))]))
    print(f"\nlocks of the sandbox: {', '.join(sample.locks)}")
    print(f"matched {sample.matched} of {statements}")
    print(f"statements a minute {sample.rate:.0f}")
    return int(sample.matched != statements)


if __name__ == "__main__":
    sys.exit(main())
