"""`python -m tests.hostile [--only uploads] [--only tests] [--only files]`: all three, or those parts.

Every hostile text, model and name of `pytest tests/hostile` in full, every hostile upload at a real server, and every hostile file through
a real worker on Redis, an ordinary statement among them; ends with `cases N failed N left_out N`.

Each file must end with an answer or a named error within the limits, at the first attempt, and hidden text must be reported. No worker may
be lost, no file or process may remain, and the statement must have been read meanwhile. Files: those written for the tests, and those
beside the project.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

from tests.hostile import suite, uploads
from tests.servers import REDIS, SHARED, redis_answers

PARTS = ["uploads", "tests", "files"]
SECONDS = 5  # for opening one file: the longest would take the default to no other end
DATABASE = 7  # of Redis; tests use others
NO_REDIS = "left out: the worker on Redis, since none answers on this machine"
NO_FILES = "left out: the hostile files beside the project, which are not there"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=PARTS, help="a part to run; may be given again")
    parts: list[str] = parser.parse_args().only or PARTS
    cases, faults, tested, left_out = 0, list[str](), suite.Counted(0, 0, 0), list[str]()
    if "uploads" in parts:
        with tempfile.TemporaryDirectory(prefix="tieout-uploads-") as name:
            cases, faults, matrix = uploads.run(Path(name))
        sys.stdout.write("\n".join([*matrix, ""]))
    if "tests" in parts:
        told, tested = suite.run()
        sys.stdout.write(told)
    if "files" in parts:
        left_out = [why for there, why in ((redis_answers(), NO_REDIS), (SHARED.is_dir(), NO_FILES)) if not there]
        if redis_answers():
            files, wrong = documents()
            cases, faults = cases + files, [*faults, *wrong]
    all_of_it = suite.Counted(cases, len(faults), len(left_out)) + tested
    lines = [*(f"FAILED {fault}" for fault in faults), *left_out, str(all_of_it), ""]
    sys.stdout.write("\n".join(lines))
    return 1 if all_of_it.failed else left_out_fails() if all_of_it.left_out else 0


def documents() -> tuple[int, list[str]]:
    """Return the number of hostile files that went through the worker, and a sentence for each fault."""
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

        return run(folder)


def left_out_fails() -> int:
    return 1 if os.environ.get("LEFT_OUT_FAILS") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
