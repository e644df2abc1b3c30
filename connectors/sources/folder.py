"""A watched folder: each PDF in it is taken once, after its last writer has finished.

The folder belongs to whoever runs the installation: it is named on the command line, never on a page. Known files are recognized by the
organization (the same bytes are one import), so that watchers may be restarted, or be several."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from connectors.sources.standing import OpenFile, opened
from people.models import Organization
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.models import StatementImport
from reconciliation.uploads.services import Received, receive_statement

STILL = 2.0
"""Seconds for which a file's size and time stay the same before it is taken."""
GIVEN_UP = 120.0
"""Seconds after which an unchanged, incomplete file is refused; one that is still open for writing is then taken."""
TAKEN, REFUSED = "taken", "refused"
UNFINISHED = _("This PDF has no end: it was not written whole.")


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """Outcome of a file: its import, or the reason for a refusal."""

    path: Path
    received: Received | None = None
    code: str = ""
    why: str = ""


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
        there = list(self._files())
        for gone in set(self._watched) - set(there):
            del self._watched[gone]
        for path in there:
            outcome = self._outcome_of(path)
            if outcome is not None:
                yield outcome

    def _files(self) -> Iterator[Path]:
        """Yield the PDFs of the folder itself, ordered by name; links are not followed."""
        with os.scandir(self._folder) as entries:
            paths = [entry.path for entry in entries if entry.name.casefold().endswith(".pdf") and entry.is_file(follow_symlinks=False)]
        yield from (Path(path) for path in sorted(paths) if not Path(path).name.startswith("."))

    def _outcome_of(self, path: Path) -> FolderOutcome | None:
        """Return the outcome of a file, or None if it is taken later, was taken, or is no plain file any longer."""
        try:
            with opened(path) as file:
                return self._of(path, file) if file else None
        except PermissionError as error:
            return self._once(path, FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__))
        except OSError:
            return None

    def _of(self, path: Path, file: OpenFile) -> FolderOutcome | None:
        mark = (file.size, file.changed)
        if self._done.get(path) == mark:
            return None
        before = self._watched.get(path)
        if before is None or (before.size, before.changed) != mark:
            self._watched[path] = WatchedFile(*mark, time.monotonic())
            return None
        stood = time.monotonic() - before.since
        if stood < STILL or (stood < GIVEN_UP and (not file.has_its_end or file.is_being_written)):
            return None
        outcome = self._taken(path, file)
        self._done[path] = mark
        if not self._keep:
            self._put_away(outcome, file)
        return outcome

    def _once(self, path: Path, outcome: FolderOutcome) -> FolderOutcome | None:
        """Return the outcome, only once for each file, which stays: without the right to read it there is none to move it."""
        try:
            status = path.lstat()
        except OSError:
            return None
        mark = (status.st_size, status.st_mtime_ns)
        if self._done.get(path) == mark:
            return None
        self._done[path] = mark
        return outcome

    def _taken(self, path: Path, file: OpenFile) -> FolderOutcome:
        """Return the outcome of taking a file. Raises TooManyWaiting."""
        if not file.has_its_end:
            return FolderOutcome(path, code="unfinished", why=str(UNFINISHED))
        try:
            received = receive_statement(
                organization=self._organization,
                uploaded_by=None,
                channel=StatementImport.Channel.FOLDER,
                filename=path.name,
                pdf=file.read(settings.DOCUMENT_MAX_BYTES),
            )
        except DocumentUnreadable as unreadable:
            return FolderOutcome(path, code=unreadable.code, why=message(unreadable.code, unreadable.params))
        except OSError as error:
            return FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__)
        return FolderOutcome(path, received=received)

    def _put_away(self, outcome: FolderOutcome, file: OpenFile) -> None:
        """Move a file, unless another watcher has moved it or its writer has replaced it: the new file comes next."""
        place = self._folder / (TAKEN if outcome.received else REFUSED)
        place.mkdir(exist_ok=True)
        target = _free(place / outcome.path.name)
        with suppress(FileNotFoundError):
            if file.is_still(outcome.path):
                outcome.path.rename(target)
                if outcome.why:
                    target.with_name(f"{target.name}.txt").write_text(f"{outcome.code}\n{outcome.why}\n", encoding="utf-8")
        self._done.pop(outcome.path, None)


def _free(path: Path) -> Path:
    """Return the path, with a number if there is such a file."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
