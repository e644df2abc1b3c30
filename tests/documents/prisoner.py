"""Acts of a hostile document that took the child over: run inside the child's own locks, each try and its end printed as JSON.

The environment names the locks: all of them, or some.
"""

import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from reconciliation.documents.child.confine import confine
from reconciliation.documents.locks import LOCKS


def read_secret() -> None:
    Path(os.environ["SECRET"]).read_bytes()


def write_file() -> None:
    Path(os.environ["SECRET"]).with_name("written").write_bytes(b"1")


def list_folder() -> None:
    list(Path("/etc").iterdir())


def read_environment() -> None:
    Path("/proc/self/environ").read_bytes()


def open_socket() -> None:
    with socket.socket() as connection:
        connection.settimeout(5)
        connection.connect(("127.0.0.1", int(os.environ["PORT"])))


def send_datagram() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as connection:
        connection.connect(("127.0.0.1", int(os.environ["PORT"])))
        connection.send(b"account numbers")


def reach_local_socket() -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["LOCAL"])


def run_program() -> None:
    if os.posix_spawn("/bin/true", ["/bin/true"], {}):
        return


def become_program() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.execve(b"/proc/self/nothing", None, None) and ctypes.get_errno() != 2:  # not found would mean: it was allowed to look
        raise OSError(ctypes.get_errno(), "refused")


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def signal_parent() -> None:
    os.kill(os.getppid(), 0)


def use_memory() -> None:
    bytearray(2_000_000_000)


def attempt(deed: Callable[[], None]) -> str:
    try:
        deed()
    except (OSError, MemoryError) as refusal:
        return type(refusal).__name__
    return "done"


DEEDS = (
    read_secret, read_environment, list_folder, write_file, open_socket, send_datagram, reach_local_socket,
    run_program, become_program, fork, signal_parent, use_memory,
)  # fmt: skip

if __name__ == "__main__":
    locks = confine(memory=1_000_000_000, seconds=20, locks=os.environ["LOCKS"].split() or LOCKS)
    sys.stdout.write(json.dumps({"locks": locks, "ends": {deed.__name__: attempt(deed) for deed in DEEDS}}))
