"""Which locks this machine closes around the child that parses: a child that is given nothing says it."""

import json
from dataclasses import asdict

from reconciliation.documents.answer import codes
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.sandbox import run_child


def locks_held() -> tuple[str, ...]:
    """The names of the locks that hold; none where no child can be started or it does not answer."""
    limits = DocumentLimits()
    end = run_child(asdict(limits) | {"engine": "pdfium", "password": None}, b"", seconds=limits.seconds)  # nosec B105  # no password is one
    try:
        return codes(json.loads(end.output)["sandbox"])
    except (ValueError, TypeError, KeyError):
        return ()
