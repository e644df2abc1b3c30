"""Real worker processes: what is uploaded is processed in the background, and a killed worker loses nothing."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.ground.processes import eventually
from tests.pipeline.papers import JANUARY, books_of

PROJECT = Path(__file__).resolve().parents[2]
WORKER = ["worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "warning", "--without-gossip", "--without-mingle"]
STUCK = """
import time
from pathlib import Path
from config.celery import app
app.loader.import_default_modules()
from reconciliation import tasks
from reconciliation.processor import PdfProcessor
from reconciliation.stages import Read
def read_for_ever(document):
    Path({marker!r}).touch()
    while True:
        time.sleep(1)
tasks.PdfProcessor = lambda: PdfProcessor(read=Read(read_for_ever))
app.worker_main({arguments!r})
"""
UPLOAD = """
from pathlib import Path
from finance.models import Organization
from reconciliation.services import receive_statement
receive_statement(
    organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename="january.pdf",
    pdf=Path({paper!r}).read_bytes(),
)
"""


class Installation:
    """A database, a queue and files of its own in a folder; claims are short, so that a dead worker is soon found out."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        self.folder = folder
        own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": "", "REDIS_URL": redis_url}
        self.environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings", "CLAIM_SECONDS": "3"}
        self.workers: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        settings = self.environment | environment
        done = subprocess.run(command, cwd=PROJECT, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def prepare(self) -> None:
        self.manage("migrate", "--verbosity", "0")
        books = self.folder / "books.json"
        books.write_text(json.dumps({"organizations": [{"slug": "ours", "accounts": [books_of(JANUARY)]}]}))
        self.manage("import_ledger", str(books))

    def upload(self, **environment: str) -> None:
        paper = self.folder / "january.pdf"
        paper.write_bytes(JANUARY.pdf())
        self.manage("shell", "-c", UPLOAD.format(paper=str(paper)), **environment)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        self.workers.append(subprocess.Popen([sys.executable, *command], cwd=PROJECT, env=self.environment))
        return self.workers[-1]

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("-m", "celery", "--quiet", "-A", "config", *WORKER)

    def imports(self) -> list[tuple[str, str, int]]:
        """Status, verdict and attempts of each import."""
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3")) as database:
            return list(database.execute("SELECT status, verdict, attempts FROM reconciliation_statementimport"))


@pytest.fixture(params=["files", pytest.param("redis", marks=pytest.mark.redis)])
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path, request.getfixturevalue("redis_url") if request.param == "redis" else "")
    installation.prepare()
    yield installation
    for process in installation.workers:
        process.kill()
        process.wait(timeout=60)


def test_an_upload_is_processed_in_the_background(installation: Installation) -> None:
    installation.worker()

    installation.upload()

    eventually(lambda: installation.imports() == [("complete", "matched", 1)], "the worker finishes the upload")


def test_a_worker_killed_in_the_middle_loses_nothing(installation: Installation) -> None:
    marker = installation.folder / "reading"
    installation.upload()
    stuck = installation.start("-c", STUCK.format(marker=str(marker), arguments=WORKER))
    eventually(marker.exists, "the first worker is in the middle of it")
    stuck.send_signal(signal.SIGKILL)
    stuck.wait(timeout=60)
    assert installation.imports() == [("processing", "", 1)]
    eventually(lambda: _lease_is_over(installation), "the lease runs out")

    installation.worker()

    eventually(lambda: installation.imports() == [("complete", "matched", 2)], "the next worker finishes it")


def test_an_upload_survives_a_broker_that_is_down(installation: Installation) -> None:
    installation.upload(REDIS_URL="redis://127.0.0.1:1/0")
    assert installation.imports() == [("pending", "", 0)]

    installation.worker()

    eventually(lambda: installation.imports() == [("complete", "matched", 1)], "the next worker that starts finds it")


def _lease_is_over(installation: Installation) -> bool:
    with closing(sqlite3.connect(installation.folder / "tieout.sqlite3")) as database:
        (over,) = database.execute(
            "SELECT claimed_until < strftime('%Y-%m-%d %H:%M:%f', 'now') FROM reconciliation_statementimport"
        ).fetchone()
        return bool(over)
