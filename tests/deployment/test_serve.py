"""`make serve`: web, worker and sweep from one command, on a machine with no server at all."""

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests import forked
from tests.deployment.processes import PATIENCE, descendants, eventually, is_running
from tests.deployment.tutorial import SERVE, TUTORIAL, typed
from tests.forked import Started
from tests.installations import Installation
from tests.preparing import Books, prepare

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")
WITH_A_PROVIDER = "PROVIDER=ollama PROVIDER_MODEL=NAME make serve"


class Laptop(Installation):
    """An installation that is served on a port of this machine."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder)
        self.port = port
        self.said = folder / "said"
        """The file with the output of `serve`."""

    def serve(self, **settings: str) -> Started:
        """Start it, and wait until it answers."""
        served = forked.start(["manage.py", "serve", "--port", str(self.port)], self.environment | settings, output=self.said)
        self.running.append(served)
        eventually(self.answers, "the pages are served")
        return served

    def answers(self) -> bool:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection, suppress(OSError):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        return False


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        laptop = Laptop(tmp_path, taker.getsockname()[1])
    yield laptop
    laptop.end()


def test_killed_without_warning_it_loses_no_upload_and_leaves_no_process(laptop: Laptop) -> None:
    prepare(laptop.folder, Books.SAMPLES)
    first = laptop.serve()
    parts = descendants(first.pid)
    first.send_signal(signal.SIGKILL)
    eventually(lambda: not any(is_running(pid) for pid in parts), "web, worker and sweep end too")
    assert len(parts) >= 3

    laptop.upload()
    assert laptop.verdicts() == [""]

    laptop.serve()
    eventually(lambda: laptop.verdicts() == ["matched"], "the next start processes the upload")


def test_a_port_in_use_is_reported_at_once(laptop: Laptop) -> None:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", laptop.port))
        taker.listen()
        refused = laptop.manage("serve", "--port", str(laptop.port))

    assert refused.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{laptop.port}" in refused.stderr
    assert "--port" in refused.stderr


@pytest.mark.parametrize("line", [SERVE, WITH_A_PROVIDER])
def test_serve_prints_the_output_of_the_tutorial_and_ends_cleanly_on_an_interrupt(laptop: Laptop, line: str) -> None:
    """Alone, and with a provider named before it on its line, as a page shows."""
    (step,) = [step for step in typed(TUTORIAL) if step.command == SERVE]
    prepare(laptop.folder)
    served = laptop.serve(**dict(word.split("=") for word in line.split() if "=" in word))
    parts = descendants(served.pid)
    served.send_signal(signal.SIGINT)

    assert served.wait(timeout=PATIENCE) == 0
    assert not any(is_running(pid) for pid in parts)
    assert step.is_kept_by(laptop.said.read_text().replace(str(laptop.port), "8000"))
