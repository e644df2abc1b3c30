"""`tieout backup` and `tieout restore`: an installation on one machine as one archive, and back: database, documents, keys, each with its
SHA-256, as in docs/operations.md.

The archive is made and put back without Django: a backup is restored before there are settings, which would create keys of their own."""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import IO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import click

from tieout import options, place
from tieout.starting import CommandFailed, progress, start

DATABASE, MEDIA, MANIFEST = "tieout.sqlite3", "media/", "manifest.json"
KEYS = ("secret_key", "encryption_key", "proof_key")
FORMAT = "tieout-backup-1"
PART = re.compile(r"[\w-][\w.-]*")
"""The names allowed for a stored file and its folders: none leads to another folder."""


class NoDatabase(ValueError):
    """There is no database to back up."""


class NoBackup(ValueError):
    """The file is no backup, or incomplete."""


class NotEmpty(ValueError):
    """The target already holds books."""


def documents_in(media: Path) -> list[str]:
    return sorted(path.relative_to(media).as_posix() for path in media.rglob("*") if path.is_file()) if media.is_dir() else []


def back_up(file: Path, database: Path, media: Path, keys: Path | None, *, tell: Callable[[], None]) -> dict[str, str]:
    """Write a backup and return its names and hashes. The database comes first: a document without a row is harmless, a row without its
    document is not.

    `file` must not exist; after an error it is removed. `keys` is the folder of the keys; None leaves them out."""
    if not database.is_file():
        raise NoDatabase(f"there is no database at {database}")
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # for its owner alone
    try:
        with os.fdopen(handle, "wb") as to, tempfile.TemporaryDirectory() as folder, ZipFile(to, "w", ZIP_DEFLATED) as pack:
            copied = Path(folder) / DATABASE
            with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copied)) as consistent:
                source.backup(consistent)  # a consistent state, even while the database is written to
                consistent.execute("PRAGMA journal_mode=DELETE")  # one file, without a write-ahead log
            hashes = {DATABASE: _add(pack, DATABASE, copied)}
            for name in documents_in(media):
                with contextlib.suppress(FileNotFoundError):  # deleted meanwhile, as its organization wants it
                    hashes[MEDIA + name] = _add(pack, MEDIA + name, media / name)
                tell()
            hashes |= {name: _add(pack, name, keys / name) for name in KEYS if keys and (keys / name).is_file()}
            pack.writestr(MANIFEST, json.dumps({"format": FORMAT, "files": hashes}, indent=1))
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return hashes


def put_back(file: Path, data: Path, media: Path) -> list[str]:
    """Restore a backup and return its names, each file checked by its hash. Raises NoBackup and NotEmpty before anything is changed."""
    if (data / DATABASE).exists() or documents_in(media):
        raise NotEmpty(f"there are books in {data}")
    try:
        with ZipFile(file) as pack:
            manifest = json.loads(pack.read(MANIFEST))
            if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
                raise NoBackup("the file is no backup of Tieout")
            hashes: dict[str, str] = manifest["files"]
            others = [name for name in hashes if name not in (DATABASE, *KEYS)]
            are_documents = all(name.startswith(MEDIA) and all(map(PART.fullmatch, PurePosixPath(name).parts)) for name in others)
            if DATABASE not in hashes or not are_documents:
                raise NoBackup("the file names what a backup does not hold")
            if len(pack.namelist()) != len(hashes) + 1 or set(pack.namelist()) != {*hashes, MANIFEST}:
                raise NoBackup("the file does not hold what it names")
            data.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=data, prefix="restoring-") as folder:
                for name, wanted in hashes.items():
                    taken = Path(folder) / name
                    taken.parent.mkdir(parents=True, exist_ok=True)
                    with pack.open(name) as source, os.fdopen(os.open(taken, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
                        if _copied(source, target) != wanted:
                            raise NoBackup(f"{name} is not as it was saved")
                for name in sorted(hashes, key=lambda name: name == DATABASE):  # the database last: if it is there, everything is
                    to = media / name.removeprefix(MEDIA) if name.startswith(MEDIA) else data / name
                    to.parent.mkdir(parents=True, exist_ok=True)
                    (Path(folder) / name).replace(to)
    except (BadZipFile, KeyError, ValueError, NotImplementedError) as error:
        # a damaged archive, a file that it lacks, a manifest that is no JSON, and a method of compression that Python lacks
        raise NoBackup(str(error) or "the file cannot be read") from error
    return list(hashes)


def _add(pack: ZipFile, name: str, path: Path) -> str:
    with path.open("rb") as source, pack.open(name, "w", force_zip64=True) as to:
        return _copied(source, to)


def _copied(source: IO[bytes], to: IO[bytes]) -> str:
    """Copy all bytes and return their SHA-256."""
    content = hashlib.sha256()
    while chunk := source.read(1 << 20):
        content.update(chunk)
        to.write(chunk)
    return content.hexdigest()


@click.command()
@click.argument("file", type=options.NEW_FILE)
@click.option("--without-keys", is_flag=True, help="Keep the keys elsewhere: without them it opens for nobody.")
@options.as_json
@options.quiet
def backup(file: Path, *, without_keys: bool, as_json: bool, quiet: bool) -> None:
    """Write database, documents and keys into one FILE, also while Tieout runs.

    Whoever has the file has the books: it is readable by you alone; keep it so. With --without-keys, what is
    encrypted in it (documents, providers' keys) opens only with the keys, which you then keep yourself.

    \b
    tieout backup monday.tieout
    tieout backup monday.tieout --without-keys
    """
    start(migrate=False)
    from django.conf import settings

    from config.storage import DISK

    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3":
        raise CommandFailed("The database is PostgreSQL: back it up with pg_dump, and MEDIA_ROOT beside it (docs/operations.md).")
    if settings.STORAGES["default"] != DISK:
        raise CommandFailed("The documents are in a bucket: copy that, and the database with sqlite3 (docs/operations.md).")
    database, media = Path(str(settings.DATABASES["default"]["NAME"])), Path(settings.MEDIA_ROOT)
    try:
        names = documents_in(media)
        with progress("Backing up", len(names), quiet=quiet or as_json) as bar:
            manifest = back_up(file, database, media, None if without_keys else settings.DATA_DIR, tell=lambda: bar.update(1))
    except (OSError, NoDatabase) as error:
        raise CommandFailed(f"There is no backup: {error}") from error
    if as_json:
        click.echo(json.dumps({"file": str(file), "files": len(manifest)}))
    elif not quiet:
        click.echo(f"{file}: {len(manifest)} files. `tieout restore {file}` puts them into an empty folder of data.")


@click.command()
@click.argument("file", type=options.FILE)
@options.as_json
@options.quiet
def restore(file: Path, *, as_json: bool, quiet: bool) -> None:
    """Put a backup into the folder of data, which must hold no books yet.

    \b
    DATA_DIR=~/books tieout restore monday.tieout
    """
    try:
        names = put_back(file, place.data_folder(), place.media_folder())
    except (OSError, NoBackup, NotEmpty) as error:
        raise CommandFailed(f"Nothing was restored: {error}") from error
    start()
    if as_json:
        click.echo(json.dumps({"folder": str(place.data_folder()), "files": len(names)}))
    elif not quiet:
        click.echo(f"{len(names)} files are in {place.data_folder()}. `tieout serve` shows the books.")
