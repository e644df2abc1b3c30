"""An installation of its own, with real worker processes that a test may kill."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from tests.pipeline.papers import JANUARY, books_of

PROJECT = Path(__file__).resolve().parents[2]
WORKER = ["worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "warning", "--without-gossip", "--without-mingle"]
UPLOAD = """
from pathlib import Path
from finance.models import Organization
from reconciliation.services import receive_statement
receive_statement(
    organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename="january.pdf",
    pdf=Path({paper!r}).read_bytes(),
)
"""


STUCK = """
import time
from pathlib import Path
from config.celery import app
app.loader.import_default_modules()
from reconciliation import processor
from reconciliation.processor import PdfProcessor
from reconciliation.stages import Read
def read_for_ever(document):
    Path({marker!r}).touch()
    while True:
        time.sleep(1)
processor.PdfProcessor = lambda **_: PdfProcessor(read=Read(read_for_ever))
app.worker_main({arguments!r})
"""


class Workers:
    """Real worker processes in one environment, that a test may kill."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        self.running.append(subprocess.Popen([sys.executable, *command], cwd=PROJECT, env=self.environment))
        return self.running[-1]

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("-m", "celery", "--quiet", "-A", "config", *WORKER)

    def stuck(self, marker: Path) -> subprocess.Popen[bytes]:
        """One that never gets beyond the reading; `marker` is there once it is in the middle of it."""
        return self.start("-c", STUCK.format(marker=str(marker), arguments=WORKER))

    def end(self) -> None:
        for process in self.running:
            process.kill()
            process.wait(timeout=60)


class Installation(Workers):
    """A database, a queue and files of its own in a folder; claims are short, so that a dead worker is soon found out."""

    def __init__(self, folder: Path, redis_url: str = "", **settings: str) -> None:
        self.folder = folder
        own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": "", "REDIS_URL": redis_url}
        super().__init__(os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings", "CLAIM_SECONDS": "3"} | settings)

    def manage(self, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        settings = {**self.environment, **environment}
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

    def imports(self) -> list[tuple[str, str, int]]:
        """Status, verdict and attempts of each import."""
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3")) as database:
            return list(database.execute("SELECT status, verdict, attempts FROM reconciliation_statementimport"))

    def lease_is_over(self) -> bool:
        """Whether the import may be taken from the worker that died with it."""
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3")) as database:
            (over,) = database.execute(
                "SELECT claimed_until < strftime('%Y-%m-%d %H:%M:%f', 'now') FROM reconciliation_statementimport"
            ).fetchone()
            return bool(over)
