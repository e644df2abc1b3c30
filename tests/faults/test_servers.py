"""PostgreSQL stopped hard at each step, and Redis killed, flushed, full and held still: servers of these tests' own."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reconciliation.queue.failpoints import STEPS
from tests.deployment.processes import PATIENCE, eventually
from tests.faults.installation import Installation, go_on, installed, stopped_under
from tests.faults.prepared import NEEDS_SERVERS, ServersWorld
from tests.faults.servers import Redis

pytestmark = NEEDS_SERVERS
WHOLE = os.environ.get("FAULTS") == "whole"
STOPPED_AT = STEPS if WHOLE else ("upload.row_written", "model.answered", "verdict.written")
WAYS = ("killed", "flushed", "full", "held still")
MOMENTS = ("before an upload", "before it is taken", "while it is worked on")
BROKEN = [(way, moment) for way in WAYS for moment in MOMENTS]
BROKEN_CUT = [("killed", "while it is worked on"), ("flushed", "before it is taken"), ("held still", "before an upload")]
LONGEST_UPLOAD = 30.0
"""Seconds that an upload may wait for a Redis that does not answer. They are counted once its process has started."""


@pytest.fixture
def installation(servers: ServersWorld, tmp_path: Path) -> Iterator[Installation]:
    with installed(servers.of, tmp_path / "copy", **servers.settings) as found:
        yield found


def comes_to(expected: dict[str, Any], installation: Installation) -> None:
    eventually(installation.is_done, "it recovers by itself")
    found = installation.state()
    assert found["broken"] == []
    assert found["rows"] == expected["rows"]


@pytest.mark.parametrize("step", STOPPED_AT)
def test_postgres_is_stopped_hard(step: str, servers: ServersWorld, installation: Installation) -> None:
    hit = installation.folder / "hit"
    breaks = {"FAILPOINT": f"{step}:stop:{hit}"}
    if step.startswith("upload."):
        installation.services()
        held = installation.uploading(**breaks)
    else:
        held = installation.services(**breaks)
        installation.upload(installation.paper)
    eventually(lambda: hit.exists() and bool(stopped_under(held.pid)), "it comes to where it is held")

    servers.postgres.stop_hard()
    go_on(stopped_under(held.pid))
    servers.postgres.start()

    if step.startswith("upload."):
        held.wait(timeout=PATIENCE)
        installation.upload(installation.paper)
    comes_to(servers.expected, installation)


@pytest.mark.parametrize(("way", "moment"), BROKEN if WHOLE else BROKEN_CUT)
def test_redis_is_broken(way: str, moment: str, servers: ServersWorld, installation: Installation) -> None:
    hit = installation.folder / "hit"
    services = installation.services(**({"FAILPOINT": f"document.read:stop:{hit}"} if moment == MOMENTS[2] else {}))
    if moment == MOMENTS[0]:
        broken(servers.redis, way)
    held = installation.uploading(FAILPOINT=f"upload.rung:stop:{hit}") if moment == MOMENTS[1] else installation.uploading()
    if moment == MOMENTS[0]:
        assert held.wait(timeout=PATIENCE) == 0
        assert float(installation.seconds.read_text()) < LONGEST_UPLOAD
    else:
        eventually(hit.exists, "it comes to where it is held")
        broken(servers.redis, way)
        go_on([*stopped_under(held.pid), *stopped_under(services.pid)])
        assert held.wait(timeout=PATIENCE) == 0

    mended(servers.redis, way)

    comes_to(servers.expected, installation)


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
