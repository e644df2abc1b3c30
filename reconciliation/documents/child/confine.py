"""The locks that the child closes around itself before it reads a byte of the document.

Each lock is tried where the kernel has it. Locks that hold are reported; others are left out of the report.
"""

import ctypes
import errno
import os
import resource
import signal
import time
from collections.abc import Callable, Sequence

from reconciliation.documents.locks import LOCKS

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


NOBODY = 65534
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38


def confine(*, memory: int, seconds: float, locks: Sequence[str] = LOCKS) -> list[str]:
    """Close the locks around this process: `memory` in bytes, `seconds` of processor time. Return the names of those that hold, in
    order."""
    closing: dict[str, Callable[[], None]] = {
        "limits": lambda: limit_resources(memory, seconds),
        "not_root": become_nobody,
        "dies_with_parent": die_with_parent,
        "no_new_privileges": refuse_privileges,
        "no_network": leave_the_network,
        "no_processes": start_no_processes,
        "landlock": deny_everything,
        "seccomp": allow_only_computing,
    }
    return [name for name in locks if holds(closing[name])]


def holds(close: Callable[[], None]) -> bool:
    try:
        close()
    except (OSError, ValueError, AttributeError):  # refused, already below, or not a Linux at all
        return False
    return True


def limit_resources(memory: int, seconds: float) -> None:
    """Allow no written files, no core dumps and few open files. Too much processor time, counted from now, ends by a signal before the
    kill."""
    lower(resource.RLIMIT_AS, memory)
    lower(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1, grace=1)
    lower(resource.RLIMIT_NOFILE, 32)
    write_nothing()


def write_nothing() -> None:
    lower(resource.RLIMIT_FSIZE, 0)
    lower(resource.RLIMIT_CORE, 0)


def lower(kind: int, limit: int, *, grace: int = 0) -> None:
    """Lower a resource limit to this value, unless it is lower already."""
    hard = resource.getrlimit(kind)[1]
    ceiling = limit + grace if hard == resource.RLIM_INFINITY else min(limit + grace, hard)
    resource.setrlimit(kind, (min(limit, ceiling), ceiling))


def become_nobody() -> None:
    """Drop the rights of root; another user has none to drop."""
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
    """Move to an empty network namespace. Containers often refuse this."""
    checked(libc.unshare(ctypes.c_int(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC)))


def start_no_processes() -> None:
    lower(resource.RLIMIT_NPROC, 0)


CREATE_RULESET, RESTRICT_SELF = 444, 446  # the same on every architecture
ASK_VERSION = 1
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # version of Landlock: number of file rights that it knows
FILE_RIGHTS_NOW = 16  # number of file rights from version 5
NETWORK_RIGHTS = 0b11  # rights to bind and to connect, from version 4
SCOPES = 0b11  # abstract sockets and signals, from version 6


class Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


def deny_everything() -> None:
    """Handle every right that this kernel knows with Landlock, and grant none. Raises OSError without Landlock."""
    version = checked(libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION))
    ruleset = Ruleset(
        (1 << FILE_RIGHTS.get(version, FILE_RIGHTS_NOW)) - 1,
        NETWORK_RIGHTS if version >= 4 else 0,
        SCOPES if version >= 6 else 0,
    )
    size = 8 * (1 + (version >= 4) + (version >= 6))
    descriptor = checked(libc.syscall(CREATE_RULESET, ctypes.byref(ruleset), size, 0))
    try:
        checked(libc.syscall(RESTRICT_SELF, descriptor, 0))
    finally:
        os.close(descriptor)


PR_SET_SECCOMP, MODE_FILTER = 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # BPF operations on 32-bit words
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, FAIL = 0x7FFF0000, 0x00050000 | errno.EPERM

# Each: the audit architecture, tgkill (only at itself: that is how abort ends a process), and the calls that computing needs:
# read write close fstat lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn readv writev sched_yield
# mremap madvise getpid exit getrusage sysinfo gettid futex sched_getaffinity restart_syscall clock_gettime clock_getres
# exit_group getrandom rseq membarrier
X86_64 = (
    0xC000003E,
    234,
    "0 1 3 5 8 9 10 11 12 13 14 15 19 20 24 25 28 39 60 98 99 186 202 204 219 228 229 231 318 334 324",
)
AARCH64 = (
    0xC00000B7,
    131,
    "63 64 57 80 62 222 226 215 214 134 135 139 65 66 124 216 233 172 93 165 179 178 98 123 128 113 114 94 278 293 283",
)
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}


class Instruction(ctypes.Structure):
    _fields_ = [("operation", ctypes.c_uint16), ("if_true", ctypes.c_uint8), ("if_false", ctypes.c_uint8), ("value", ctypes.c_uint32)]


class BpfProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction))]


def allow_only_computing() -> None:
    """Install the filter of system calls, after `no_new_privileges`. Raises OSError if the kernel or this architecture has none for us."""
    if os.uname().machine not in MACHINES:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    steps = program(*MACHINES[os.uname().machine], itself=os.getpid())
    instructions = (Instruction * len(steps))(*(Instruction(*step) for step in steps))
    checked(libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(BpfProgram(len(steps), instructions)), 0, 0))


def program(architecture: int, signal_thread: int, allowed: str, *, itself: int) -> list[tuple[int, int, int, int]]:
    """Return the steps of the filter. A jump of n skips n steps."""
    return [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_IF_EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, FAIL),
        (LOAD, 0, 0, NUMBER),
        *(step for number in map(int, allowed.split()) for step in ((JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW))),
        (JUMP_IF_EQUAL, 1, 0, signal_thread),
        (RETURN, 0, 0, FAIL),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_EQUAL, 0, 1, itself),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, FAIL),
    ]
