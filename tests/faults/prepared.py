"""Installations of both kinds that are copied for each fault, and the result of an undisturbed run on each."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.databases import RUN, alone
from tests.deployment.processes import eventually
from tests.faults.installation import Prepared, installed, prepare
from tests.faults.servers import LACKING, Postgres, Redis, own_postgres, own_redis

NEEDS_SERVERS = pytest.mark.skipif(bool(LACKING), reason=f"servers of its own ({', '.join(LACKING)} not here)")


@dataclass(frozen=True, slots=True)
class World:
    of: Prepared
    settings: dict[str, str]
    expected: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ServersWorld(World):
    postgres: Postgres
    redis: Redis


@contextmanager
def embedded_world(folder: Path, settings: dict[str, str]) -> Iterator[World]:
    of = Prepared("embedded", folder / "prepared")
    prepare(of.folder, of.database)
    yield World(of, settings, expected(of, folder / "undisturbed", settings))


@contextmanager
def servers_world(folder: Path, settings: dict[str, str]) -> Iterator[ServersWorld]:
    kept = prepared_servers()
    with own_postgres(kept / "postgres") as postgres, own_redis() as queue:
        of = Prepared("servers", kept / "folder", postgres.database("prepared"), postgres.address, queue.address)
        yield ServersWorld(of, settings, expected(of, folder / "undisturbed", settings), postgres, queue)


def prepared_servers() -> Path:
    """Return the run's folder with the books of the paper, for copying alone: a server's data in `postgres`, their keys in `folder`."""
    kept = Path(os.environ[RUN]) / "faults-servers"
    with alone(kept):
        if not kept.exists():
            unfinished = kept.with_suffix(".unfinished")
            with own_postgres() as postgres:
                prepare(unfinished / "folder", postgres.empty("prepared"))
                postgres.keep(unfinished / "postgres")
            unfinished.rename(kept)
    return kept


def expected(of: Prepared, folder: Path, settings: dict[str, str]) -> dict[str, Any]:
    """Return the result of the run's one undisturbed work on this backend."""
    file = Path(os.environ[RUN]) / f"undisturbed-{of.backend}.json"
    with alone(file):
        if not file.exists():
            file.write_text(json.dumps(undisturbed(of, folder, settings)))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def undisturbed(of: Prepared, folder: Path, settings: dict[str, str]) -> dict[str, Any]:
    with installed(of, folder, **settings) as installation:
        installation.services()
        installation.upload(installation.paper)
        eventually(installation.is_done, "the paper is processed")
        return installation.state()
