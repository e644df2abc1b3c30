"""A PostgreSQL and a Redis of a test's own, on free ports and in folders that go away: they may be killed, filled and held still."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import redis
from psycopg import sql

from tests.deployment.processes import PATIENCE, eventually, free_port

POSTGRES_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
LACKING = [
    *([] if POSTGRES_PROGRAMS or shutil.which("initdb") else ["the programs of PostgreSQL"]),
    *([] if shutil.which("redis-server") else ["redis-server"]),
]


@dataclass(slots=True)
class Server(ABC):
    """A program that listens on `port`; it can be killed and started again with its stored data."""

    command: list[str]
    port: int
    user: str | None = None
    process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self.answers, f"{self.command[0]} answers")

    @abstractmethod
    def answers(self) -> bool:
        """Does it take requests?"""

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def ended(self) -> None:
        assert self.process is not None
        self.process.wait(timeout=PATIENCE)


class Postgres(Server):
    @property
    def address(self) -> str:
        return self.database("postgres")

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.address, connect_timeout=2).close()
            return True
        return False

    def empty(self, name: str) -> str:
        """The address of a new database."""
        with psycopg.connect(self.address, autocommit=True) as server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.database(name)

    def database(self, name: str) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"

    def keep(self, folder: Path) -> None:
        """Stop in good order, and copy all data into a new folder, from which `own_postgres` begins."""
        self.send(signal.SIGINT)
        self.ended()
        copy_with_owners(Path(self.command[2]), folder)

    def stop_hard(self) -> None:
        """Every session is cut off, and nothing is written down: the next start recovers from the log."""
        self.send(signal.SIGQUIT)
        self.ended()


class Redis(Server):
    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def client(self) -> "redis.Redis":
        return redis.Redis.from_url(self.address, socket_timeout=5)

    def answers(self) -> bool:
        with suppress(redis.RedisError), closing(self.client()) as client:
            return bool(client.ping())
        return False

    def kill(self) -> None:
        """Kill the server, which stores nothing."""
        self.send(signal.SIGKILL)
        self.ended()


@contextmanager
def own_postgres(kept: Path | None = None) -> Iterator[Postgres]:
    """Yield a server with the data of a folder, or with none."""
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    with tempfile.TemporaryDirectory(prefix="tieout-postgres-") as name:
        if user:
            os.chown(name, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        programs, data, port = (POSTGRES_PROGRAMS or [Path()])[-1], f"{name}/data", free_port()
        if kept:
            copy_with_owners(kept, Path(data))
        else:
            making = [str(programs / "initdb"), "-D", data, "-U", "postgres", "--auth", "trust", "--no-sync"]
            subprocess.run(making, user=user, check=True, stdout=subprocess.DEVNULL)
        server = Postgres([str(programs / "postgres"), "-D", data, "-p", str(port), "-k", name, "-h", "127.0.0.1"], port, user)
        with _running(server):
            yield server


@contextmanager
def own_redis() -> Iterator[Redis]:
    with tempfile.TemporaryDirectory(prefix="tieout-redis-") as name:
        port = free_port()
        server = Redis(["redis-server", "--port", str(port), "--dir", name, "--save", "", "--bind", "127.0.0.1"], port)
        with _running(server):
            yield server


def copy_with_owners(folder: Path, to: Path) -> None:
    subprocess.run(["cp", "--archive", str(folder), str(to)], check=True)


@contextmanager
def _running(server: Server) -> Iterator[None]:
    server.start()
    try:
        yield
    finally:
        for number in (signal.SIGCONT, signal.SIGQUIT, signal.SIGKILL):
            server.send(number)
        server.ended()
