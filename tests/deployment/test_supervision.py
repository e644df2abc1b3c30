"""One command keeps several processes running, and takes them all with it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deployment.processes import PATIENCE, eventually, is_running
from tests.project import PROJECT

PROGRAM = """
import sys
from config.supervision import SupervisedProcess, Supervisor
part = "import os, sys, time; open(sys.argv[1], 'a').write(f'{{os.getpid()}}\\\\n'); {does}"
parts = [SupervisedProcess(name, [sys.executable, "-c", part, f"{folder}/{{name}}"]) for name in ("web", "worker")]
sys.exit(Supervisor(parts, say=print).run())
"""


class Supervised:
    """A supervisor in a process of its own, over two parts that write down their process ids."""

    def __init__(self, folder: Path, does: str) -> None:
        self.folder = folder
        program = PROGRAM.format(does=does, folder=folder)
        self.process = subprocess.Popen([sys.executable, "-c", program], cwd=PROJECT, stdout=subprocess.PIPE, text=True)

    def pids(self, name: str) -> list[int]:
        """Return the ids of processes that were started under this name, the latest last."""
        file = self.folder / name
        return [int(pid) for pid in file.read_text().split()] if file.exists() else []

    def wait_until_started(self) -> list[int]:
        eventually(lambda: all(self.pids(name) for name in ("web", "worker")), "both parts run")
        return [*self.pids("web"), *self.pids("worker")]


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[[str], Supervised]]:
    begun: list[Supervised] = []

    def begin(does: str) -> Supervised:
        begun.append(Supervised(tmp_path, does))
        return begun[-1]

    yield begin
    for supervised in begun:
        supervised.process.kill()
        supervised.process.communicate()


def test_a_part_that_is_killed_is_started_again(supervise: Callable[[str], Supervised]) -> None:
    supervised = supervise("time.sleep(600)")
    supervised.wait_until_started()
    os.kill(supervised.pids("worker")[0], signal.SIGKILL)

    eventually(lambda: len(supervised.pids("worker")) == 2, "the worker is started again")
    assert len(supervised.pids("web")) == 1


def test_a_process_that_keeps_failing_stops_all_others_and_is_named(supervise: Callable[[str], Supervised]) -> None:
    supervised = supervise("sys.exit(3) if 'worker' in sys.argv[1] else time.sleep(600)")

    said, _ = supervised.process.communicate(timeout=PATIENCE)

    assert supervised.process.returncode == 1
    assert "The worker ended 5 times within a minute (exit code 3)" in said
    assert not any(is_running(pid) for pid in supervised.pids("web"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_asked_to_stop_it_ends_its_parts_and_then_itself(supervise: Callable[[str], Supervised], number: signal.Signals) -> None:
    supervised = supervise("time.sleep(600)")
    pids = supervised.wait_until_started()
    supervised.process.send_signal(number)

    assert supervised.process.wait(timeout=PATIENCE) == 0
    assert not any(is_running(pid) for pid in pids)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")
def test_killed_without_warning_it_leaves_no_part_behind(supervise: Callable[[str], Supervised]) -> None:
    supervised = supervise("time.sleep(600)")
    pids = supervised.wait_until_started()
    supervised.process.kill()

    eventually(lambda: not any(is_running(pid) for pid in pids), "the parts end too")
