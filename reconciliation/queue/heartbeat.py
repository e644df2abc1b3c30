"""A lease is renewed from beside the work: a long stage is not a dead worker."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context

from django.conf import settings
from django.db import Error, connection

logger = logging.getLogger(__name__)


@contextmanager
def beating(renew: Callable[[], None], *, every: float) -> Iterator[None]:
    """Call `renew` every so many seconds while the body runs; stop when it raises, unless only the database does not answer."""
    stopped = threading.Event()
    thread = threading.Thread(target=copy_context().run, args=(_beat, renew, every, stopped), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat(renew: Callable[[], None], every: float, stopped: threading.Event) -> None:
    beats = 0
    try:
        while not stopped.wait(every) and beats * every < settings.CLAIM_LONGEST:
            _renewed(renew)
            beats += 1
    except Exception:
        logger.warning("the lease could not be renewed", exc_info=True)  # the fence decides, not this thread
    finally:
        connection.close()


def _renewed(renew: Callable[[], None]) -> None:
    """A database that is away for a moment is asked again at the next beat, over a new connection."""
    try:
        renew()
    except Error:
        logger.warning("the lease could not be renewed this time", exc_info=True)
        connection.close()
