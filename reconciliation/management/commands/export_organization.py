"""`manage.py export_organization SLUG FILE.zip`: export all data of an organization as one archive.

The archive has its rows as JSON lines, its files as they were sent, and a manifest. docs/operations.md describes it. Sealed keys and the
data key are left out: they are useless elsewhere."""

import hashlib
import json
import os
import zlib
from collections import Counter
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BinaryField, Model
from django.utils import timezone

from finance.models import LedgerImport
from people.access import require
from people.audit import Act, as_json_lines, record
from people.models import AuditEntry, AuditHead, DataKey, Membership, Organization
from reconciliation.retention.data_inventory import files_of, models, rows_of
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed


class Command(BaseCommand):
    help = "Write everything of an organization into one archive: rows as JSON lines, files as they were sent, the audit log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its short name")
        parser.add_argument("file", type=Path, help="the archive to write; it must not exist yet")

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        organization = Organization.objects.filter(slug=slug).first()
        if organization is None:
            raise CommandError(f"There is no organization {slug!r}.")
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:  # readable by its owner only
                manifest = export(organization=organization, by=None, to=to)
        except FileExistsError as there:
            raise CommandError(f"{file} already exists: name another file.") from there
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}.") from error
        lost = [file["path"] for file in manifest["files"] if "sha256" not in file]
        self.stdout.write(f"{slug}: {sum(manifest['rows'].values())} rows, {len(manifest['files'])} files, {len(lost)} of them lost.")


CHUNK = 2000
OTHERWISE: set[type[Model]] = {AuditEntry, AuditHead, DataKey}
"""Models that are written in another form than rows, or left out."""
PEOPLE = ("id", "username", "first_name", "last_name", "email", "date_joined", "last_login", "is_active")


def export(*, organization: Organization, by: User | None, to: IO[bytes]) -> dict[str, Any]:
    """Write the archive and return its manifest. Raises NotYours."""
    require(by, organization, "erase")
    record(organization, by, Act.EXPORTED, organization)
    with ZipFile(to, "w", ZIP_DEFLATED) as pack:
        exported_at, counts = timezone.now(), Counter[str]()
        for model in (model for model in models() if model not in OTHERWISE):
            label = model._meta.label  # noqa: SLF001  Django's name
            columns = [field.attname for field in model._meta.concrete_fields if not isinstance(field, BinaryField)]  # noqa: SLF001
            with pack.open(f"rows/{label}.jsonl", "w") as lines:
                for row in rows_of(organization, model).values(*columns).iterator(chunk_size=CHUNK):
                    lines.write(_line(row))
                    counts[label] += 1
        people = User.objects.filter(pk__in=Membership.objects.of(organization).values("user")).order_by("pk")
        pack.writestr("rows/people.jsonl", b"".join(_line(row) for row in people.values(*PEOPLE)))
        row_counts = {**counts, "people": people.count()}
        entries, head = AuditEntry.objects.of(organization).order_by("number"), ""
        with pack.open("audit.jsonl", "w") as lines:
            for line in as_json_lines(entries.iterator(chunk_size=CHUNK)):
                lines.write(line.encode())
                head = json.loads(line)["hash"]  # for `check_audit --head`
        # a file that is lost or cannot be decrypted has no `sha256` in the manifest
        files = []
        for owner, column, name in files_of(organization):
            entry = {"of": f"{owner.__class__.__name__} {owner.pk}", "column": column, "path": f"files/{owner.pk}/{column}"}
            try:
                content = archive.fetch(organization, name)
            except (FileNotFoundError, DocumentSealed):
                files.append(entry)
                continue
            pack.writestr(entry["path"], content)
            files.append(entry | {"sha256": hashlib.sha256(content).hexdigest()})
        for waiting in LedgerImport.objects.of(organization).order_by("pk").iterator():
            if waiting.packed:
                content = zlib.decompress(bytes(waiting.packed))
                entry = {"of": f"LedgerImport {waiting.pk}", "column": "packed", "path": f"files/{waiting.pk}/packed"}
                pack.writestr(entry["path"], content)
                files.append(entry | {"sha256": hashlib.sha256(content).hexdigest()})
        manifest = {
            "organization": {"id": str(organization.pk), "slug": organization.slug, "name": organization.name},
            "exported_at": exported_at.isoformat(),
            "rows": row_counts,
            "audit": {"entries": entries.count(), "head": head},
            "files": files,
        }
        pack.writestr("manifest.json", json.dumps(manifest, indent=2, ensure_ascii=False))
    return manifest


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n"
