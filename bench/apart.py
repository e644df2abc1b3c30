"""A measurement that wants a full database: each size in one of its own on PostgreSQL, dropped afterwards, by a process of its own."""

import json
import os
import subprocess
import sys
import tempfile

Figures = dict[str, float]
"""By what was measured."""


def in_a_database_of_its_own(module: str, entries: int) -> Figures:
    """Return the JSON that `python -m module --here ENTRIES` prints, on the server of TEST_POSTGRES_URL."""
    from tests.servers import empty_postgres

    with empty_postgres(f"tieout_bench_{os.getpid()}") as address, tempfile.TemporaryDirectory(prefix="tieout-bench-") as folder:
        environment = os.environ | {"ENV_FILE": os.devnull, "DATA_DIR": folder, "DATABASE_URL": address}
        command = [sys.executable, "-m", module, "--here", str(entries)]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)  # noqa: S603
        figures: Figures = json.loads(done.stdout)
        return figures
