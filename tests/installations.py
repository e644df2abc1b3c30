"""Installations that tests use as a person at a command line does: through processes, which a test may kill."""

import os
import signal
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg

from tests import forked
from tests.deployment.processes import PATIENCE, descendants
from tests.forked import Started
from tests.project import PROJECT

SAMPLE_BOOKS = PROJECT / "samples" / "books.json"
SAMPLE = PROJECT / "samples" / "statements" / "checking-2026-01.pdf"
"""A statement that matches the sample books."""
WORKER = ["worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "warning", "--without-gossip", "--without-mingle"]
LOAD_SAMPLE_BOOKS = f"""
import json
from finance.loading import load_ledger
load_ledger(books=json.load(open({str(SAMPLE_BOOKS)!r})))
"""
UPLOAD = """
from pathlib import Path
from people.models import Organization
from reconciliation.uploads.services import receive_statement
paper = Path({paper!r})
receive_statement(
    organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename=paper.name, pdf=paper.read_bytes()
)
"""
STUCK = """
import time
from pathlib import Path
from config.celery import app
app.loader.import_default_modules()
from reconciliation.pipeline import processor
from reconciliation.pipeline.processor import PdfProcessor
from functools import partial
from reconciliation.pipeline.processor import read_statements
def read_for_ever(document):
    Path({marker!r}).touch()
    while True:
        time.sleep(1)
stuck = [(name, partial(read_statements, reader=read_for_ever) if name == "read" else stage) for name, stage in processor.PIPELINE]
processor.PdfProcessor = lambda **_: PdfProcessor(pipeline=stuck)
app.worker_main({arguments!r})
"""


class Workers:
    """Processes in one environment, which a test may kill."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self.running: list[Started] = []

    def start(self, *command: str, log: Path | None = None, **settings: str) -> Started:
        """Start a Python program that continues to run. `log` receives its standard error."""
        started = forked.start(command, self.environment | settings, log=log)
        self.running.append(started)
        return started

    def worker(self) -> Started:
        return self.start("-m", "celery", "--quiet", "-A", "config", *WORKER)

    def stuck(self, marker: Path) -> Started:
        """Start a worker that never finishes reading a document. It creates the file `marker` when it begins."""
        return self.start("-c", STUCK.format(marker=str(marker), arguments=WORKER))

    def stop(self) -> None:
        """Ask every process to end, and wait for it."""
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(timeout=PATIENCE)

    def kill(self, process: Started) -> None:
        """Kill a process with everything that it started, all at once."""
        for pid in [process.pid, *descendants(process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait(timeout=PATIENCE)

    def end(self) -> None:
        """Kill every process with everything that it started."""
        for process in self.running:
            if process.poll() is None:
                self.kill(process)


class Installation(Workers):
    """An installation with its data in `folder`. Without an address, its database and its queue are in the folder too."""

    def __init__(self, folder: Path, *, database_url: str = "", redis_url: str = "", **settings: str) -> None:
        self.folder = folder
        own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": database_url, "REDIS_URL": redis_url}
        fixed = {"DJANGO_SETTINGS_MODULE": "config.settings", "TENANT_GUARD": "false"}
        super().__init__(os.environ | own | fixed | settings)

    def manage(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with these settings instead of its own."""
        return forked.run(["manage.py", *arguments], self.environment | settings)

    def run(self, *arguments: str, **settings: str) -> str:
        """Run a command that succeeds. Return its output."""
        done = self.manage(*arguments, **settings)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def upload(self, paper: Path = SAMPLE, *, before: str = "", **settings: str) -> None:
        """Receive a statement for the only organization, after the statements of Python in `before`."""
        self.run("shell", "-c", before + UPLOAD.format(paper=str(paper)), **settings)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows with which the database answers."""
        if address := self.environment["DATABASE_URL"]:
            with closing(psycopg.connect(address)) as server:
                return list(server.execute(query.encode()))
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3", timeout=PATIENCE)) as database:
            return list(database.execute(query))

    def imports(self) -> list[tuple[str, str, int]]:
        """Return status, verdict and attempts of each import."""
        return self.rows("SELECT status, verdict, attempts FROM reconciliation_statementimport")

    def verdicts(self) -> list[str]:
        return [verdict for _status, verdict, _attempts in self.imports()]

    def end_leases(self) -> None:
        """Let the time of every claim run out, so that another worker may take the import."""
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3", timeout=PATIENCE)) as database, database:
            database.execute(
                "UPDATE reconciliation_statementimport SET claimed_until = '2000-01-01 00:00:00' WHERE claimed_until IS NOT NULL"
            )
