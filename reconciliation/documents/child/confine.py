"""Locking the child in, before it sees a byte of the document.

Each lock is tried where the kernel has it; what holds is reported, and what does not is left out of the report.
"""

import ctypes
import os
import resource
import signal
import time
from collections.abc import Callable, Sequence

from reconciliation.documents.child import landlock, seccomp
from reconciliation.documents.child.kernel import checked, libc
from reconciliation.documents.locks import LOCKS

NOBODY = 65534
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38


def confine(*, memory: int, seconds: float, locks: Sequence[str] = LOCKS) -> list[str]:
    """Memory in bytes, seconds of processor time. The names of the locks that hold, in the order in which they closed."""
    closing: dict[str, Callable[[], None]] = {
        "limits": lambda: limit_resources(memory, seconds),
        "not_root": become_nobody,
        "dies_with_parent": die_with_parent,
        "no_new_privileges": refuse_privileges,
        "no_network": leave_the_network,
        "no_processes": start_no_processes,
        "landlock": landlock.deny_everything,
        "seccomp": seccomp.allow_only_computing,
    }
    return [name for name in locks if holds(closing[name])]


def holds(close: Callable[[], None]) -> bool:
    try:
        close()
    except (OSError, ValueError, AttributeError):  # refused, already below, or not a Linux at all
        return False
    return True


def limit_resources(memory: int, seconds: float) -> None:
    """No files written, no core dumps, few files open. Too much processor time, counted from now, ends by a signal before the kill."""
    lower(resource.RLIMIT_AS, memory)
    lower(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1, grace=1)
    lower(resource.RLIMIT_NOFILE, 32)
    write_nothing()


def write_nothing() -> None:
    lower(resource.RLIMIT_FSIZE, 0)
    lower(resource.RLIMIT_CORE, 0)


def lower(kind: int, limit: int, *, grace: int = 0) -> None:
    """To the limit, where it is not lower already."""
    hard = resource.getrlimit(kind)[1]
    ceiling = limit + grace if hard == resource.RLIM_INFINITY else min(limit + grace, hard)
    resource.setrlimit(kind, (min(limit, ceiling), ceiling))


def become_nobody() -> None:
    """Root gives up being root; anyone else is nobody enough."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def die_with_parent() -> None:
    checked(libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    checked(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))


def refuse_privileges() -> None:
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def leave_the_network() -> None:
    """A network of its own with nothing in it. Containers often refuse this."""
    checked(libc.unshare(ctypes.c_int(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC)))


def start_no_processes() -> None:
    lower(resource.RLIMIT_NPROC, 0)
