"""Several processes run by one: a dead one is started again, and all end together."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType

PR_SET_PDEATHSIG = 1  # prctl(2)
PAUSE = 0.1  # seconds between two looks at the processes
DEATHS, WITHIN = 5, 60.0  # with so many ends within so many seconds, starting again is pointless
GRACE = 15.0  # seconds to end in, before a process is killed


@dataclass(slots=True)
class SupervisedProcess:
    """A process to keep running, and the signal that ends it in good order."""

    name: str
    command: Sequence[str]
    ends_on: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=lambda: deque(maxlen=DEATHS - 1))


def end_with_parent(parent: int) -> Callable[[], None]:
    """Return a function that runs in a child before its command: it asks Linux to kill the child when the parent is gone for any reason.

    Killed, since a part that is just starting may ignore a signal that asks it to end, and there would be no second one."""

    def ask() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:  # it went before it was asked for
                os._exit(1)

    return ask


class Supervisor:
    """Runs the parts until a signal to stop (SIGINT, SIGTERM, SIGHUP), or until one of them fails for good."""

    def __init__(self, parts: Sequence[SupervisedProcess], *, say: Callable[[str], object]) -> None:
        self.parts = parts
        self.say = say
        self.stopping = False

    def run(self) -> int:
        """Run the parts and return the exit code: 0 after a stop by a signal, 1 if a part gave up."""
        self.heed_signals()
        try:
            for part in self.parts:
                self.start(part)
            return self.watch()
        finally:
            self.end_all()

    def heed_signals(self) -> None:
        """Treat signals as requests to stop from now on, also before anything runs."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.stop)

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def start(self, part: SupervisedProcess) -> None:
        """Start the part in a session of its own: Ctrl-C reaches this process only, which then ends the parts in order."""
        part.process = subprocess.Popen(  # noqa: S603  # nosec B603  # the commands are the product's own
            part.command,
            start_new_session=True,
            preexec_fn=end_with_parent(os.getpid()),  # safe: no threads run here
        )

    def watch(self) -> int:
        while not self.stopping:
            for part in self.parts:
                if part.process is not None and part.process.poll() is not None and not self.start_again(part):
                    return 1
            time.sleep(PAUSE)
        return 0

    def start_again(self, part: SupervisedProcess) -> bool:
        """Start the part again; return False if it has died too often."""
        now = time.monotonic()
        code = part.process.returncode if part.process else None
        if len(part.deaths) == part.deaths.maxlen and now - part.deaths[0] < WITHIN:
            self.say(f"The {part.name} ended {DEATHS} times within a minute (exit code {code}): stopping. See above for why.")
            return False
        part.deaths.append(now)
        self.say(f"The {part.name} ended (exit code {code}) and is started again.")
        self.start(part)
        return True

    def end_all(self) -> None:
        running = [part for part in self.parts if part.process is not None and part.process.poll() is None]
        for part in running:
            self.signal(part, part.ends_on)
        deadline = time.monotonic() + GRACE
        for part in running:
            self.wait(part, until=deadline)

    def wait(self, part: SupervisedProcess, *, until: float) -> None:
        if part.process is None:
            return
        try:
            part.process.wait(timeout=max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.say(f"The {part.name} did not end within {GRACE:.0f} seconds and is killed.")
            self.signal(part, signal.SIGKILL)
            part.process.wait()

    def signal(self, part: SupervisedProcess, number: signal.Signals) -> None:
        """Send a signal to the part alone, which ends its own children; a kill goes to the whole group."""
        if part.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            if number is signal.SIGKILL:
                os.killpg(part.process.pid, number)
            else:
                part.process.send_signal(number)
