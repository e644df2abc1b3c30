"""One contestant's run over all files, in a process of its own: `python -m bench.heat NAME < paths`, one path a line.

Prints one JSON object a file: processor seconds (its children's too), rows, and the error that ended it, if one did.
"""

import gc
import json
import logging
import resource
import sys
import time
from pathlib import Path
from typing import Any

from bench.contestants import CONTESTANTS, Work


def main() -> None:
    logging.disable()
    contestant = CONTESTANTS[sys.argv[1]]
    answers = sys.stdout
    sys.stdout = sys.stderr  # some print as they read
    for line in sys.stdin:
        print(json.dumps(timed(contestant, Path(line.strip()))), file=answers, flush=True)


def timed(contestant: Any, path: Path) -> dict[str, Any]:
    """Once to warm up, once by the clock."""
    try:
        work: Work = contestant(path)
        work()
        gc.collect()
        started = processor_seconds()
        rows = work()
    except Exception as error:  # noqa: BLE001  whatever it stumbles over, the others are still measured
        return {"seconds": None, "rows": [], "error": f"{type(error).__name__}: {error}"[:200]}
    return {"seconds": processor_seconds() - started, "rows": rows or [], "error": None}


def processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
