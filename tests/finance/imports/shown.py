"""A file as it is shown, and as it is imported."""

from finance.imports.preview import Preview
from finance.imports.services import (
    ImportReport,
    confirm,
    preview_now,
    show_file,
)
from finance.models import Account

COFFEES = b"Date,Amount,Text\n2026-01-03,-3.50,Coffee\n2026-01-03,-3.50,Coffee\n2026-01-04,-3.50,Coffee\n"


def shown(account: Account, data: bytes) -> Preview:
    return preview_now(show_file(account=account, by=None, filename="file", data=data))


def imported(account: Account, data: bytes) -> ImportReport:
    preview = shown(account, data)
    return confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)


def outcomes(preview: Preview) -> list[str]:
    return [judged.outcome for judged in preview.judged]
