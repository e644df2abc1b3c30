"""An organization's archive holds every row, file and entry of its log, and nothing of another's."""

import copy
import hashlib
import json
import stat
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from people.models import AuditEntry, AuditHead, DataKey
from reconciliation.models import StatementImport
from reconciliation.retention import data_inventory
from reconciliation.storage import archive
from tests.audit.filling import filled
from tests.tenants.tenant import CANARY, Tenant, a_tenant

pytestmark = pytest.mark.django_db
LEFT_OUT = {AuditEntry, AuditHead, DataKey}


@pytest.fixture(scope="module")
def built_tenants(module_rows: None) -> Tenant:
    """The exported organization, with another one beside it."""
    tenant = a_tenant("theirs", CANARY)
    filled(tenant)
    a_tenant("ours", "Stranger")
    return tenant


@pytest.fixture
def theirs(built_tenants: Tenant, db: None) -> Tenant:
    return copy.deepcopy(built_tenants)


@pytest.fixture
def pack(theirs: Tenant, tmp_path: Path) -> ZipFile:
    call_command("export_organization", "theirs", tmp_path / "theirs.zip", stdout=StringIO())
    return ZipFile(tmp_path / "theirs.zip")


def lines(pack: ZipFile, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in pack.read(name).splitlines()]


def test_every_row_of_every_model_is_in_it(theirs: Tenant, pack: ZipFile) -> None:
    for model in set(data_inventory.models()) - LEFT_OUT:
        kept = {str(pk) for pk in data_inventory.rows_of(theirs.organization, model).values_list("pk", flat=True)}
        written = lines(pack, f"rows/{model._meta.label}.jsonl")
        assert {str(row[model._meta.pk.attname]) for row in written} == kept, model


def test_an_exported_row_has_the_values_of_its_columns(theirs: Tenant, pack: ZipFile) -> None:
    [entry] = [row for row in lines(pack, "rows/finance.Transaction.jsonl") if row["id"] == str(theirs.entry.pk)]

    assert (entry["booked_on"], entry["amount_minor"], entry["description"]) == ("2026-01-04", -25000, f"{CANARY} changed")


def test_files_are_in_it_as_they_were_sent(theirs: Tenant, pack: ZipFile) -> None:
    manifest = json.loads(pack.read("manifest.json"))
    wanted = {archive.fetch(theirs.organization, name) for _row, _column, name in data_inventory.files_of(theirs.organization)}

    found = {pack.read(each["path"]) for each in manifest["files"]}

    assert found >= wanted
    assert all(hashlib.sha256(pack.read(each["path"])).hexdigest() == each["sha256"] for each in manifest["files"])
    assert f'Date;Text;Amount\n2026-04-03;"{CANARY}";-1,50\n'.encode() in found


def test_the_log_in_it_can_be_checked_without_this_program(theirs: Tenant, pack: ZipFile) -> None:
    previous = ""
    for number, line in enumerate(lines(pack, "audit.jsonl"), start=1):
        claimed = line.pop("hash")
        canonical = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert (line["number"], line["previous"], claimed) == (number, previous, hashlib.sha256(canonical).hexdigest())
        previous = claimed
    assert previous == json.loads(pack.read("manifest.json"))["audit"]["head"]
    assert previous == AuditHead.objects.of(theirs.organization).get().hash


def test_nothing_of_another_organization_and_no_key_is_in_it(pack: ZipFile) -> None:
    everything = b"\n".join(pack.read(name) for name in pack.namelist()).decode(errors="replace")

    assert CANARY in everything
    assert "Stranger" not in everything
    assert "sk-" not in everything
    assert "sealed_key" not in everything
    assert "wrapped" not in everything
    assert "pbkdf2" not in everything
    assert "md5$" not in everything


def test_a_lost_file_is_reported_as_lost(tmp_path: Path) -> None:
    tenant = a_tenant("lost", CANARY)
    StatementImport.objects.of(tenant.organization).filter(stored_as="nowhere").update(stored_as="")
    archive.discard(tenant.statement_import.stored_as)
    said = StringIO()

    call_command("export_organization", "lost", tmp_path / "lost.zip", stdout=said)

    assert "1 of them lost" in said.getvalue()


def test_the_archive_is_its_owners_alone_and_overwrites_nothing(theirs: Tenant, pack: ZipFile, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "theirs.zip").stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="already exists"):
        call_command("export_organization", "theirs", tmp_path / "theirs.zip", stdout=StringIO())
