"""Files of an installation that only its user may read: the data folder and everything in it, and the database.

Folders and databases of earlier releases are corrected at each start."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

OTHERS = stat.S_IRWXG | stat.S_IRWXO
JOURNALS = ("-wal", "-shm", "-journal")


def private_folder(folder: Path) -> Path:
    """Return the folder, made if it is missing, without rights of others."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_private(folder)
    return folder


def make_private(path: Path) -> None:
    """Remove the rights of others from a file or folder of this user. A folder that is shared by design, as `/tmp`, stays as it is."""
    with suppress(OSError):  # it is not there, or on a file system without rights
        status = path.stat()
        if status.st_uid == os.geteuid() and status.st_mode & OTHERS and not status.st_mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)


@receiver(connection_created)
def make_database_private(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remove the rights of others from an SQLite database and its journals. SQLite has created the file by then, and gives new journals its
    rights."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not name.startswith((":memory:", "file:")):
        for suffix in ("", *JOURNALS):
            make_private(Path(name + suffix))
