"""Django started for one command, and its commands called: what they refuse becomes an exit code."""

import contextlib
import io
import sys
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import click


class Code(IntEnum):
    """What every command ends with; click itself ends with 2 where the command line is wrong."""

    DONE = 0
    OPEN = 1
    WRONG_USE = 2
    NOT_DONE = 3


class CommandRefused(click.ClickException):
    """What a file says may stand in the text: a terminal is told none of its codes."""

    def format_message(self) -> str:
        from finance.terminal import shown

        return shown(self.message)


class CommandFailed(CommandRefused):
    """It could not be done; the text says why and what helps."""

    exit_code = Code.NOT_DONE


class WrongUse(CommandRefused):
    """It was asked for in a way that cannot be meant."""

    exit_code = Code.WRONG_USE


def start(*, migrate: bool = True) -> None:
    """Django, with its tables as they have to be."""
    import django

    django.setup()
    if migrate:
        migrate_quietly()


def migrate_quietly() -> None:
    call("migrate", verbosity=0, skip_checks=True)


def call(name: str, *arguments: str, **options: Any) -> None:
    """A management command. Raises NotDone or WrongUse with its own words."""
    from django.core.management import CommandError, call_command

    try:
        call_command(name, *arguments, **options)
    except CommandError as error:
        kind = WrongUse if error.returncode == Code.WRONG_USE else CommandFailed
        raise kind(str(error)) from error


def said(name: str, *arguments: str, **options: Any) -> str:
    """The same, and what it wrote."""
    out = io.StringIO()
    call(name, *arguments, stdout=out, **options)
    return out.getvalue()


@contextlib.contextmanager
def progress(label: str, length: int, *, quiet: bool) -> Iterator[Any]:
    """A bar on standard error, so that what is asked for can be piped; none where it is no terminal, or one thing."""
    hidden = quiet or length < 2 or not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield bar
