"""`manage.py import_transactions`: the same way in, without a page."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from finance.models import Account, LedgerImport
from tests.finance.imports.samples import OFX_1

pytestmark = pytest.mark.django_db


def run(path: Path, data: bytes, *options: str) -> dict[str, int]:
    file, out = path / "export", StringIO()
    file.write_bytes(data)
    call_command("import_transactions", str(file), "--account", "Checking", *options, stdout=out)
    counts: dict[str, int] = json.loads(out.getvalue())
    return counts


def test_a_file_is_imported_into_the_named_account(account: Account, tmp_path: Path) -> None:
    assert run(tmp_path, OFX_1) == {"added": 3, "known": 0, "probable": 0, "changed": 0, "refused": 0}
    assert run(tmp_path, OFX_1)["known"] == 3
    assert account.transactions.count() == 3


def test_what_the_file_leaves_open_is_an_option(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount\n02/01/2026,-1.00\n"

    with pytest.raises(CommandError, match="leaves open: date_order"):
        run(tmp_path, data)
    assert not LedgerImport.objects.of(account.organization).exists()
    assert run(tmp_path, data, "--date-order", "dmy")["added"] == 1


def test_rows_that_cannot_be_taken_stop_the_import_unless_they_may_be_left_out(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount\n2026-01-02,-1.00\nTotal,-1.00\n"

    with pytest.raises(CommandError, match='Row 3: "Total" is not a date'):
        run(tmp_path, data)
    assert not account.transactions.exists()
    assert run(tmp_path, data, "--leave-out") == {"added": 1, "known": 0, "probable": 0, "changed": 0, "refused": 1}


def test_an_account_that_is_not_there_is_said(account: Account, their_account: Account, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--organization"):
        run(tmp_path, OFX_1)
    with pytest.raises(CommandError, match="no account called Checking"):
        run(tmp_path, OFX_1, "--organization", "others")
    assert run(tmp_path, OFX_1, "--organization", "household")["added"] == 3
