"""Where children come from: a process that has loaded what they need, kept between documents where many are opened.

What starts it is the same everywhere; a worker's process keeps it (`keep`), everything else ends it with its child.
"""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# What a child leaves lying about is little: it ends before collecting it would be worth the time.
STEM = "import gc, sys; gc.disable(); sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child.stem import main; main()"
ENGINES = ("pypdfium2_raw", "pypdf")
SECONDS_TO_START = 20.0


class NoChild(ChildProcessError):
    """No child could be started: nothing is said of the document."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process for one document: its number, which is also its group's, and our ends of its pipes."""

    pid: int
    given: int
    answers: int


class Stem:
    """One such process. It has one child at a time."""

    def __init__(self) -> None:
        self.lasts = threading.current_thread() is threading.main_thread()
        """True if it lives as long as this process. A stem that another thread starts ends with that thread."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # nosec B603  # a fixed command
                [sys.executable, "-I", "-S", "-c", STEM, *search_path()],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"OPENBLAS_NUM_THREADS": "1"},  # numpy starts threads otherwise, and a process with threads cannot be locked in
                cwd="/",
                start_new_session=True,
            )
        self._line = ours

    def child(self, program: str) -> Child:
        """Raises NoChild."""
        their_given, given = os.pipe()
        answers, their_answers = os.pipe()
        try:
            self._line.settimeout(SECONDS_TO_START)
            socket.send_fds(self._line, [program.encode()], [their_given, their_answers])
            return Child(int(self._line.recv(32)), given, answers)
        except (OSError, ValueError) as error:
            os.close(given)
            os.close(answers)
            raise NoChild from error
        finally:
            os.close(their_given)
            os.close(their_answers)

    def end_of_child(self, seconds: float) -> int | None:
        """Its exit status, below 0 the signal that ended it; None where it has not ended in this time. Raises NoChild."""
        self._line.settimeout(max(seconds, 0.001))
        try:
            return int(self._line.recv(32))
        except TimeoutError:
            return None
        except (OSError, ValueError) as error:
            raise NoChild from error

    def bury(self, child: Child, *, has_ended: bool) -> None:
        """End the child with all that it may have started. Raises NoChild."""
        for end in (os.killpg, os.kill):
            with suppress(ProcessLookupError):
                end(child.pid, signal.SIGKILL)
        if not has_ended and self.end_of_child(SECONDS_TO_START) is None:
            raise NoChild
        with suppress(OSError):
            self._line.send(b".")

    def hang_up(self) -> None:
        """In a process that was forked from the one whose stem this is."""
        self._line.close()

    def end(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()


class _Kept:
    """The stem of a process that keeps one, while no document has it."""

    def __init__(self) -> None:
        self.keeps = False
        self.idle: list[Stem] = []

    def take(self) -> Stem | None:
        try:
            return self.idle.pop()
        except IndexError:
            return None

    def give_back(self, stem: Stem) -> None:
        if self.keeps and stem.lasts and not self.idle:
            self.idle.append(stem)
        else:
            stem.end()

    def end(self) -> None:
        while stem := self.take():
            stem.end()
        self.keeps = False

    def forget(self) -> None:
        """In a process that was forked from this one: the stem is the other's."""
        while stem := self.take():
            stem.hang_up()
        self.keeps = False


_kept = _Kept()
os.register_at_fork(after_in_child=_kept.forget)


def keep() -> None:
    """From now on, in this process alone, which opens one document after the other."""
    _kept.keeps = True


def keep_none() -> None:
    _kept.end()


@contextmanager
def child_of(program: str) -> Iterator[tuple[Stem, Child]]:
    """A child that runs this program, and its stem, which is not kept where anything goes wrong with it. Raises NoChild."""
    stem, child = _born(program)
    try:
        yield stem, child
    except BaseException:
        stem.end()
        raise
    _kept.give_back(stem)


def _born(program: str) -> tuple[Stem, Child]:
    """Of the stem that was kept; of a new one where there is none, or where it is gone."""
    kept = _kept.take()
    if kept:
        try:
            return kept, kept.child(program)
        except NoChild:
            kept.end()
    new = Stem()
    try:
        return new, new.child(program)
    except BaseException:
        new.end()
        raise


@cache
def search_path() -> list[str]:
    """Where a child may import from: this project and the engines; site-packages are not searched for anything else."""
    engines = {str(Path(str(spec.origin)).parents[1]) for name in ENGINES if (spec := importlib.util.find_spec(name))}
    return [str(PROJECT), *sorted(engines)]
