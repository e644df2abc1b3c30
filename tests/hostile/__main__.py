"""Every hostile file through a real worker on Redis, an ordinary statement among them; ends with `cases N failed N left_out N`.

Each file must end with an answer or a named error within the limits, at the first attempt, and what hides text must be said to.
No worker may be lost, nothing may be left behind, and the statement must have been read meanwhile. Files: those written for the
tests, and those beside the project.
"""

import os
import sys
import tempfile
from pathlib import Path

import django

from tests.servers import REDIS, SHARED, redis_answers

SECONDS = 5  # for opening one file: the longest would take the default to no other end
DATABASE = 7  # of Redis; tests use others


def main() -> int:
    if not redis_answers():
        sys.stdout.write("left out: no Redis answers on this machine\ncases 0 failed 0 left_out 1\n")
        return left_out_fails()
    with tempfile.TemporaryDirectory(prefix="tieout-hostile-") as name:
        folder = Path(name)
        for place in ("data", "temporary"):
            (folder / place).mkdir()
        os.environ |= {
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": str(folder / "data"),
            "MEDIA_ROOT": str(folder / "data" / "media"),
            "DATABASE_URL": "",
            "REDIS_URL": f"{REDIS}/{DATABASE}",
            "TMPDIR": str(folder / "temporary"),
            "DOCUMENT_MAX_SECONDS": str(SECONDS),
            "OCR_MAX_SECONDS": str(2 * SECONDS),
            "CLAIM_SECONDS": "10",
            "LOG_LEVEL": "ERROR",
        }
        django.setup()  # only now: it reads the settings
        from tests.hostile.running import run

        cases, faults = run(folder)
    left_out = 0 if SHARED.is_dir() else 1
    lines = [*(f"FAILED {fault}" for fault in faults), f"cases {cases} failed {len(faults)} left_out {left_out}", ""]
    sys.stdout.write("\n".join(lines))
    return 1 if faults else left_out_fails() if left_out else 0


def left_out_fails() -> int:
    return 1 if os.environ.get("LEFT_OUT_FAILS") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
