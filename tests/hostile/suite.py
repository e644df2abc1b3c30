"""The tests of this folder, in full, as a part of `python -m tests.hostile`."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

from tests.project import PROJECT

LAST = re.compile(r"cases (\d+) failed (\d+) left_out (\d+)\n*\Z")
COMMAND = [sys.executable, "-m", "pytest", "--numprocesses", "auto", "--cases", "--show-capture", "no", "tests/hostile"]


@dataclass(frozen=True, slots=True)
class Counted:
    cases: int
    failed: int
    left_out: int

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(self.cases + other.cases, self.failed + other.failed, self.left_out + other.left_out)

    def __str__(self) -> str:
        return f"cases {self.cases} failed {self.failed} left_out {self.left_out}"


def run() -> tuple[str, Counted]:
    """Return its output without the last line, and that line. A run without one has failed."""
    done = subprocess.run(COMMAND, cwd=PROJECT, env=os.environ | {"HOSTILE": "whole"}, capture_output=True, text=True, check=False)
    last = LAST.search(done.stdout)
    if last is None:
        return done.stdout + done.stderr, Counted(1, 1, 0)
    cases, failed, left_out = map(int, last.groups())
    return done.stdout[: last.start()], Counted(cases, max(failed, int(done.returncode == 1 and not left_out)), left_out)


def whole() -> bool:
    """Every case, and not those alone that CI takes."""
    return os.environ.get("HOSTILE") == "whole"
