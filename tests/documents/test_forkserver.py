"""A worker reuses the process from which its children are forked; every document still has its own child."""

import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reconciliation.documents import forkserver, sandbox
from reconciliation.documents.opening import open_document
from reconciliation.documents.sandbox import run_child
from tests.deployment.processes import descendants, eventually, is_running
from tests.documents.making import pdf_of

SIMPLE = pdf_of(lambda canvas: canvas.drawString(50, 700, "Simple 1.00"))
OPEN = "sorted(os.listdir('/proc/self/fd'))"
TOLD = f"import json, os, sys; print(json.dumps([os.getpid(), os.getppid(), {OPEN}, getattr(sys, 'left', None)]))"


@pytest.fixture
def running_forkserver() -> Iterator[None]:
    forkserver.keep()
    yield
    forkserver.keep_none()


def stems_and_children() -> set[int]:
    """Return the stems and children of this process, without processes of other tests."""
    return {pid for pid in descendants(os.getpid()) if b"child.forkserver" in command_of(pid)}


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def run_program(monkeypatch: pytest.MonkeyPatch, program: str = TOLD) -> list[object]:
    monkeypatch.setattr(sandbox, "START", program)
    output: list[object] = json.loads(run_child({}, b"", seconds=30).output)
    return output


def stem_of(monkeypatch: pytest.MonkeyPatch) -> int:
    parent = run_program(monkeypatch)[1]
    assert isinstance(parent, int)
    return parent


def test_each_document_has_a_child_of_its_own_from_one_stem(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    (first, stem, *_), (second, same, *_) = run_program(monkeypatch), run_program(monkeypatch)

    assert first != second
    assert stem == same
    eventually(lambda: stems_and_children() == {stem}, "both children are buried")


def test_a_child_finds_nothing_that_another_left(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    run_program(monkeypatch, f"import sys; sys.left = 'figures'; {TOLD}")

    assert run_program(monkeypatch)[3] is None


def test_a_child_has_only_its_own_files_open(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth is the folder that is listed. Its stem's line to the worker is not among them."""
    run_program(monkeypatch)

    assert run_program(monkeypatch)[2] == ["0", "1", "2", "3"]


def test_a_stem_that_was_killed_is_replaced(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    os.kill(before, signal.SIGKILL)
    eventually(lambda: not is_running(before), "the stem is gone")

    assert stem_of(monkeypatch) != before


def test_a_document_that_kills_its_stem_s_child_leaves_the_stem_at_work(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    monkeypatch.setattr(sandbox, "START", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")

    assert run_child({}, SIMPLE, seconds=30).status == -signal.SIGSEGV
    assert stem_of(monkeypatch) == before


def test_a_child_that_is_out_of_time_leaves_the_stem_at_work(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    monkeypatch.setattr(sandbox, "START", "while True: pass")

    assert run_child({}, SIMPLE, seconds=0.2).timed_out
    assert stem_of(monkeypatch) == before


def test_a_forked_process_has_a_stem_of_its_own(running_forkserver: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """And does not hold the line of the other one, which would outlive its worker by it."""
    stem_of(monkeypatch)
    pid = os.fork()
    if pid == 0:
        os._exit(1 if forkserver._idle_stems.idle or forkserver._idle_stems.keeps else 0)

    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_documents_that_are_opened_at_once_do_not_wait_for_each_other(running_forkserver: None) -> None:
    output: list[int] = []
    threads = [threading.Thread(target=lambda: output.append(len(open_document(SIMPLE).pages))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert output == [1, 1, 1, 1]
    eventually(lambda: len(stems_and_children()) <= 1, "one stem is left")


def test_a_stem_started_by_another_thread_is_not_reused(running_forkserver: None) -> None:
    """It ends with its thread, and no other thread gets it."""
    forkserver.keep_none()
    forkserver.keep()
    other = threading.Thread(target=lambda: open_document(SIMPLE))
    other.start()
    other.join()

    assert forkserver._idle_stems.idle == []


def test_a_process_that_was_not_set_to_keep_a_stem_keeps_none(monkeypatch: pytest.MonkeyPatch) -> None:
    forkserver.keep_none()
    run_program(monkeypatch)

    assert stems_and_children() == set()
