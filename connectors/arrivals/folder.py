"""A folder that is watched: each PDF in it is taken once, when nobody writes to it any more.

The folder belongs to whoever runs the installation: it is named on the command line, never on a page. What it was told of a file is
remembered by the organization (the same bytes are one import), so that watchers may be started again, or be several.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from finance.models import Organization
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.models import StatementImport
from reconciliation.services import Received, receive_statement

STILL = 2.0
"""Seconds for which a file's size and time stay the same before it is taken."""
TAIL = 2048
TAKEN, REFUSED = "taken", "refused"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file: the import, or why it was refused."""

    path: Path
    received: Received | None = None
    code: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    size: int
    changed: int
    since: float


class Watched:
    """One folder of one organization. With `keep` files stay where they are; else they are moved into `taken/` and `refused/`."""

    def __init__(self, folder: Path, organization: Organization, *, keep: bool = False) -> None:
        self._folder = folder
        self._organization = organization
        self._keep = keep
        self._seen: dict[Path, Seen] = {}
        self._done: dict[Path, tuple[int, int]] = {}

    @property
    def waits(self) -> bool:
        """Whether a file is there that may still be written to."""
        return any(path not in self._done for path in self._files())

    def look(self) -> Iterator[Outcome]:
        """Take what stands still; called again and again. Raises TooManyWaiting: what was not taken waits."""
        there = list(self._files())
        for gone in set(self._seen) - set(there):
            del self._seen[gone]
        for path in there:
            if self._stands_still(path):
                yield self._take(path)

    def _files(self) -> Iterator[Path]:
        """PDFs of the folder itself, in the order of their names; no link is followed."""
        with os.scandir(self._folder) as entries:
            found = [entry.path for entry in entries if entry.name.casefold().endswith(".pdf") and entry.is_file(follow_symlinks=False)]
        yield from (Path(path) for path in sorted(found) if not Path(path).name.startswith("."))

    def _stands_still(self, path: Path) -> bool:
        try:
            now = path.lstat()
        except OSError:
            return False
        mark = (now.st_size, now.st_mtime_ns)
        if self._done.get(path) == mark:
            return False
        before = self._seen.get(path)
        if before is None or (before.size, before.changed) != mark:
            self._seen[path] = Seen(*mark, time.monotonic())
            return False
        return time.monotonic() - before.since >= STILL and _has_its_end(path, now.st_size)

    def _take(self, path: Path) -> Outcome:
        mark = path.lstat()
        self._done[path] = (mark.st_size, mark.st_mtime_ns)
        try:
            with path.open("rb") as file:
                pdf = file.read(settings.DOCUMENT_MAX_BYTES + 1)
            received = receive_statement(
                organization=self._organization, uploaded_by=None, channel=StatementImport.Channel.FOLDER, filename=path.name, pdf=pdf
            )
        except DocumentUnreadable as unreadable:
            outcome = Outcome(path, code=unreadable.code, why=message(unreadable.code, unreadable.params))
        except OSError as error:
            outcome = Outcome(path, code="not_readable", why=error.strerror or type(error).__name__)
        except Exception:
            del self._done[path]  # it comes again with the next look
            raise
        else:
            outcome = Outcome(path, received=received)
        if not self._keep:
            self._put_away(outcome)
        return outcome

    def _put_away(self, outcome: Outcome) -> None:
        place = self._folder / (TAKEN if outcome.received else REFUSED)
        place.mkdir(exist_ok=True)
        target = _free(place / outcome.path.name)
        outcome.path.rename(target)
        if outcome.why:
            target.with_name(f"{target.name}.txt").write_text(f"{outcome.code}\n{outcome.why}\n", encoding="utf-8")
        self._done.pop(outcome.path, None)


def _has_its_end(path: Path, size: int) -> bool:
    """Whether it ends as PDFs do: who copies slowly may stand still for longer than we wait. A file that is no PDF is taken too, to
    be refused with the reason."""
    try:
        with path.open("rb") as file:
            head = file.read(1024)
            file.seek(max(0, size - TAIL))
            return b"%PDF-" not in head or b"%%EOF" in file.read(TAIL)
    except OSError:
        return False


def _free(path: Path) -> Path:
    """The name, with a number where there is such a file."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found
