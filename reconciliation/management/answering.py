"""The result of one file of a command line as `reconcile --json` prints it."""

import logging
import time
from pathlib import Path
from typing import Any

from finance.models import Account
from people.models import Organization
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.presentation.labels.acts import why_not
from reconciliation.uploads.foreground import reconcile_now

logger = logging.getLogger(__name__)


def answered(name: str, *, organization: Organization, account: Account | None, provider: str, password: str | None) -> dict[str, Any]:
    """Reconcile one file. `verdict` is None if there is no answer, and `error` says why. Never raises: one bad file must not stop the
    others."""
    started = time.monotonic()
    try:
        statement_import = reconcile_now(
            organization=organization,
            filename=Path(name).name,
            pdf=Path(name).read_bytes(),
            account=account,
            provider=provider,
            password=password,
        )
    except OSError as error:
        return _failed(name, {"code": "not_readable", "message": error.strerror or type(error).__name__}, started)
    except DocumentUnreadable as error:
        return _failed(name, {"code": error.code, "message": message(error.code, error.params)}, started)
    except DecisionRefused as error:
        return _failed(name, {"code": error.code, "message": why_not(error.code)}, started)
    except Exception:
        logger.exception("a file could not be reconciled")
        return _failed(name, {"code": "interrupted", "message": "See the log."}, started)
    return {
        "file": name,
        "import_id": str(statement_import.pk),
        "status": statement_import.status,
        "verdict": statement_import.verdict or None,
        "reconciliation": statement_import.reconciliation,
        "error": statement_import.error,
        "seconds": round(time.monotonic() - started, 3),
    }


def _failed(name: str, error: dict[str, str], started: float) -> dict[str, Any]:
    unknown = {"import_id": None, "status": "failed", "verdict": None, "reconciliation": None}
    return {"file": name, **unknown, "error": error, "seconds": round(time.monotonic() - started, 3)}
