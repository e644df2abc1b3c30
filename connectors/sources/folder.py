"""A watched folder: each statement in it is taken once, after its last writer has finished; of an archive, each of its files.

The folder belongs to the operator of the installation: it is named on the command line, never on a page. Known files are recognized by the
organization (the same bytes are one import), so that watchers may be restarted, or be several."""

import errno
import fcntl
import os
import signal
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from finance.imports.untrusted_files import ZIP
from people.models import Organization
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.electronic.reader import TAKEN_ENDINGS, members_of
from reconciliation.models import StatementImport
from reconciliation.uploads.services import Received, receive_statement

STILL = 2.0
"""Seconds for which a file's size and time stay the same before it is taken."""
GIVEN_UP = 120.0
"""Seconds after which an unchanged, incomplete file is refused; one that is still open for writing is then taken."""
TAKEN, REFUSED = "taken", "refused"
UNFINISHED, CUT_OFF = _("This PDF is incomplete: the file is cut off."), _("This file is incomplete: it is cut off.")
END_OF_ZIP = b"PK\x05\x06"
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
        """True if it ends as PDFs, archives or elements of XML and OFX do: a slow writer may pause for longer than the watcher waits. Also
        true for any other file, so that it is taken, or refused with the reason."""
        begin = os.pread(self.descriptor, BEGINS_WITHIN, 0)
        end = os.pread(self.descriptor, ENDS_WITHIN, max(0, self.size - ENDS_WITHIN))
        if begin.startswith(ZIP):
            return END_OF_ZIP in end
        if begin.lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"<", b"OFXHEADER")):
            return end.rstrip(b"\0 \r\n\t").endswith(b">")
        return b"%PDF-" not in begin or b"%%EOF" in end

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


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """Outcome of a file, or of the file `member` of an archive: its import, or the reason for a refusal."""

    path: Path
    received: Received | None = None
    code: str = ""
    why: str = ""
    member: str = ""

    @property
    def name(self) -> str:
        return f"{self.path.name}: {self.member}" if self.member else self.path.name


@dataclass(frozen=True, slots=True)
class WatchedFile:
    size: int
    changed: int
    since: float


class Watched:
    """One folder of one organization. With `keep` files stay where they are; else they are moved into `taken/` and `refused/`."""

    def __init__(self, folder: Path, organization: Organization, *, keep: bool = False) -> None:
        self._folder = folder
        self._organization = organization
        self._keep = keep
        self._watched: dict[Path, WatchedFile] = {}
        self._done: dict[Path, tuple[int, int]] = {}

    @property
    def waits(self) -> bool:
        """True if there is a file that may still be written to."""
        return any(path not in self._done for path in self._files())

    def look(self) -> Iterator[FolderOutcome]:
        """Take the files that no longer change; to be called repeatedly. Raises TooManyWaiting: the remaining files wait."""
        paths = list(self._files())
        for gone in set(self._watched) - set(paths):
            del self._watched[gone]
        for path in paths:
            outcomes: Sequence[FolderOutcome] = ()
            try:
                with opened(path) as file:
                    outcomes = self._take_when_complete(path, file) if file else ()
            except PermissionError as error:
                # A file that cannot be read cannot be moved either: it stays, and is reported once.
                with suppress(OSError):
                    status = path.lstat()
                    mark = (status.st_size, status.st_mtime_ns)
                    if self._done.get(path) != mark:
                        self._done[path] = mark
                        outcomes = [FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__)]
            except OSError:
                continue
            yield from outcomes

    def _files(self) -> Iterator[Path]:
        """Yield the statements of the folder itself by their names, in order; links are not followed."""
        with os.scandir(self._folder) as entries:
            named = [entry for entry in entries if entry.name.casefold().endswith((".pdf", *TAKEN_ENDINGS))]
            paths = [entry.path for entry in named if entry.is_file(follow_symlinks=False)]
        yield from (Path(path) for path in sorted(paths) if not Path(path).name.startswith("."))

    def _take_when_complete(self, path: Path, file: OpenFile) -> Sequence[FolderOutcome]:
        """Return the outcomes of a file, none if it is taken later or was taken. An archive of which a file is refused is put with the
        refused ones. Raises TooManyWaiting."""
        mark = (file.size, file.changed)
        if self._done.get(path) == mark:
            return ()
        before = self._watched.get(path)
        if before is None or (before.size, before.changed) != mark:
            self._watched[path] = WatchedFile(*mark, time.monotonic())
            return ()
        unchanged_for = time.monotonic() - before.since
        if unchanged_for < STILL or (unchanged_for < GIVEN_UP and (not file.has_its_end or file.is_being_written)):
            return ()
        outcomes = list(self._receive(path, file))
        self._done[path] = mark
        if self._keep:
            return outcomes
        reasons = [f"{outcome.member and f'{outcome.member}: '}{outcome.code}\n{outcome.why}\n" for outcome in outcomes if outcome.why]
        place = self._folder / (REFUSED if reasons else TAKEN)
        place.mkdir(exist_ok=True)
        number, target = 1, place / path.name
        while target.exists():
            number += 1
            target = place / f"{path.stem}-{number}{path.suffix}"
        with suppress(FileNotFoundError):
            # Another watcher may have moved the file, or its writer replaced it: the new file comes next.
            if file.is_still(path):
                path.rename(target)
                if reasons:
                    target.with_name(f"{target.name}.txt").write_text("".join(reasons), encoding="utf-8")
        self._done.pop(path, None)
        return outcomes

    def _receive(self, path: Path, file: OpenFile) -> Iterator[FolderOutcome]:
        """Yield the outcome of taking a file, or of each file of an archive. Raises TooManyWaiting."""
        if not file.has_its_end:
            yield FolderOutcome(path, code="unfinished", why=str(UNFINISHED if path.suffix.casefold() == ".pdf" else CUT_OFF))
            return
        try:
            content = file.read(settings.DOCUMENT_MAX_BYTES)
            members = members_of(content, configured_limits())
        except DocumentUnreadable as unreadable:
            yield FolderOutcome(path, code=unreadable.code, why=message(unreadable.code, unreadable.params))
            return
        except OSError as error:
            yield FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__)
            return
        for member, part in [("", content)] if members is None else members:
            try:
                received = receive_statement(
                    organization=self._organization,
                    uploaded_by=None,
                    channel=StatementImport.Channel.FOLDER,
                    filename=member or path.name,
                    pdf=part,
                )
            except DocumentUnreadable as unreadable:
                yield FolderOutcome(path, code=unreadable.code, why=message(unreadable.code, unreadable.params), member=member)
            except OSError as error:
                yield FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__, member=member)
            else:
                yield FolderOutcome(path, received=received, member=member)
