"""`python -m tests.faults.supervised SIGNAL WORKER...`: a worker and a sweep, each started again when it ends.

`SIGNAL` is the number of the signal that ends the worker, and `WORKER` its arguments.
"""

import os
import signal
import sys
from typing import Any, cast

from config.supervision import SupervisedProcess, Supervisor, end_with_parent
from tests import forked


class Forking(Supervisor):
    """Starts its parts as forks of itself, which find the packages of others loaded."""

    def start(self, part: SupervisedProcess) -> None:
        part.process = cast("Any", forked.fork(part.command, end_with_parent(os.getpid())))


def main(ends_on: str, *arguments: str) -> int:
    celery = ["-m", "celery", "--quiet", "-A", "config"]
    worker = SupervisedProcess("worker", [*celery, *arguments, "--loglevel", "ERROR"], ends_on=signal.Signals(int(ends_on)))
    sweep = SupervisedProcess("sweep", [*celery, "beat", "--pidfile=", "--loglevel", "ERROR"])
    return Forking([worker, sweep], say=lambda _: None).run()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
