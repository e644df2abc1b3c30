"""A folder that is watched: each PDF in it is taken once, when nobody writes to it any more.

The folder belongs to whoever runs the installation: it is named on the command line, never on a page. What it was told of a file is
remembered by the organization (the same bytes are one import), so that watchers may be started again, or be several.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from connectors.arrivals.standing import OpenFile, opened
from people.models import Organization
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.models import StatementImport
from reconciliation.uploads.services import Received, receive_statement

STILL = 2.0
"""Seconds for which a file's size and time stay the same before it is taken."""
GIVEN_UP = 120.0
"""Seconds after which a file that stands still and is not at its end is refused; one that is still open for writing is then taken."""
TAKEN, REFUSED = "taken", "refused"
UNFINISHED = _("This PDF has no end: it was not written whole.")


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """What became of a file: the import, or why it was refused."""

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
        self._seen: dict[Path, WatchedFile] = {}
        self._done: dict[Path, tuple[int, int]] = {}

    @property
    def waits(self) -> bool:
        """Whether a file is there that may still be written to."""
        return any(path not in self._done for path in self._files())

    def look(self) -> Iterator[FolderOutcome]:
        """Take what stands still; called again and again. Raises TooManyWaiting: what was not taken waits."""
        there = list(self._files())
        for gone in set(self._seen) - set(there):
            del self._seen[gone]
        for path in there:
            outcome = self._looked_at(path)
            if outcome is not None:
                yield outcome

    def _files(self) -> Iterator[Path]:
        """PDFs of the folder itself, in the order of their names; no link is followed."""
        with os.scandir(self._folder) as entries:
            found = [entry.path for entry in entries if entry.name.casefold().endswith(".pdf") and entry.is_file(follow_symlinks=False)]
        yield from (Path(path) for path in sorted(found) if not Path(path).name.startswith("."))

    def _looked_at(self, path: Path) -> FolderOutcome | None:
        """None of what is taken later, or was, or is no plain file any more."""
        try:
            with opened(path) as found:
                return self._of(path, found) if found else None
        except PermissionError as error:
            return self._told_once(path, FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__))
        except OSError:
            return None

    def _of(self, path: Path, found: OpenFile) -> FolderOutcome | None:
        mark = (found.size, found.changed)
        if self._done.get(path) == mark:
            return None
        before = self._seen.get(path)
        if before is None or (before.size, before.changed) != mark:
            self._seen[path] = WatchedFile(*mark, time.monotonic())
            return None
        stood = time.monotonic() - before.since
        if stood < STILL or (stood < GIVEN_UP and (not found.has_its_end or found.is_being_written)):
            return None
        outcome = self._taken(path, found)
        self._done[path] = mark
        if not self._keep:
            self._put_away(outcome, found)
        return outcome

    def _told_once(self, path: Path, outcome: FolderOutcome) -> FolderOutcome | None:
        """It stays where it is: who may not read it may not move it either."""
        try:
            told = path.lstat()
        except OSError:
            return None
        mark = (told.st_size, told.st_mtime_ns)
        if self._done.get(path) == mark:
            return None
        self._done[path] = mark
        return outcome

    def _taken(self, path: Path, found: OpenFile) -> FolderOutcome:
        """Raises TooManyWaiting."""
        if not found.has_its_end:
            return FolderOutcome(path, code="unfinished", why=str(UNFINISHED))
        try:
            received = receive_statement(
                organization=self._organization,
                uploaded_by=None,
                channel=StatementImport.Channel.FOLDER,
                filename=path.name,
                pdf=found.read(settings.DOCUMENT_MAX_BYTES),
            )
        except DocumentUnreadable as unreadable:
            return FolderOutcome(path, code=unreadable.code, why=message(unreadable.code, unreadable.params))
        except OSError as error:
            return FolderOutcome(path, code="not_readable", why=error.strerror or type(error).__name__)
        return FolderOutcome(path, received=received)

    def _put_away(self, outcome: FolderOutcome, found: OpenFile) -> None:
        """What another watcher has moved is gone, and what its writer has replaced meanwhile is another file: that one comes next."""
        place = self._folder / (TAKEN if outcome.received else REFUSED)
        place.mkdir(exist_ok=True)
        target = _free(place / outcome.path.name)
        with suppress(FileNotFoundError):
            if found.is_still(outcome.path):
                outcome.path.rename(target)
                if outcome.why:
                    target.with_name(f"{target.name}.txt").write_text(f"{outcome.code}\n{outcome.why}\n", encoding="utf-8")
        self._done.pop(outcome.path, None)


def _free(path: Path) -> Path:
    """The name, with a number where there is such a file."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found
