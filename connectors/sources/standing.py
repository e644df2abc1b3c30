"""A file of a folder, opened once and examined only by its descriptor: a change of its name does not matter."""

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
    """An open file. `size` and `changed` are those of the moment at which it was opened."""

    descriptor: int
    size: int
    changed: int

    @property
    def has_its_end(self) -> bool:
        """True if it ends as PDFs do: a slow writer may pause for longer than the watcher waits. Also true for a file that is no PDF, so
        that it is taken and refused with the reason."""
        if b"%PDF-" not in os.pread(self.descriptor, BEGINS_WITHIN, 0):
            return True
        return b"%%EOF" in os.pread(self.descriptor, ENDS_WITHIN, max(0, self.size - ENDS_WITHIN))

    @property
    def is_being_written(self) -> bool:
        """True if another program has it open for writing, by a lease that Linux gives only if none has (fcntl(2)). False if that is
        unknown, as for another user's file or on a network file system."""
        lease = getattr(fcntl, "F_SETLEASE", None)
        if lease is None:
            return False
        try:
            fcntl.fcntl(self.descriptor, SIGNAL_OF_A_LEASE, signal.SIGURG)  # ignored by default, if the lease is broken at once
            fcntl.fcntl(self.descriptor, lease, fcntl.F_RDLCK)
            fcntl.fcntl(self.descriptor, lease, fcntl.F_UNLCK)
        except OSError as error:
            return error.errno == errno.EAGAIN
        return False

    def read(self, most: int) -> bytes:
        """Return at most one byte more than `most`. Raises OSError."""
        with os.fdopen(os.dup(self.descriptor), "rb") as opened:
            opened.seek(0)
            return opened.read(most + 1)

    def is_still(self, path: Path) -> bool:
        """Return True if the path still leads to this file: another watcher may have moved it, or its writer replaced it."""
        try:
            return os.path.samestat(path.lstat(), os.fstat(self.descriptor))
        except OSError:
            return False


@contextmanager
def opened(path: Path) -> Iterator[OpenFile | None]:
    """Open a file; yield None if it is no plain file. Follows no link and waits for no device. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        yield OpenFile(descriptor, status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None
    finally:
        os.close(descriptor)
