"""`make serve`: web, worker and sweep from one command, on a machine with no server at all."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.ground.processes import descendants, eventually, is_running

PROJECT = Path(__file__).resolve().parents[2]
UPLOAD = """
import json
from finance.loading import load_ledger
from finance.models import Organization
from reconciliation.services import receive_statement
load_ledger(books=json.load(open("samples/books.json")))
pdf = open("samples/statements/checking-2026-01.pdf", "rb").read()
receive_statement(organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename="january.pdf", pdf=pdf)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")


class Installation:
    """An installation of its own in a folder, without PostgreSQL and without Redis."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": "", "REDIS_URL": ""}
        self.environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings", "TENANT_GUARD": "false"}
        self.served: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=False)

    def serve(self) -> subprocess.Popen[bytes]:
        """Started, and answering."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self.served.append(subprocess.Popen(command, cwd=PROJECT, env=self.environment))
        eventually(self.answers, "the pages are served")
        return self.served[-1]

    def answers(self) -> bool:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection, suppress(OSError):
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        return False

    def verdicts(self) -> list[str]:
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3")) as database:
            return [verdict for (verdict,) in database.execute("SELECT verdict FROM reconciliation_statementimport")]


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        port = taker.getsockname()[1]
    installation = Installation(tmp_path, port)
    yield installation
    for process in installation.served:
        process.terminate()
        process.wait(timeout=60)


def test_killed_without_warning_it_loses_no_upload_and_leaves_no_process(installation: Installation) -> None:
    first = installation.serve()
    started = descendants(first.pid)
    first.send_signal(signal.SIGKILL)
    first.wait()
    eventually(lambda: not any(is_running(pid) for pid in started), "web, worker and sweep end too")
    assert len(started) >= 3

    uploaded = installation.manage("shell", "-c", UPLOAD)
    assert uploaded.returncode == 0, uploaded.stderr
    assert installation.verdicts() == [""]

    installation.serve()
    eventually(lambda: installation.verdicts() == ["matched"], "the upload is processed by the next start")


def test_a_port_that_is_taken_is_said_at_once(installation: Installation) -> None:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", installation.port))
        taker.listen()
        refused = installation.manage("serve", "--port", str(installation.port))

    assert refused.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{installation.port}" in refused.stderr
    assert "--port" in refused.stderr


def test_asked_to_stop_it_ends_in_good_order(installation: Installation) -> None:
    served = installation.serve()
    started = descendants(served.pid)
    served.send_signal(signal.SIGINT)

    assert served.wait(timeout=60) == 0
    assert not any(is_running(pid) for pid in started)
