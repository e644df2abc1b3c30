"""The locks that this machine closes around the child that parses, as reported by a child without a document."""

import json
from dataclasses import asdict

from reconciliation.documents.answer import codes
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.sandbox import run_child


def locks_held() -> tuple[str, ...]:
    """Return the names of the locks that hold, empty if no child starts or answers."""
    limits = DocumentLimits()
    end = run_child(asdict(limits) | {"engine": "pdfium", "password": None}, b"", seconds=limits.seconds)  # nosec B105  # no password is one
    try:
        return codes(json.loads(end.output)["sandbox"])
    except (ValueError, TypeError, KeyError):
        return ()
