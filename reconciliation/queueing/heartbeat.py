"""A lease is renewed from beside the work: a long stage is not a dead worker."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

logger = logging.getLogger(__name__)

LONGEST = 30 * 60  # seconds: a worker that hangs for longer than this is given up


@contextmanager
def beating(renew: Callable[[], None], *, every: float) -> Iterator[None]:
    """Call `renew` every so many seconds while the body runs; stop when it raises."""
    stopped = threading.Event()
    thread = threading.Thread(target=_beat, args=(renew, every, stopped), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat(renew: Callable[[], None], every: float, stopped: threading.Event) -> None:
    beats = 0
    try:
        while not stopped.wait(every) and beats * every < LONGEST:
            renew()
            beats += 1
    except Exception:
        logger.warning("the lease could not be renewed", exc_info=True)  # the fence decides, not this thread
    finally:
        connection.close()
