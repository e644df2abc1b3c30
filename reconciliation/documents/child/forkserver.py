"""The process that children are forked from. It has loaded their modules and never reads a byte of a document.

It takes programs on standard input, a socket, each with two ends of pipes, and sends the number of each child, then its exit status.
"""

import gc
import os
import socket
import sys
from typing import NoReturn

from reconciliation.documents.child import examination, pdfium_engine  # noqa: F401
from reconciliation.documents.child import main as child  # noqa: F401  what every child needs is loaded once, here
from reconciliation.documents.child.confine import die_with_parent, holds, refuse_privileges, write_nothing

LONGEST = 10_000  # most bytes of a program


def main() -> None:
    """Serve until the parent closes the connection or ends."""
    for close in (die_with_parent, refuse_privileges, write_nothing):
        holds(close)
    gc.freeze()
    parent = socket.socket(fileno=os.dup(0))
    while served(parent):
        pass


def served(parent: socket.socket) -> bool:
    """Start one child and wait for its end. Return False if the parent sent no program."""
    program, ends, _, _ = socket.recv_fds(parent, LONGEST, 2)
    if len(ends) != 2:
        return False
    given, answers = ends
    pid = os.fork()
    if pid == 0:
        become(program.decode(), given, answers)
    os.close(given)
    os.close(answers)
    parent.send(str(pid).encode())
    parent.send(str(end_of(pid)).encode())
    parent.recv(1)  # until it is waited for, no other process gets its number: the parent may end the process that it has started
    os.waitpid(pid, 0)
    return True


def end_of(pid: int) -> int:
    """Return the exit status of a child, or the negative number of the signal that ended it. It still has to be waited for."""
    end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    if end is None:
        raise ChildProcessError(pid)
    return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status


def become(program: str, given: int, answers: int) -> NoReturn:
    """Run the program in a child that has nothing open but its input and its output."""
    status = 1
    try:
        os.setsid()
        os.dup2(given, 0)
        os.dup2(answers, 1)
        os.closerange(3, 256)
        exec(program, {"__name__": "__main__"})  # noqa: S102  # nosec B102  # the parent's own: nothing of a document is in it
        sys.stdout.flush()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        os._exit(status)
