"""An installation that was used: books, a statement that matches, its document and its proof."""

from tests.installations import SAMPLE, UPLOAD, Installation

PROCESS = """
from reconciliation.models import StatementImport
from reconciliation.tasks import process_pdf
for kept in StatementImport.objects.across_organizations("a test of its own"):
    process_pdf(str(kept.pk))
"""
ARCHIVED = """
from django.core.management import call_command
from reconciliation.storage import archive
from reconciliation.models import StatementImport
import hashlib
call_command("check_proof")
for kept in StatementImport.objects.across_organizations("a test of its own"):
    print(kept.filename, kept.status, kept.verdict, kept.sha256 == hashlib.sha256(archive.readable(kept)).hexdigest())
"""


def use(installation: Installation, *, before: str = "") -> None:
    """Receive and process the sample statement, after the statements of Python in `before`."""
    installation.run("shell", "-c", before + UPLOAD.format(paper=str(SAMPLE)) + PROCESS)


def check_archive(installation: Installation) -> None:
    """Raise AssertionError unless the statement has its verdict, its document and its proof."""
    printed = installation.run("shell", "-c", ARCHIVED).splitlines()
    assert printed[-2:] == ["1 answers checked, 0 not borne out", f"{SAMPLE.name} complete matched True"]
