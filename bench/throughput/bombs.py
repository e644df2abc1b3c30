"""Files that want all time and all memory, queued before good ones."""

import time
from pathlib import Path
from typing import Any

from bench.throughput.papers import books, pdf_of, slug
from finance.loading import load_ledger
from people.models import Organization
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.models import StatementImport
from reconciliation.uploads.services import receive_statement

HOSTILE = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile"
BOMBS, GOOD = 24, 20
PATIENCE = 600.0
FIRST = 900_000  # numbers of statements that no others have


def queued() -> list[str]:
    """The largest expansions first; the ids of the good ones, which are queued last."""
    load_ledger(books={"organizations": [_good_books()]})
    ours = Organization.objects.get(slug=slug(FIRST))
    for path in _bombs():
        _receive(ours, path.name, path.read_bytes())
    imports = [_receive(ours, f"good-{number}.pdf", pdf_of(FIRST + number)) for number in range(GOOD)]
    return [str(statement_import.pk) for statement_import in imports if statement_import]


def answered_after(ids: list[str]) -> float:
    """Seconds until all of these are answered. Raises TimeoutError."""
    started = time.monotonic()
    imports = StatementImport.objects.across_organizations("all of the bench are watched")
    waiting = imports.filter(pk__in=ids, status__in=["pending", "processing"])
    while waiting.exists():
        if time.monotonic() - started > PATIENCE:
            raise TimeoutError("the good statements are not answered")
        time.sleep(0.2)
    return time.monotonic() - started


def _bombs() -> list[Path]:
    """Those that expand, nest and loop. Raises FileNotFoundError where the hostile files are not there."""
    paths = [path for path in sorted((HOSTILE / "made").glob("*.pdf")) if path.name >= "10"][:BOMBS]
    if len(paths) < BOMBS:
        raise FileNotFoundError(HOSTILE)
    return paths


def _receive(organization: Organization, name: str, pdf: bytes) -> StatementImport | None:
    channel = StatementImport.Channel.COMMAND_LINE
    try:
        return receive_statement(organization=organization, uploaded_by=None, channel=channel, filename=name, pdf=pdf).statement_import
    except DocumentUnreadable:
        return None  # refused before it was kept: it holds nobody up


def _good_books() -> dict[str, Any]:
    (made,) = books(range(FIRST, FIRST + GOOD), 1)
    return made | {"slug": slug(FIRST)}
