"""Twelve steps, four ways to break off at each, on both kinds of installation: the result is the same as without."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from reconciliation.queue.failpoints import STEPS
from tests.deployment.processes import PATIENCE, eventually
from tests.faults.installation import BACKENDS, Installation, go_on, installed, stopped_under
from tests.faults.prepared import NEEDS_SERVERS, World

FAULTS = ("one_killed", "all_killed", "raise", "hang")
CELLS = [(backend, fault, step) for backend in BACKENDS for fault in FAULTS for step in STEPS]
# Each step once, each fault thrice, both backends: by a walk along the diagonals.
CUT = [(BACKENDS[(place + place // 4) % 2], FAULTS[place % 4], step) for place, step in enumerate(STEPS)]
WHOLE = os.environ.get("FAULTS") == "whole"


def cells() -> list[Any]:
    wanted = CELLS if WHOLE else CUT
    return [pytest.param(*cell, id=" ".join(cell), marks=NEEDS_SERVERS if cell[0] == "servers" else []) for cell in wanted]


@pytest.mark.parametrize(("backend", "fault", "step"), cells())
def test_the_outcome_equals_that_of_an_undisturbed_run(
    backend: str, fault: str, step: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    world: World = request.getfixturevalue(backend)
    with installed(world.of, tmp_path / "copy", **world.settings) as installation:
        breaks = broken_upload if step.startswith("upload.") else broken_work
        breaks(installation, fault, step)
        eventually(installation.is_done, "it recovers by itself")
        found = installation.state()
    assert found["broken"] == []
    assert found["rows"] == world.expected["rows"]


def broken_upload(installation: Installation, fault: str, step: str) -> None:
    """Break off the process that takes the upload; the uploader, who saw no answer, uploads again."""
    services = installation.services()
    hit = installation.folder / "hit"
    act = {"one_killed": "kill", "raise": "raise"}.get(fault, "stop")
    uploading = installation.uploading(FAILPOINT=f"{step}:{act}:{hit}")
    eventually(hit.exists, "the upload comes to where it breaks off")
    if fault == "all_killed":
        installation.kill(uploading)
        installation.kill(services)
        installation.services()
    if fault == "hang":
        eventually(lambda: bool(stopped_under(uploading.pid)), "it hangs")
        if not (installation.backend == "embedded" and step == "upload.row_written"):  # there no other process can write
            installation.upload(installation.paper)
            eventually(installation.is_done, "another upload is not held up")
        go_on([uploading.pid])
    uploading.wait(timeout=PATIENCE)
    installation.upload(installation.paper)


def broken_work(installation: Installation, fault: str, step: str) -> None:
    hit = installation.folder / "hit"
    act = {"one_killed": "kill", "raise": "raise"}.get(fault, "stop")
    services = installation.services(FAILPOINT=f"{step}:{act}:{hit}")
    installation.upload(installation.paper)
    eventually(hit.exists, "the work comes to where it breaks off")
    if fault == "all_killed":
        installation.kill(services)
        installation.services()
    if fault == "hang":
        hanging(installation, services, step)


def hanging(installation: Installation, services: Any, step: str) -> None:
    """Let another worker take over, then resume the first one, whose writes change nothing."""
    eventually(lambda: bool(stopped_under(services.pid)), "it hangs")
    zombies = stopped_under(services.pid)
    installation.services()
    if installation.backend == "embedded" and step.startswith("verdict."):  # it holds the only lock: no other process can write
        eventually(installation.lease_is_over, "the lease runs out")
        go_on(zombies)
        return
    eventually(installation.is_done, "another worker takes it over")
    before = installation.state()
    go_on(zombies)
    services.send_signal(signal.SIGTERM)
    services.wait(timeout=PATIENCE)
    assert installation.state() == before
