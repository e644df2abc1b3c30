"""`manage.py mcp`: Tieout for assistants, as the Model Context Protocol has it."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

LACK = "This needs the Model Context Protocol's package: make setup-mcp, or pip install 'tieout[mcp]'."


class Command(BaseCommand):
    help = (
        "Serve assistants: without options over stdio, with the token in TIEOUT_TOKEN; with --http to whoever sends a token of their own. "
        "They read, upload and propose; they decide nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--http", action="store_true", help="serve over HTTP, at /mcp")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8010)

    def handle(self, *args: Any, http: bool, host: str, port: int, **options: Any) -> None:
        try:
            import anyio
            import uvicorn

            from api.mcp import over_http, over_stdio
        except ModuleNotFoundError as missing:
            raise CommandError(LACK) from missing
        if http:
            uvicorn.run(over_http(host), host=host, port=port, log_level="warning")
            return
        secret = os.environ.get("TIEOUT_TOKEN", "")
        if not secret:
            raise CommandError("Say in TIEOUT_TOKEN which token the assistant has. It is made under Programs.")
        anyio.run(over_stdio, secret)
