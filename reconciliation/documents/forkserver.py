"""Fork servers (stems): processes with the children's modules loaded, from which children are forked; reused if many documents are opened.

They start the same everywhere; a worker's process keeps its stem (`keep`), all others end it with its child.
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
# A child makes little garbage: it ends before a collection would be worth the time.
STEM = "import gc, sys; gc.disable(); sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child.forkserver import main; main()"
ENGINES = ("pypdfium2_raw", "pypdf")
SECONDS_TO_START = 20.0


class NoChild(ChildProcessError):
    """Raised if no child could be started; this is no fault of the document."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process for one document: its number, which is also its group's, and our ends of its pipes."""

    pid: int
    given: int
    answers: int


class Stem:
    """A process from which children are forked, one at a time."""

    def __init__(self) -> None:
        self.lasts = threading.current_thread() is threading.main_thread()
        """True if it lives as long as this process. A stem that another thread starts ends with that thread."""
        own_end, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far_end:
            self._process = subprocess.Popen(  # noqa: S603  # nosec B603  # a fixed command
                [sys.executable, "-I", "-S", "-c", STEM, *search_path()],
                stdin=far_end.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"OPENBLAS_NUM_THREADS": "1"},  # numpy starts threads otherwise, and a process with threads cannot be locked in
                cwd="/",
                start_new_session=True,
            )
        self._line = own_end

    def child(self, program: str) -> Child:
        """Return a new child. Raises NoChild."""
        far_given, given = os.pipe()
        answers, far_answers = os.pipe()
        try:
            self._line.settimeout(SECONDS_TO_START)
            socket.send_fds(self._line, [program.encode()], [far_given, far_answers])
            return Child(int(self._line.recv(32)), given, answers)
        except (OSError, ValueError) as error:
            os.close(given)
            os.close(answers)
            raise NoChild from error
        finally:
            os.close(far_given)
            os.close(far_answers)

    def end_of_child(self, seconds: float) -> int | None:
        """Return the exit status of the child, the negative number of the signal that ended it, or None if it is still running after
        this time. Raises NoChild."""
        self._line.settimeout(max(seconds, 0.001))
        try:
            return int(self._line.recv(32))
        except TimeoutError:
            return None
        except (OSError, ValueError) as error:
            raise NoChild from error

    def bury(self, child: Child, *, has_ended: bool) -> None:
        """End the child and every process that it may have started. Raises NoChild."""
        for end in (os.killpg, os.kill):
            with suppress(ProcessLookupError):
                end(child.pid, signal.SIGKILL)
        if not has_ended and self.end_of_child(SECONDS_TO_START) is None:
            raise NoChild
        with suppress(OSError):
            self._line.send(b".")

    def hang_up(self) -> None:
        """Close the connection in a process that was forked from this stem's owner."""
        self._line.close()

    def end(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()


class _IdleStems:
    """The idle stem of a process that reuses it."""

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
        """Close the stem's connection in a forked process: the stem belongs to the parent."""
        while stem := self.take():
            stem.hang_up()
        self.keeps = False


_idle_stems = _IdleStems()
os.register_at_fork(after_in_child=_idle_stems.forget)


def keep() -> None:
    """Reuse the stem from now on, for a process that opens one document after the other."""
    _idle_stems.keeps = True


def keep_none() -> None:
    _idle_stems.end()


@contextmanager
def child_of(program: str) -> Iterator[tuple[Stem, Child]]:
    """Yield a child that runs this program, and its stem, which is ended after any error. Raises NoChild."""
    stem, child = _born(program)
    try:
        yield stem, child
    except BaseException:
        stem.end()
        raise
    _idle_stems.give_back(stem)


def _born(program: str) -> tuple[Stem, Child]:
    """Return a child of the idle stem, or of a new one if there is none or it is gone."""
    idle = _idle_stems.take()
    if idle:
        try:
            return idle, idle.child(program)
        except NoChild:
            idle.end()
    new = Stem()
    try:
        return new, new.child(program)
    except BaseException:
        new.end()
        raise


@cache
def search_path() -> list[str]:
    """Return the import path of a child: this project and the engines, nothing else of site-packages."""
    engines = {str(Path(str(spec.origin)).parents[1]) for name in ENGINES if (spec := importlib.util.find_spec(name))}
    return [str(PROJECT), *sorted(engines)]
