"""Common options of the commands."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


class _Day(click.ParamType[dt.date]):
    """A day by ISO 8601."""

    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        try:
            return value if isinstance(value, dt.date) else dt.date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no day: write it as 2026-01-31.", param, ctx)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
DAY = _Day()
NEW_FILE = click.Path(dir_okay=False, path_type=Path)

quiet: Decorator = click.option("--quiet", "-q", is_flag=True, help="Say nothing that was not asked for.")
as_json: Decorator = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
organization: Decorator = click.option("--organization", metavar="SLUG", help="Whose books; needed only where there are several.")


def how_a_file_is_read(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for a ledger file that can be read in several ways."""
    for option in (
        click.option("--force", is_flag=True, help="Import although the file's balances or its account do not agree."),
        click.option("--leave-out", is_flag=True, help="Import the rest where rows cannot be taken."),
        click.option("--encoding", metavar="NAME", help="The encoding of the file, if its letters were read wrong."),
        click.option("--minus", type=click.Choice(["side", "reversal"]), help="A minus repeats the side of its column, or reverses it."),
        click.option("--fee", type=click.Choice(["within", "apart"]), help="The amounts contain the fees, or the fees come on top."),
        click.option("--sign", type=click.Choice(["as_written", "turned"]), help="Whether the file's signs are the other way round."),
        click.option("--decimal-mark", type=click.Choice([".", ","]), help="The character before the cents."),
        click.option("--date-order", type=click.Choice(["dmy", "mdy", "ymd"]), help="The order of day, month and year."),
        click.option(
            "--column",
            multiple=True,
            metavar="FIELD=HEADING",
            help="Which column is the date, amount, debit, ...: by its heading, or its number from 1; empty for none. Can be repeated.",
        ),
        click.option("--part", metavar="NAME", help="Which account of the file, where it has several."),
    ):
        command = option(command)
    return command
