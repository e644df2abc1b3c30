"""Databases and books of installations, prepared once per test run and copied for each installation."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from tests.databases import RUN, alone, migrated_sqlite
from tests.installations import SAMPLE_BOOKS, Installation
from tests.pipeline.papers import JANUARY, books_of

JANUARY_BOOKS = {"organizations": [{"slug": "ours", "accounts": [books_of(JANUARY)]}]}


class Books(Enum):
    """The books that a prepared installation can start with."""

    NONE = "none"
    SAMPLES = "samples"
    JANUARY = "january"


@contextmanager
def prepared(installation: Installation, books: Books = Books.SAMPLES) -> Iterator[Installation]:
    """Yield an installation whose folder was filled with a SQLite database and these books. Its processes end with the block."""
    prepare(installation.folder, books)
    try:
        yield installation
    finally:
        installation.end()


def prepare(folder: Path, books: Books = Books.NONE) -> None:
    """Fill `folder` with a migrated SQLite database and these books. Books come with the keys that their rows need."""
    folder.mkdir(parents=True, exist_ok=True)
    if books is Books.NONE:
        shutil.copyfile(migrated_sqlite(), folder / "tieout.sqlite3")
    else:
        shutil.copytree(_with_books(books), folder, dirs_exist_ok=True)


def _with_books(books: Books) -> Path:
    """Return the run's folder of an installation with these books, for copying alone."""
    folder = Path(os.environ[RUN]) / f"books-{books.value}"
    with alone(folder):
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            prepare(unfinished)
            file = SAMPLE_BOOKS
            if books is Books.JANUARY:
                file = unfinished / "books.json"
                file.write_text(json.dumps(JANUARY_BOOKS))
            Installation(unfinished).run("import_ledger", str(file))
            unfinished.rename(folder)
    return folder
