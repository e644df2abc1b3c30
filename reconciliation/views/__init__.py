"""The pages of imports: each translates a request and makes one call inward."""

from reconciliation.views.asking import ask, stop
from reconciliation.views.decisions import choose_account, process_again
from reconciliation.views.document import import_document
from reconciliation.views.imports import imports
from reconciliation.views.starting import start_account
from reconciliation.views.statement import import_detail, import_status
from reconciliation.views.unlocking import unlock
from reconciliation.views.upload import upload

__all__ = [
    "ask",
    "choose_account",
    "import_detail",
    "import_document",
    "import_status",
    "imports",
    "process_again",
    "start_account",
    "stop",
    "unlock",
    "upload",
]
