"""docs/reference/commands.md: what each command says of itself when it is asked for its `--help`."""

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

Made from what each command says of itself (`python -m scripts.documentation.made` writes this page anew).

## manage.py
`.venv/bin/python manage.py COMMAND` in a checkout; `docker compose exec web python manage.py COMMAND` in containers. They read the
same [settings](../settings.md) as the pages do. Django's own are there too: `migrate`, `createsuperuser`, `changepassword`,
`check --deploy`. What Django adds to every command (`--settings`, `--verbosity`, ...) is left out below.
"""
TARGETS = """\
## make
In a checkout; `make help` says the same.

| target | what it does |
|---|---|
"""


def page() -> str:
    told = "\n".join(line for name in sorted(ours()) for line in _command(name))
    rows = "".join(f"| `make {name}` | {_cell(what)} |\n" for name, what in targets())
    return f"{INTRODUCTION}\n{told}\n{TARGETS}{rows}"


def ours() -> dict[str, str]:
    """Each command of the product and the application that it is of."""
    return {name: str(app) for name, app in get_commands().items() if str(app) in OURS}


def parser_of(name: str) -> CommandParser:
    """What a command takes, without what Django adds to all of them."""
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
    """Every target of the Makefile and what is said of it there."""
    found: list[tuple[str, str]] = re.findall(r"^([a-z-]+):.*?## (.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    return found


def _command(name: str) -> Iterator[str]:
    yield from (f"### {name}", "", "```text", parser_of(name).format_help().strip(), "```", "")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
