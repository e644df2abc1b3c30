"""`tieout backup` and `tieout restore`: an installation on one machine as one file, and back."""

import json
from pathlib import Path

import click

from tieout import options, place, saving
from tieout.starting import CommandFailed, progress, start


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
        names = saving.documents_in(media)
        with progress("Backing up", len(names), quiet=quiet or as_json) as bar:
            manifest = saving.back_up(file, database, media, None if without_keys else settings.DATA_DIR, tell=lambda: bar.update(1))
    except (OSError, saving.NoDatabase) as error:
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
        names = saving.restore(file, place.data_folder(), place.media_folder())
    except (OSError, saving.NoBackup, saving.NotEmpty) as error:
        raise CommandFailed(f"Nothing was restored: {error}") from error
    start()
    if as_json:
        click.echo(json.dumps({"folder": str(place.data_folder()), "files": len(names)}))
    elif not quiet:
        click.echo(f"{len(names)} files are in {place.data_folder()}. `tieout serve` shows the books.")
