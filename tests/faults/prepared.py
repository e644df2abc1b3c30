"""Installations of both kinds that are copied for each fault, and the result of an undisturbed run on each."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults.installation import Prepared, installed, prepare
from tests.faults.servers import LACKING, Postgres, Redis, own_postgres, own_redis
from tests.ground.processes import eventually

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
    yield World(of, settings, undisturbed(of, folder / "undisturbed", settings))


@contextmanager
def servers_world(folder: Path, settings: dict[str, str]) -> Iterator[ServersWorld]:
    with own_postgres() as postgres, own_redis() as queue:
        of = Prepared("servers", folder / "prepared", postgres.empty("prepared"), postgres.address, queue.address)
        prepare(of.folder, of.database)
        yield ServersWorld(of, settings, undisturbed(of, folder / "undisturbed", settings), postgres, queue)


def undisturbed(of: Prepared, folder: Path, settings: dict[str, str]) -> dict[str, Any]:
    with installed(of, folder, **settings) as installation:
        installation.services()
        installation.upload(installation.paper)
        eventually(installation.is_done, "the paper is processed")
        return installation.state()
