"""`manage.py watch_folder FOLDER`: statements that are put into a folder are uploaded."""

import json
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from connectors.sources.folder import Watched
from people.organization_option import NoSingleOrganization, organization_named
from people.safe_text import shown
from reconciliation.uploads.services import TooManyWaiting

PAUSE = 1.0  # seconds between two looks: a folder is cheap to list, on any file system, also over a network
PATIENCE = 30.0


class Command(BaseCommand):
    help = (
        "Upload every statement that is put into a folder, once it is whole: PDF, CAMT.053, MT940, OFX, QIF, CSV, and ZIP archives of "
        "these. Files are moved into taken/ and refused/ there, "
        "the latter beside a text that says why; --keep leaves them. Until Ctrl-C; --once ends when all that is there was taken."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--organization", metavar="SLUG", help="needed where there are several")
        parser.add_argument("--keep", action="store_true", help="leave the files where they are")
        parser.add_argument("--once", action="store_true", help="take what is there, and end")
        parser.add_argument("--json", action="store_true", dest="as_json", help="a JSON object a file")

    def handle(self, *args: Any, folder: Path, once: bool, **options: Any) -> None:
        if not folder.is_dir():
            raise CommandError(f"{folder} is no folder.", returncode=2)
        try:
            organization = organization_named(options["organization"])
        except NoSingleOrganization as error:
            raise CommandError(str(error), returncode=2) from error
        watched, ends = Watched(folder, organization, keep=options["keep"]), time.monotonic() + PATIENCE
        with suppress(KeyboardInterrupt):
            while True:
                try:
                    for outcome in watched.look():
                        key = str(outcome.received.statement_import.pk) if outcome.received else None
                        known = bool(outcome.received and outcome.received.already_there)
                        report = {"file": outcome.name, "import_id": key, "already_there": known, "error": outcome.code or None}
                        became = f"refused: {outcome.why}" if outcome.why else "known already" if known else "taken"
                        line = json.dumps(report) if options["as_json"] else shown(f"{outcome.name}: {became}")
                        self.stdout.write(line)
                        self.stdout.flush()
                except TooManyWaiting:
                    self.stderr.write("Too many documents are waiting. The rest is fetched later.")
                if once and (not watched.waits or time.monotonic() > ends):
                    return
                time.sleep(PAUSE)
