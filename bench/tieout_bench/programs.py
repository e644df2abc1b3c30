"""The programs that are measured, each a command, and how one is run on a file."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
LONGEST = 300  # seconds that a program has for one file


OWN = f"{shlex.quote(sys.executable)} -m bench.tieout_bench."

READERS = {
    "tieout": f"{OWN}readers.tieout_convert",
    "monopoly-core": f"{OWN}readers.monopoly_core",
    "statementproof": f"{OWN}readers.statement_proof",
    "pdftotext and a pattern": f"{OWN}readers.pdftotext",
}
"""Each command is given a file and prints its statements as JSON."""
MODEL = f"{OWN}readers.language_model"
"""A model through Tieout's assistant; PROVIDER, PROVIDER_MODEL and the provider's key say which."""
RECONCILERS = {"tieout": f"{OWN}reconcilers.tieout_reconcile", "equal amounts, nearest day": f"{OWN}reconcilers.nearest_day"}
"""Each command is given a file, the books as CSV and the first balance, and prints the differences as JSON."""


def run(command: str, arguments: Sequence[str | Path]) -> tuple[dict[str, Any] | None, float]:
    """Return what the program printed, None if it failed or printed no JSON, and the seconds that it took."""
    began = time.perf_counter()
    try:
        done = subprocess.run(  # noqa: S603  commands that the user chose
            [*shlex.split(command), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": str(PROJECT), "LOG_LEVEL": "ERROR"},
        )
    except subprocess.TimeoutExpired:
        return None, float(LONGEST)
    seconds = time.perf_counter() - began
    try:
        output = json.loads(done.stdout)
    except ValueError:
        return None, seconds
    return (output if isinstance(output, dict) else None), seconds


def failure(command: str) -> str:
    """Return why a program cannot start at all, "" if it can: each of ours answers `--version`."""
    done = subprocess.run(  # noqa: S603  commands that the user chose
        [*shlex.split(command), "--version"], capture_output=True, text=True, check=False, cwd=PROJECT, timeout=LONGEST
    )
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it does not start"])[-1]
