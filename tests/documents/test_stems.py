"""A worker keeps the process that its children are forked from; each document has a child of its own all the same."""

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
def kept() -> Iterator[None]:
    forkserver.keep()
    yield
    forkserver.keep_none()


def stems_and_children() -> set[int]:
    """Of this process; what else it has started is other tests' own."""
    return {pid for pid in descendants(os.getpid()) if b"child.forkserver" in command_of(pid)}


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def told(monkeypatch: pytest.MonkeyPatch, program: str = TOLD) -> list[object]:
    monkeypatch.setattr(sandbox, "START", program)
    found: list[object] = json.loads(run_child({}, b"", seconds=30).output)
    return found


def stem_of(monkeypatch: pytest.MonkeyPatch) -> int:
    parent = told(monkeypatch)[1]
    assert isinstance(parent, int)
    return parent


def test_each_document_has_a_child_of_its_own_from_one_stem(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    (first, stem, *_), (second, same, *_) = told(monkeypatch), told(monkeypatch)

    assert first != second
    assert stem == same
    eventually(lambda: stems_and_children() == {stem}, "both children are buried")


def test_a_child_finds_nothing_that_another_left(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, f"import sys; sys.left = 'figures'; {TOLD}")

    assert told(monkeypatch)[3] is None


def test_a_child_has_open_what_it_is_given_and_nothing_else(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth is the folder that it looks into. Its stem's line to the worker is none of them."""
    told(monkeypatch)

    assert told(monkeypatch)[2] == ["0", "1", "2", "3"]


def test_a_stem_that_was_killed_is_replaced(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    os.kill(before, signal.SIGKILL)
    eventually(lambda: not is_running(before), "the stem is gone")

    assert stem_of(monkeypatch) != before


def test_a_document_that_kills_its_stem_s_child_leaves_the_stem_at_work(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    monkeypatch.setattr(sandbox, "START", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")

    assert run_child({}, SIMPLE, seconds=30).status == -signal.SIGSEGV
    assert stem_of(monkeypatch) == before


def test_a_child_that_is_out_of_time_leaves_the_stem_at_work(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stem_of(monkeypatch)
    monkeypatch.setattr(sandbox, "START", "while True: pass")

    assert run_child({}, SIMPLE, seconds=0.2).timed_out
    assert stem_of(monkeypatch) == before


def test_a_forked_process_has_a_stem_of_its_own(kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """And does not hold the line of the other one, which would outlive its worker by it."""
    stem_of(monkeypatch)
    pid = os.fork()
    if pid == 0:
        os._exit(1 if forkserver._idle_stems.idle or forkserver._idle_stems.keeps else 0)

    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_documents_that_are_opened_at_once_do_not_wait_for_each_other(kept: None) -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(len(open_document(SIMPLE).pages))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [1, 1, 1, 1]
    eventually(lambda: len(stems_and_children()) <= 1, "one stem is left")


def test_a_stem_that_another_thread_started_is_not_kept(kept: None) -> None:
    """It ends with its thread, whoever has it then."""
    forkserver.keep_none()
    forkserver.keep()
    other = threading.Thread(target=lambda: open_document(SIMPLE))
    other.start()
    other.join()

    assert forkserver._idle_stems.idle == []


def test_what_was_not_told_to_keep_one_keeps_none(monkeypatch: pytest.MonkeyPatch) -> None:
    forkserver.keep_none()
    told(monkeypatch)

    assert stems_and_children() == set()
