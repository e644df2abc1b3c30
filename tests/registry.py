"""Check with uv whether packages can be installed on this machine."""

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.deployment.processes import PATIENCE

UV = Path(sys.executable).with_name("uv")


@cache
def packages_can_be_installed() -> bool:
    """One small package is fetched, past the cache; only the tests that install ask."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(UV), "pip", "install", "--quiet", "--no-cache", "--no-deps", "--target", folder, "rfc8785"]
        try:
            return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False).returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False
