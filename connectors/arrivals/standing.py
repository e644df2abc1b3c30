"""A file of a folder, opened once and asked by its descriptor alone: what its name leads to meanwhile does not matter."""

import errno
import fcntl
import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ENDS_WITHIN = 2048
"""Bytes from the end in which a PDF says that it ends; readers have always been lenient."""
BEGINS_WITHIN = 1024
SIGNAL_OF_A_LEASE = 10  # F_SETSIG of fcntl(2), which Python does not name


@dataclass(frozen=True, slots=True)
class OpenFile:
    """`size` and `changed` are those of the moment at which it was opened."""

    descriptor: int
    size: int
    changed: int

    @property
    def has_its_end(self) -> bool:
        """Whether it ends as PDFs do: who copies slowly may stand still for longer than we wait. A file that is no PDF is taken too,
        to be refused with the reason."""
        if b"%PDF-" not in os.pread(self.descriptor, BEGINS_WITHIN, 0):
            return True
        return b"%%EOF" in os.pread(self.descriptor, ENDS_WITHIN, max(0, self.size - ENDS_WITHIN))

    @property
    def is_being_written(self) -> bool:
        """Whether another program has it open for writing, by a lease that Linux gives only where none has (fcntl(2)). Where that cannot
        be told, as of another user's file or on a network's file system, it is not."""
        lease = getattr(fcntl, "F_SETLEASE", None)
        if lease is None:
            return False
        try:
            fcntl.fcntl(self.descriptor, SIGNAL_OF_A_LEASE, signal.SIGURG)  # which nobody minds, should the lease be asked back at once
            fcntl.fcntl(self.descriptor, lease, fcntl.F_RDLCK)
            fcntl.fcntl(self.descriptor, lease, fcntl.F_UNLCK)
        except OSError as error:
            return error.errno == errno.EAGAIN
        return False

    def read(self, most: int) -> bytes:
        """No more than that many bytes and one. Raises OSError."""
        with os.fdopen(os.dup(self.descriptor), "rb") as opened:
            opened.seek(0)
            return opened.read(most + 1)

    def is_still(self, path: Path) -> bool:
        """Whether this is what the name leads to: another watcher may have moved it, and its writer may have replaced it."""
        try:
            return os.path.samestat(path.lstat(), os.fstat(self.descriptor))
        except OSError:
            return False


@contextmanager
def opened(path: Path) -> Iterator[OpenFile | None]:
    """None for what is no plain file; no link is followed, and nothing waits for what is no file. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        told = os.fstat(descriptor)
        yield OpenFile(descriptor, told.st_size, told.st_mtime_ns) if stat.S_ISREG(told.st_mode) else None
    finally:
        os.close(descriptor)
