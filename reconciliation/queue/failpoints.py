"""Named places where tests break the work off: no-ops unless the environment names one.

`FAILPOINT=document.read:kill` kills the process there; `raise` raises, `stop` holds the whole process until it is continued. With a file as
a third part (`document.read:kill:/tmp/hit`) it happens once: only the process that creates that file acts.
"""

import signal
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.conf import settings

STEPS = (
    "upload.file_saved",  # the bytes are stored, no row names them
    "upload.row_written",  # with its doorbell, not yet committed
    "upload.committed",  # accepted, and no message is sent
    "upload.rung",  # the message is sent, and not recorded
    "claim.taken",
    "run.begun",
    "document.opened",
    "document.read",
    "model.answered",  # an answer has arrived, and is not stored
    "model.stored",  # an answer is stored, and not used
    "verdict.weighed",  # in the last transaction, before anything of the answer is written
    "verdict.written",  # all is written, before the last commit
)


class Broken(RuntimeError):
    """Raised at a failpoint whose act is `raise`."""


def reached(step: str) -> None:
    """Act at a finished step if FAILPOINT names it; call it after the step."""
    if step != _STEP:
        return
    if _ONCE:
        try:
            Path(_ONCE).touch(exist_ok=False)
        except FileExistsError:
            return
    _ACTS[_ACT]()


def _raise() -> None:
    raise Broken(_STEP)


def _signal_here(number: signal.Signals) -> None:
    """Send a signal to this thread: the whole process obeys, and this thread takes no further step before it does."""
    signal.pthread_kill(threading.get_ident(), number)


_ACTS: dict[str, Callable[[], None]] = {
    "kill": partial(_signal_here, signal.SIGKILL),
    "raise": _raise,
    "stop": partial(_signal_here, signal.SIGSTOP),
}
_STEP, _ACT, _ONCE = (*settings.FAILPOINT.split(":", 2), "", "")[:3]
if settings.FAILPOINT and (_STEP not in STEPS or _ACT not in _ACTS):
    raise ValueError(f"There is no failpoint {settings.FAILPOINT!r}.")
