"""The child can do no harm, and whatever it does, its parent gets an end and nothing is left of it."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from reconciliation.documents import sandbox
from reconciliation.documents.limits import Limits
from reconciliation.documents.opening import DocumentUnreadable, open_document
from reconciliation.documents.sandbox import PROJECT, run_child, search_path
from tests.documents.making import opened, pdf_of

SIMPLE = pdf_of(lambda canvas: canvas.drawString(50, 700, "Simple 1.00"))


@dataclass(frozen=True, slots=True)
class Prison:
    locks: list[str]
    ends: dict[str, str]


@pytest.fixture(scope="module")
def prison(tmp_path_factory: pytest.TempPathFactory) -> Prison:
    secret = tmp_path_factory.mktemp("secrets") / "secret"
    secret.write_text("account numbers")
    with listening() as port:
        run = subprocess.run(
            [sys.executable, Path(__file__).with_name("prisoner.py")],
            env={"PYTHONPATH": os.pathsep.join(search_path()), "SECRET": str(secret), "PORT": str(port)},
            cwd=PROJECT,
            capture_output=True,
            check=True,
            timeout=60,
        )
    return Prison(**json.loads(run.stdout))


@contextmanager
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


# What each lock is there to stop; a lock that the kernel lacks is not reported, and stops nothing.
STOPPED_BY = {
    "read_secret": {"landlock", "seccomp"},
    "write_file": {"limits"},
    "open_socket": {"no_network", "landlock", "seccomp"},
    "run_program": {"no_processes", "landlock", "seccomp"},
    "become_program": {"seccomp"},
    "fork": {"no_processes", "seccomp"},
    "signal_parent": {"seccomp"},
    "use_memory": {"limits"},
}


@pytest.mark.parametrize("deed", STOPPED_BY)
def test_what_a_hostile_document_would_do_is_refused_by_the_locks_that_hold(prison: Prison, deed: str) -> None:
    if not STOPPED_BY[deed] & set(prison.locks):
        pytest.skip(f"this kernel has none of {', '.join(sorted(STOPPED_BY[deed]))}")

    assert prison.ends[deed] in {
        "PermissionError",
        "OSError",
        "BlockingIOError",
        "MemoryError",
        "ConnectionRefusedError",
        "ProcessLookupError",
    }


def test_an_opened_document_says_which_locks_held(prison: Prison) -> None:
    document = opened(lambda canvas: canvas.drawString(50, 700, "Simple 1.00"))

    assert list(document.sandbox) == prison.locks
    assert {"limits", "no_new_privileges"} <= set(document.sandbox)


def test_the_child_is_given_no_environment_and_no_password_on_its_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    monkeypatch.setattr(sandbox, "START", "import os, sys, json; print(json.dumps([dict(os.environ), sys.orig_argv]))")

    end = run_child({"password": "open sesame"}, SIMPLE, seconds=20)

    environment, command = json.loads(end.output)
    assert "DATABASE_URL" not in environment
    assert "open sesame" not in " ".join(command)


def test_the_child_knows_neither_django_nor_the_projects_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    loading = "import sys; sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child import main, pdfium_engine, pypdf_engine; "
    monkeypatch.setattr(
        sandbox, "START", loading + "print(sorted(name for name in sys.modules if name.split('.')[0] in ('django', 'config', 'finance')))"
    )

    assert run_child({}, b"", seconds=30).output.strip() == b"[]"


NOT_A_NUMBER = (
    '{"pages": [{"number": 1, "width": NaN, "height": 1, "source": "text", "words": []}],'
    ' "hidden": [], "hidden_text": false, "notes": [], "incomplete": false, "sandbox": []}'
)
LIES = {
    "nothing": "pass",
    "no_json": "print('hello')",
    "half": "print('{\"pages\": [')",
    "another_shape": "print('[1, 2, 3]')",
    "endless_nesting": "print('[' * 100000)",
    "not_a_number": f"print({NOT_A_NUMBER!r})",
    "an_exit_code": "raise SystemExit(3)",
    "a_crash": "import os; os.kill(os.getpid(), 11)",
    "an_unknown_error": 'print(\'{"error": {"code": "<script>", "params": {}}}\')',
}


@pytest.mark.parametrize("lie", LIES)
def test_a_child_that_lies_is_a_damaged_document(monkeypatch: pytest.MonkeyPatch, lie: str) -> None:
    monkeypatch.setattr(sandbox, "START", LIES[lie])

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE)

    assert unreadable.value.code == "damaged"


def test_a_child_that_talks_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MAX_ANSWER", 1_000_000)
    monkeypatch.setattr(sandbox, "START", "import sys\nwhile True: sys.stdout.write('x' * 100000)")

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE)

    assert unreadable.value.code == "too_complex"


def test_a_child_that_neither_reads_nor_writes_is_stopped_by_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "START", "import time; time.sleep(600)")
    started = time.monotonic()

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE + b"\n" * 5_000_000, limits=Limits(seconds=1))

    assert unreadable.value.code == "timeout"
    assert unreadable.value.params == {"seconds": 1}
    assert time.monotonic() - started < 30


def test_a_child_that_only_computes_is_stopped_by_its_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    spinning = "import sys; sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child.confine import confine; "
    monkeypatch.setattr(sandbox, "START", spinning + "confine(memory=10**9, seconds=0)\nwhile True: pass")

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE, limits=Limits(seconds=60))

    assert unreadable.value.code == "timeout"


def test_what_a_child_started_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sleeping = "[sys.executable, '-c', 'import time; time.sleep(600)']"
    grandchild = f"import subprocess, sys; print(subprocess.Popen({sleeping}, stdout=subprocess.DEVNULL).pid)"
    monkeypatch.setattr(sandbox, "START", grandchild)

    process = int(run_child({}, b"", seconds=20).output)

    deadline = time.monotonic() + 20
    while is_running(process):
        assert time.monotonic() < deadline, "the grandchild is still there"
        time.sleep(0.01)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended; only its new parent can take it off the table


def test_no_zombie_is_left_whatever_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for start in (sandbox.START, "raise SystemExit(1)", "import time; time.sleep(600)"):
        monkeypatch.setattr(sandbox, "START", start)
        run_child({}, SIMPLE, seconds=0.5)

    assert children_of(os.getpid()) == []


def children_of(parent: int) -> list[str]:
    threads = Path(f"/proc/{parent}/task").iterdir()
    return [child for thread in threads for child in (thread / "children").read_text().split()]
