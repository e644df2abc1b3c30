"""Start of Django for one command, and calls of its commands, whose refusals become exit codes."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import click


class Code(IntEnum):
    """Exit codes of every command; click itself exits with 2 for a wrong command line."""

    DONE = 0
    OPEN = 1
    WRONG_USE = 2
    NOT_DONE = 3


class CommandRefused(click.ClickException):
    """A refusal. Its text may contain text of a file, so control characters are not sent to the terminal."""

    def format_message(self) -> str:
        from people.safe_text import shown

        return shown(self.message)


class CommandFailed(CommandRefused):
    """The command could not be carried out; the text says why and what helps."""

    exit_code = Code.NOT_DONE


class WrongUse(CommandRefused):
    """The command line makes no sense."""

    exit_code = Code.WRONG_USE


def start(*, migrate: bool = True) -> None:
    """Start Django, with its tables up to date."""
    import django

    django.setup()
    if migrate:
        migrate_quietly()


@contextlib.contextmanager
def started_without_data() -> Iterator[None]:
    """Start Django for a command that stores nothing: its folder of data is thrown away, and its log has warnings alone."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="tieout-") as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": before.get("LOG_LEVEL", "WARNING")}
        try:
            start(migrate=False)
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


APART = dict.fromkeys(("DATABASE_URL", "DATABASE_PASSWORD", "REDIS_URL", "STORAGE_URL"), "") | {
    "PRODUCTION": "false",
    "SECRET_KEY": "of samples",  # nosec B105  # the key of tables that are thrown away
}
"""Settings of an installation of the samples. Its requests to models are the same each time, as the marks in them follow from the key."""


@contextlib.contextmanager
def started_with_samples() -> Iterator[None]:
    """Start Django with empty tables in a folder that is thrown away, whatever database the settings name. Raises CommandFailed if the
    tables would be elsewhere."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="tieout-") as folder:
        for name in (*APART, "DATA_DIR", "MEDIA_ROOT"):
            os.environ.pop(f"{name}_FILE", None)
        os.environ |= {**APART, "DATA_DIR": folder, "MEDIA_ROOT": folder, "LOG_LEVEL": before.get("LOG_LEVEL", "WARNING")}
        try:
            start(migrate=False)
            from django.conf import settings

            if not str(settings.DATABASES["default"]["NAME"]).startswith(folder):
                raise CommandFailed("The samples need a database of their own: DATABASE_URL_FILE in the file of settings names another.")
            migrate_quietly()
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def migrate_quietly() -> None:
    call("migrate", verbosity=0, skip_checks=True)


def call(name: str, *arguments: str, **options: Any) -> None:
    """Call a management command. Raises CommandFailed or WrongUse with its own words."""
    from django.core.management import CommandError, call_command

    try:
        call_command(name, *arguments, **options)
    except CommandError as error:
        kind = WrongUse if error.returncode == Code.WRONG_USE else CommandFailed
        raise kind(str(error)) from error


def output_of(name: str, *arguments: str, **options: Any) -> str:
    """Call a management command and return its output."""
    out = io.StringIO()
    call(name, *arguments, stdout=out, **options)
    return out.getvalue()


@contextlib.contextmanager
def progress(label: str, length: int, *, quiet: bool) -> Iterator[Any]:
    """Yield a progress bar on standard error, so that output can be piped; hidden without a terminal, or for a single item."""
    hidden = quiet or length < 2 or not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield bar
