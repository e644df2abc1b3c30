"""The sandboxed child can do no harm, always ends, and leaves nothing behind."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytest_django import Settings

from config import checks
from reconciliation.documents import forkserver, sandbox
from reconciliation.documents.child import pdfium_engine
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.locks import LOCKS, missing
from reconciliation.documents.opening import DocumentUnreadable, open_document
from reconciliation.documents.sandbox import PROJECT, locks_held, run_child, search_path
from tests.deployment.processes import PATIENCE, descendants, eventually, is_running
from tests.documents.making import opened, pdf_of

SIMPLE = pdf_of(lambda canvas: canvas.drawString(50, 700, "Simple 1.00"))


@dataclass(frozen=True, slots=True)
class Prison:
    locks: list[str]
    ends: dict[str, str]


@pytest.fixture(scope="module")
def prison() -> Prison:
    return imprisoned()


def imprisoned(*locks: str) -> Prison:
    """Return the outcome of each act under only these locks, or under all of them if none is named. The secret is readable by all."""
    with tempfile.TemporaryDirectory(prefix="tieout-tests-") as name, listening(Path(name)) as port:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "secret").write_text("account numbers")
        run = subprocess.run(
            [sys.executable, Path(__file__).with_name("prisoner.py")],
            env={
                "PYTHONPATH": os.pathsep.join(search_path()),
                "SECRET": str(folder / "secret"),
                "LOCAL": str(folder / "local"),
                "PORT": str(port),
                "LOCKS": " ".join(locks),
            },
            cwd=PROJECT,
            capture_output=True,
            check=True,
            timeout=PATIENCE,
        )
    return Prison(**json.loads(run.stdout))


@contextmanager
def listening(folder: Path) -> Iterator[int]:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(type=socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX) as local,
    ):
        port: int = server.getsockname()[1]
        datagrams.bind(("127.0.0.1", port))
        local.bind(str(folder / "local"))
        (folder / "local").chmod(0o777)
        local.listen()
        yield port


# The locks that stop each act, each by itself; a lock that the kernel lacks is not reported, and stops nothing.
STOPPED_BY = {
    "read_secret": {"landlock", "seccomp"},
    "read_environment": {"landlock", "seccomp"},
    "list_folder": {"landlock", "seccomp"},
    "write_file": {"limits", "landlock", "seccomp"},
    "open_socket": {"no_network", "landlock", "seccomp"},
    "send_datagram": {"no_network", "seccomp"},
    "reach_local_socket": {"seccomp"},
    "run_program": {"no_processes", "landlock", "seccomp"},
    "become_program": {"seccomp"},
    "fork": {"no_processes", "seccomp"},
    "signal_parent": {"seccomp"},
    "use_memory": {"limits"},
}
HUMBLE = ("not_root", "no_new_privileges")  # without these two the others do not hold
REFUSALS = {"PermissionError", "OSError", "BlockingIOError", "MemoryError", "ConnectionRefusedError", "ProcessLookupError"}


@pytest.mark.parametrize("deed", STOPPED_BY)
def test_the_active_locks_refuse_the_attempts_of_a_hostile_document(prison: Prison, deed: str) -> None:
    if not STOPPED_BY[deed] & set(prison.locks):
        pytest.skip(f"this kernel has none of {', '.join(sorted(STOPPED_BY[deed]))}")

    assert prison.ends[deed] in REFUSALS


@pytest.mark.parametrize("lock", sorted(set.union(*STOPPED_BY.values())))
def test_each_lock_holds_by_itself(lock: str) -> None:
    prison = imprisoned(*HUMBLE, lock)
    if lock not in prison.locks:
        pytest.skip(f"this kernel has no {lock}")

    assert [deed for deed, locks in STOPPED_BY.items() if lock in locks and prison.ends[deed] not in REFUSALS] == []


def test_without_the_locks_the_deeds_are_done() -> None:
    ends = imprisoned("no_new_privileges").ends

    assert [deed for deed, end in ends.items() if end != "done"] == []


def test_an_opened_document_names_its_active_locks(prison: Prison) -> None:
    document = opened(lambda canvas: canvas.drawString(50, 700, "Simple 1.00"))

    assert list(document.sandbox) == prison.locks
    assert {"limits", "no_new_privileges"} <= set(document.sandbox)


UNLOCKED = (
    "import sys; sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child import confine, main\n"
    "def lacking(): raise OSError\n"
    "confine.deny_everything = lacking\nmain.main()"
)


def test_a_document_opens_without_one_of_the_locks_and_reports_it(monkeypatch: pytest.MonkeyPatch, prison: Prison) -> None:
    monkeypatch.setattr(sandbox, "START", UNLOCKED)

    assert list(open_document(SIMPLE).sandbox) == [lock for lock in prison.locks if lock != "landlock"]


def test_a_required_sandbox_that_is_incomplete_opens_no_document(monkeypatch: pytest.MonkeyPatch, prison: Prison) -> None:
    monkeypatch.setattr(sandbox, "START", UNLOCKED)

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE, limits=DocumentLimits(sandbox_required=True))

    assert unreadable.value.code == "not_confined"
    assert unreadable.value.params == {"missing": len(LOCKS) - len(set(prison.locks) - {"landlock"}), "locks": len(LOCKS)}


def test_a_required_sandbox_that_is_complete_opens_documents(prison: Prison) -> None:
    if missing(prison.locks):
        pytest.skip(f"this kernel has none of {', '.join(missing(prison.locks))}")

    assert open_document(SIMPLE, limits=DocumentLimits(sandbox_required=True)).pages


@pytest.mark.parametrize(("required", "lacking", "found"), [(True, True, ["E005"]), (True, False, []), (False, True, [])])
def test_the_check_at_the_start_names_the_locks_that_are_missing(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, required: bool, lacking: bool, found: list[str]
) -> None:
    settings.SANDBOX_REQUIRED = required
    monkeypatch.setattr(checks, "locks_held", lambda: LOCKS[1:] if lacking else LOCKS)

    messages = checks.every_lock_that_is_required_holds()

    assert [one.id for one in messages] == [f"tieout.{code}" for code in found]
    assert all("limits" in one.msg for one in messages)


def test_the_check_of_an_installation_names_active_and_missing_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "locks_held", lambda: ("limits", "seccomp"))

    [message] = checks.locks_that_hold()

    assert message.msg == "Documents are opened under these locks: limits, seccomp."
    assert message.hint == f"Missing on this machine: {', '.join(missing(['limits', 'seccomp']))}."


def test_the_locks_of_this_machine_are_those_that_a_document_is_opened_under(prison: Prison) -> None:
    assert list(locks_held()) == prison.locks


def test_the_child_is_given_no_environment_and_no_password_on_its_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    monkeypatch.setattr(sandbox, "START", "import os, sys, json; print(json.dumps([dict(os.environ), sys.orig_argv]))")

    end = run_child({"password": "open sesame"}, SIMPLE, seconds=PATIENCE)

    environment, command = json.loads(end.output)
    assert "DATABASE_URL" not in environment
    assert "open sesame" not in " ".join(command)


def test_loading_the_engine_starts_no_thread() -> None:
    program = f"import os, {pdfium_engine.__name__}; print(*os.listdir('/proc/self/task'))"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    output = subprocess.check_output([sys.executable, "-c", program], cwd=PROJECT, env=environment, text=True)
    assert len(output.split()) == 1


def test_the_child_knows_neither_django_nor_the_projects_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    loading = "import sys; sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child import main, pdfium_engine, pypdf_engine; "
    monkeypatch.setattr(
        sandbox,
        "START",
        loading + "print(sorted(name for name in sys.modules if name.split('.')[0] in ('django', 'config', 'people', 'finance')))",
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
        open_document(SIMPLE + b"\n" * 5_000_000, limits=DocumentLimits(seconds=1))

    assert unreadable.value.code == "timeout"
    assert unreadable.value.params == {"seconds": 1}
    assert time.monotonic() - started < 30


def test_a_child_that_only_computes_is_stopped_by_its_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    spinning = "import sys; sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child.confine import confine; "
    monkeypatch.setattr(sandbox, "START", spinning + "confine(memory=10**9, seconds=0)\nwhile True: pass")

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(SIMPLE, limits=DocumentLimits(seconds=60))

    assert unreadable.value.code == "timeout"


def test_processes_started_by_a_child_end_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sleeping = "[sys.executable, '-c', 'import time; time.sleep(600)']"
    grandchild = f"import subprocess, sys; print(subprocess.Popen({sleeping}, stdout=subprocess.DEVNULL).pid)"
    monkeypatch.setattr(sandbox, "START", grandchild)

    process = int(run_child({}, b"", seconds=PATIENCE).output)

    eventually(lambda: not is_running(process), "the grandchild ends too")


def test_no_zombie_is_left_whatever_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    forkserver.keep_none()
    before = set(descendants(os.getpid()))  # what other tests keep
    for start in (sandbox.START, "raise SystemExit(1)", "import time; time.sleep(600)"):
        monkeypatch.setattr(sandbox, "START", start)
        run_child({}, SIMPLE, seconds=0.5)

    assert set(descendants(os.getpid())) <= before
