"""A system call filter: what computing needs is allowed, everything else fails as not permitted.

It holds where containers refuse namespaces and old kernels have no Landlock. Only on the two architectures listed.
"""

import ctypes
import errno
import os

from reconciliation.documents.child.kernel import checked, libc

PR_SET_SECCOMP, MODE_FILTER = 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # BPF operations on 32-bit words
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, FAIL = 0x7FFF0000, 0x00050000 | errno.EPERM

# Each: the audit architecture, tgkill (only at itself: that is how abort ends a process), and what computing needs:
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
    """Raises OSError where the kernel or this architecture has no filter for us. Wants no_new_privileges first."""
    if os.uname().machine not in MACHINES:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    steps = program(*MACHINES[os.uname().machine], itself=os.getpid())
    instructions = (Instruction * len(steps))(*(Instruction(*step) for step in steps))
    checked(libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(BpfProgram(len(steps), instructions)), 0, 0))


def program(architecture: int, signal_thread: int, allowed: str, *, itself: int) -> list[tuple[int, int, int, int]]:
    """The filter. A jump of n skips n steps."""
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
