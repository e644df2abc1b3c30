"""PostgreSQL stopped hard at each step, and Redis killed, flushed, full and held still: servers of these tests' own."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reconciliation.queueing.failpoints import STEPS
from tests.faults.installation import Installation, Prepared, go_on, installed, prepare, stopped_under, undisturbed
from tests.faults.servers import LACKING, Postgres, Redis, own_postgres, own_redis
from tests.ground.processes import eventually
from tests.pipeline.local_model import serving_a_model

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"servers of its own ({', '.join(LACKING)} not here)")
WHOLE = os.environ.get("FAULTS") == "whole"
STOPPED_AT = STEPS if WHOLE else ("upload.row_written", "model.answered", "verdict.written")
WAYS = ("killed", "flushed", "full", "held still")
MOMENTS = ("before an upload", "before it is taken", "while it is worked on")
BROKEN = [(way, moment) for way in WAYS for moment in MOMENTS]
BROKEN_CUT = [("killed", "while it is worked on"), ("flushed", "before it is taken"), ("held still", "before an upload")]
LONGEST_UPLOAD = 30.0
"""Seconds that somebody who uploads waits for a Redis that does not answer, the start of a process included."""


@dataclass(frozen=True, slots=True)
class World:
    postgres: Postgres
    redis: Redis
    of: Prepared
    settings: dict[str, str]
    expected: dict[str, Any]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with ExitStack() as stack:
        postgres, queue = stack.enter_context(own_postgres()), stack.enter_context(own_redis())
        url, _ = stack.enter_context(serving_a_model())
        model = {"PROVIDER": "compatible", "PROVIDER_MODEL": "small-model", "PROVIDER_BASE_URL": url, "PROVIDER_ALWAYS": "true"}
        folder = tmp_path_factory.mktemp("servers")
        of = Prepared("servers", folder / "prepared", postgres.empty("prepared"), postgres.address, queue.address)
        of.folder.mkdir()
        prepare(of.folder, of.database)
        yield World(postgres, queue, of, model, undisturbed(of, folder / "undisturbed", model))


@pytest.fixture
def installation(world: World, tmp_path: Path) -> Iterator[Installation]:
    with installed(world.of, tmp_path / "copy", **world.settings) as found:
        yield found


def comes_to(expected: dict[str, Any], installation: Installation) -> None:
    eventually(installation.is_done, "it recovers by itself")
    found = installation.state()
    assert found["broken"] == []
    assert found["rows"] == expected["rows"]


@pytest.mark.parametrize("step", STOPPED_AT)
def test_postgres_is_stopped_hard(step: str, world: World, installation: Installation) -> None:
    hit = installation.folder / "hit"
    breaks = {"FAILPOINT": f"{step}:stop:{hit}"}
    if step.startswith("upload."):
        installation.services()
        held = installation.uploading(**breaks)
    else:
        held = installation.services(**breaks)
        assert installation.upload() == 0
    eventually(lambda: hit.exists() and bool(stopped_under(held.pid)), "it comes to where it is held")

    world.postgres.stop_hard()
    go_on(stopped_under(held.pid))
    world.postgres.start()

    if step.startswith("upload."):
        held.wait(timeout=120)
        assert installation.upload() == 0
    comes_to(world.expected, installation)


@pytest.mark.parametrize(("way", "moment"), BROKEN if WHOLE else BROKEN_CUT, ids=" ".join)
def test_redis_is_broken(way: str, moment: str, world: World, installation: Installation) -> None:
    hit = installation.folder / "hit"
    services = installation.services(**({"FAILPOINT": f"document.read:stop:{hit}"} if moment == MOMENTS[2] else {}))
    if moment == MOMENTS[0]:
        broken(world.redis, way)
    held = installation.uploading(FAILPOINT=f"upload.rung:stop:{hit}") if moment == MOMENTS[1] else installation.uploading()
    if moment == MOMENTS[0]:
        started = time.monotonic()
        assert held.wait(timeout=120) == 0
        assert time.monotonic() - started < LONGEST_UPLOAD
    else:
        eventually(hit.exists, "it comes to where it is held")
        broken(world.redis, way)
        go_on([*stopped_under(held.pid), *stopped_under(services.pid)])
        assert held.wait(timeout=120) == 0

    mended(world.redis, way)

    comes_to(world.expected, installation)


def broken(queue: Redis, way: str) -> None:
    if way == "killed":
        queue.kill()
    elif way == "flushed":
        queue.client().flushall()
    elif way == "full":
        queue.client().config_set("maxmemory", "1")
    else:
        queue.send(signal.SIGSTOP)


def mended(queue: Redis, way: str) -> None:
    if way == "killed":
        queue.start()
    elif way == "full":
        queue.client().config_set("maxmemory", "0")
    elif way == "held still":
        queue.send(signal.SIGCONT)
