"""Installations that are broken on purpose: each a copy of one that was prepared once, with a worker and a sweep of its own."""

import datetime as dt
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from tests.ground.processes import descendants
from tests.pipeline.papers import JANUARY, books_of

PROJECT = Path(__file__).resolve().parents[2]
BACKENDS = ("embedded", "servers")
PAPER = "january.pdf"
UPLOAD = """
from pathlib import Path
from finance.models import Organization
from reconciliation.services import receive_statement
paper = Path({paper!r})
receive_statement(
    organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename=paper.name, pdf=paper.read_bytes()
)
"""
WORKERS = {
    "embedded": ["worker", "--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"],
    "servers": ["worker", "--concurrency", "2"],
}
SUPERVISED = """
import sys
from config.supervision import Part, Supervisor
celery = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
worker = Part("worker", [*celery, *{worker!r}, "--loglevel", "ERROR"], ends_on={ends_on!r})
beat = Part("sweep", [*celery, "beat", "--pidfile=", "--loglevel", "ERROR"])
sys.exit(Supervisor([worker, beat], say=lambda _: None).run())
"""
SHORT = {"CLAIM_SECONDS": "2", "SWEEP_SECONDS": "1", "RING_SECONDS": "1", "LEFTOVER_SECONDS": "0", "LOG_LEVEL": "ERROR"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """Migrated, with the books of the paper: `folder` and `database` are only copied. `server` is an address to copy it at."""

    backend: str
    folder: Path
    database: str = ""
    server: str = ""
    queue: str = ""


@dataclass(slots=True)
class Installation:
    """One copy. `environment` is what its processes see."""

    backend: str
    folder: Path
    environment: dict[str, str]
    running: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def services(self, **more: str) -> "subprocess.Popen[bytes]":
        """Worker and sweep, each started again when it dies; as `serve` and a container's restart policy do it."""
        ends_on = signal.SIGQUIT if self.backend == "embedded" else signal.SIGTERM
        return self._start(SUPERVISED.format(worker=WORKERS[self.backend], ends_on=int(ends_on)), **more)

    def uploading(self, **more: str) -> "subprocess.Popen[bytes]":
        """A process that uploads the paper."""
        paper = self.folder / PAPER
        paper.write_bytes(JANUARY.pdf())
        return self._start("import django\ndjango.setup()\n" + UPLOAD.format(paper=str(paper)), **more)

    def upload(self, **more: str) -> int:
        return self.uploading(**more).wait(timeout=120)

    def _start(self, code: str, **more: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-c", code]
        with (self.folder / "log").open("ab") as log:
            self.running.append(subprocess.Popen(command, cwd=PROJECT, env=self.environment | more, stderr=log))
        return self.running[-1]

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        """With everything that it started, all at once."""
        for pid in [process.pid, *descendants(process.pid)]:
            _signal(pid, signal.SIGKILL)
        process.wait(timeout=60)

    def end(self) -> None:
        for process in self.running:
            if process.poll() is None:
                self.kill(process)

    def imports(self) -> list[tuple[str, str]]:
        """Status and verdict of each; None yet where the database does not answer."""
        return [(str(status), str(verdict)) for status, verdict in self.rows("SELECT status, verdict FROM reconciliation_statementimport")]

    def is_done(self) -> bool:
        return self.imports() == [("complete", "matched")]

    def lease_is_over(self) -> bool:
        leases = self.rows("SELECT claimed_until FROM reconciliation_statementimport")
        return all(_instant(until) < dt.datetime.now(dt.UTC) for (until,) in leases)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        if self.backend == "servers":
            with psycopg.connect(self.environment["DATABASE_URL"]) as database:
                return list(database.execute(query))
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3", timeout=60)) as database:
            return list(database.execute(query))

    def state(self) -> dict[str, Any]:
        command = [sys.executable, "-m", "tests.faults.state"]
        done = subprocess.run(command, cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def stopped_under(pid: int) -> list[int]:
    """Which of a process and those below it hold still."""
    return [each for each in [pid, *descendants(pid)] if _is_stopped(each)]


def go_on(pids: list[int]) -> None:
    for pid in pids:
        _signal(pid, signal.SIGCONT)


def _is_stopped(pid: int) -> bool:
    try:
        return ") T " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _instant(stored: object) -> dt.datetime:
    """SQLite has it as text."""
    instant = stored if isinstance(stored, dt.datetime) else dt.datetime.fromisoformat(str(stored))
    return instant if instant.tzinfo else instant.replace(tzinfo=dt.UTC)


def prepare(folder: Path, address: str) -> None:
    folder.mkdir(parents=True)
    environment = _environment(folder, address, "")
    books = folder / "books.json"
    books.write_text(json.dumps({"organizations": [{"slug": "ours", "accounts": [books_of(JANUARY)]}]}))
    for arguments in (["migrate", "--verbosity", "0"], ["import_ledger", str(books)]):
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@contextmanager
def installed(of: Prepared, folder: Path, **settings: str) -> Iterator[Installation]:
    """A copy, with nothing running; whatever is started is killed at the end."""
    shutil.copytree(of.folder, folder)
    with _database(of) as address, _queue(of) as queue:
        installation = Installation(of.backend, folder, _environment(folder, address, queue) | settings)
        try:
            yield installation
        finally:
            installation.end()


def _environment(folder: Path, database: str, queue: str) -> dict[str, str]:
    own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": database, "REDIS_URL": queue}
    return {**os.environ, **own, **SHORT, "DJANGO_SETTINGS_MODULE": "config.settings", "TENANT_GUARD": "false"}


@contextmanager
def _database(of: Prepared) -> Iterator[str]:
    if not of.database:
        yield ""
        return
    name = f"{urlsplit(of.database).path[1:]}_copy"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    template = sql.Identifier(urlsplit(of.database).path[1:])
    with psycopg.connect(of.server, autocommit=True) as server:
        server.execute(drop)
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), template))
    try:
        yield urlunsplit(urlsplit(of.server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(of.server, autocommit=True) as server:
            server.execute(drop)


@contextmanager
def _queue(of: Prepared) -> Iterator[str]:
    if not of.database:
        yield ""
        return
    with closing(redis.Redis.from_url(of.queue)) as client:
        client.flushdb()
        yield of.queue
        client.flushdb()
