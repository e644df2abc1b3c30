"""The shared files of banks, each case with its books."""

import json

import pytest

from finance.loading import load_ledger
from people.models import Organization
from tests.servers import SHARED

BANK_FILES = SHARED / "data" / "bank_files"
MARKS = [
    pytest.mark.shared,
    pytest.mark.django_db,
    pytest.mark.skipif(not BANK_FILES.is_dir(), reason="the files of banks are not beside the project"),
]


def organization_of(case: str) -> Organization:
    """Load the books of a case, and return their organization."""
    books = json.loads((BANK_FILES / case / "books.json").read_text())
    load_ledger(books=books)
    return Organization.objects.get(slug=books["organizations"][0]["slug"])
