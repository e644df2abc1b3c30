"""`manage.py export_organization SLUG FILE.zip`: export all data of an organization as one archive."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.models import Organization
from reconciliation.retention.export import export


class Command(BaseCommand):
    help = "Write everything of an organization into one archive: rows as JSON lines, files as they were sent, the audit log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its short name")
        parser.add_argument("file", type=Path, help="the archive that is written; it must not be there yet")

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        organization = Organization.objects.filter(slug=slug).first()
        if organization is None:
            raise CommandError(f"There is no organization {slug!r}.")
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:  # for its owner alone
                manifest = export(organization=organization, by=None, to=to)
        except FileExistsError as there:
            raise CommandError(f"{file} is there already: name another file.") from there
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}.") from error
        lost = [file["path"] for file in manifest["files"] if "sha256" not in file]
        self.stdout.write(f"{slug}: {sum(manifest['rows'].values())} rows, {len(manifest['files'])} files, {len(lost)} of them lost.")
