"""docs/reference/commands.md: the `--help` of each command, and the targets of the Makefile."""

import argparse
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandParser

PROJECT = Path(__file__).resolve().parents[2]
OURS = ("config", "finance", "people", "reconciliation")
WIDTH = 100
INTRODUCTION = """\
# Commands

`python -m scripts.documentation.made` generates this page from the commands.

## manage.py
Run `.venv/bin/python manage.py COMMAND` in a checkout and `docker compose exec web python manage.py COMMAND` in containers. Commands
use the same [settings](../settings.md) as the web server. Django's own commands are available too: `migrate`, `createsuperuser`,
`changepassword`, `check --deploy`. This page omits Django's common options (`--settings`, `--verbosity`, ...).
"""
TARGETS = """\
## make
Targets of a checkout; `make help` prints the same list.

| target | purpose |
|---|---|
"""


def page() -> str:
    commands = "\n".join(line for name in sorted(ours()) for line in _command(name))
    rows = "".join(f"| `make {name}` | {_cell(what)} |\n" for name, what in targets())
    return f"{INTRODUCTION}\n{commands}\n{TARGETS}{rows}"


def ours() -> dict[str, str]:
    """Return the application of each of the product's commands."""
    return {name: str(app) for name, app in get_commands().items() if str(app) in OURS}


def parser_of(name: str) -> CommandParser:
    """Return the parser of a command, without Django's common options."""
    command = load_command_class(ours()[name], name)
    parser = CommandParser(
        prog=f"manage.py {name}",
        description=str(command.help),
        formatter_class=partial(argparse.HelpFormatter, width=WIDTH),
        add_help=False,
    )
    command.add_arguments(parser)
    return parser


def targets() -> list[tuple[str, str]]:
    """Return every target of the Makefile with its comment."""
    targets: list[tuple[str, str]] = re.findall(r"^([a-z-]+):.*?## (.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    return targets


def _command(name: str) -> Iterator[str]:
    yield from (f"### {name}", "", "```text", parser_of(name).format_help().strip(), "```", "")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
