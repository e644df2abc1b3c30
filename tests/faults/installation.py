"""Installations that are broken on purpose: each a copy of one that was prepared once, with a worker and a sweep of its own."""

import datetime as dt
import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from tests import forked, installations, preparing
from tests.deployment.processes import descendants
from tests.forked import Started
from tests.pipeline.papers import JANUARY

BACKENDS = ("embedded", "servers")
PREPARED = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("import_ledger", {books!r})
"""
MEASURED = """
import time
import django
django.setup()
import reconciliation.uploads.services
started = time.monotonic()
{upload}
Path({seconds!r}).write_text(str(time.monotonic() - started))
"""
WORKERS = {
    "embedded": ["worker", "--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"],
    "servers": ["worker", "--concurrency", "2"],
}
SHORT = {
    "CLAIM_SECONDS": "5",
    "CLAIM_ATTEMPTS": "20",  # a busy machine may need longer for a step than such a short claim lasts
    "SWEEP_SECONDS": "1",
    "RING_SECONDS": "1",
    "LEFTOVER_SECONDS": "0",
    "LOG_LEVEL": "ERROR",
}


@dataclass(frozen=True, slots=True)
class Prepared:
    """Migrated, with the books of the paper: `folder` and `database` are only copied. `server` is an address to copy it at."""

    backend: str
    folder: Path
    database: str = ""
    server: str = ""
    queue: str = ""


class Installation(installations.Installation):
    """A copy, whose services start again when they end. `backend` names where its rows and its queue are."""

    def __init__(self, backend: str, folder: Path, *, database_url: str, redis_url: str, **settings: str) -> None:
        super().__init__(folder, database_url=database_url, redis_url=redis_url, **SHORT | settings)
        self.backend = backend
        self.log = folder / "log"
        self.paper = folder / "january.pdf"
        self.paper.write_bytes(JANUARY.pdf())
        self.seconds = folder / "seconds"
        """The file that says how long the last upload of `uploading` took."""

    def services(self, **settings: str) -> Started:
        """Start worker and sweep, each started again when it dies; as `serve` and a container's restart policy do it."""
        ends_on = signal.SIGQUIT if self.backend == "embedded" else signal.SIGTERM
        return self.start("-m", "tests.faults.supervised", str(int(ends_on)), *WORKERS[self.backend], log=self.log, **settings)

    def uploading(self, **settings: str) -> Started:
        """Start a process that uploads the paper."""
        code = MEASURED.format(upload=installations.UPLOAD.format(paper=str(self.paper)), seconds=str(self.seconds))
        return self.start("-c", code, log=self.log, **settings)

    def is_done(self) -> bool:
        return [(status, verdict) for status, verdict, _attempts in self.imports()] == [("complete", "matched")]

    def lease_is_over(self) -> bool:
        leases = self.rows("SELECT claimed_until FROM reconciliation_statementimport")
        return all(_instant(until) < dt.datetime.now(dt.UTC) for (until,) in leases)

    def state(self) -> dict[str, Any]:
        done = forked.run(["-m", "tests.faults.state"], self.environment)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def stopped_under(pid: int) -> list[int]:
    """Return the ids of a process and its descendants that are stopped."""
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
    """Fill `folder` with the books of the paper, or, if there is an address, a database there."""
    if not address:
        preparing.prepare(folder, preparing.Books.JANUARY)
        return
    folder.mkdir(parents=True)
    books = folder / "books.json"
    books.write_text(json.dumps(preparing.JANUARY_BOOKS))
    installations.Installation(folder, database_url=address).run("shell", "-c", PREPARED.format(books=str(books)))


@contextmanager
def installed(of: Prepared, folder: Path, **settings: str) -> Iterator[Installation]:
    """Yield a copy without running processes; every process that it starts is killed at the end."""
    shutil.copytree(of.folder, folder)
    with _database(of) as address, _queue(of) as queue:
        installation = Installation(of.backend, folder, database_url=address, redis_url=queue, **settings)
        try:
            yield installation
        finally:
            installation.end()


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
