"""The reader as an earlier revision had it, to measure beside today's: taken out of the history, run by today's bench."""

import io
import os
import subprocess
import tarfile
from pathlib import Path

NAME = "tieout: earlier"


def unpack(revision: str, project: Path, folder: Path) -> None:
    """The package that reads, and nothing else of that revision; raises `CalledProcessError` where the history does not hold it."""
    command = ["git", "archive", revision, "reconciliation"]
    done = subprocess.run(command, cwd=project, capture_output=True, check=True)  # noqa: S603
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def environment(project: Path, folder: Path) -> dict[str, str]:
    """Python finds the earlier reader before today's, and the bench of today."""
    return os.environ | {"PYTHONSAFEPATH": "1", "PYTHONPATH": f"{folder}{os.pathsep}{project}"}
