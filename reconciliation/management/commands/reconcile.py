"""Reconcile PDF files in the foreground: the same service and the same work as an upload, without broker or worker."""

import argparse
import json
import logging
import sys
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assistant.dialects import DIALECTS
from finance.models import Account, Organization
from reconciliation.consent import may_be_told
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.foreground import reconcile_now
from reconciliation.management.terminal import shown
from reconciliation.review.recording import DecisionRefused
from reconciliation.words.decisions import why_not

logger = logging.getLogger(__name__)

USAGE = 2


class Command(BaseCommand):
    help = "Reconcile statements with the ledger, now. One line a file; --json gives one JSON object a file."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="PDF")
        parser.add_argument("--organization", metavar="SLUG", help="needed where there are several")
        parser.add_argument("--account", metavar="NAME", help="skips the search for the account, not the vetoes")
        parser.add_argument("--provider", metavar="NAME", help="the provider that proposes, such as builtin")
        parser.add_argument("--password", metavar="P", help="opens a locked PDF")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, **options: Any) -> None:
        organization = _organization(options["organization"])
        account = _account(organization, options["account"])
        _require_consent(organization, options["provider"])
        failed = False
        for name in options["files"]:
            answer = self._answer(name, organization, account, options)
            self.stdout.write(json.dumps(answer, ensure_ascii=True) if options["as_json"] else shown(_in_words(answer)))
            self.stdout.flush()
            failed = failed or answer["verdict"] is None
        if failed:
            sys.exit(1)

    def _answer(self, name: str, organization: Organization, account: Account | None, options: dict[str, Any]) -> dict[str, Any]:
        started = time.monotonic()
        try:
            found = reconcile_now(
                organization=organization,
                filename=Path(name).name,
                pdf=Path(name).read_bytes(),
                account=account,
                provider=options["provider"] or "",
                password=options["password"],
            )
        except OSError as error:
            return _failed(name, {"code": "not_readable", "message": error.strerror or type(error).__name__}, started)
        except DocumentUnreadable as error:
            return _failed(name, {"code": error.code, "message": message(error.code, error.params)}, started)
        except DecisionRefused as error:
            return _failed(name, {"code": error.code, "message": why_not(error.code)}, started)
        except Exception:
            logger.exception("a file could not be reconciled")  # one bad file may not silence the answers for the others
            return _failed(name, {"code": "interrupted", "message": "See the log."}, started)
        return {
            "file": name,
            "import_id": str(found.pk),
            "status": found.status,
            "verdict": found.verdict or None,
            "reconciliation": found.reconciliation,
            "error": found.error,
            "seconds": round(time.monotonic() - started, 3),
        }


def _failed(name: str, error: dict[str, str], started: float) -> dict[str, Any]:
    unknown = {"import_id": None, "status": "failed", "verdict": None, "reconciliation": None}
    return {"file": name, **unknown, "error": error, "seconds": round(time.monotonic() - started, 3)}


def _organization(slug: str | None) -> Organization:
    found = list(Organization.objects.filter(slug=slug) if slug else Organization.objects.all()[:2])
    if len(found) == 1:
        return found[0]
    raise CommandError(f"There is no organization {slug!r}." if slug else "Say which: --organization SLUG.", returncode=USAGE)


def _require_consent(organization: Organization, provider: str | None) -> None:
    if provider in DIALECTS and not may_be_told(organization, provider):
        how = "An owner can switch it on under Models; PROVIDER_ALLOWED switches it on for every organization."
        raise CommandError(f"{organization} has not allowed {provider} to be told what its documents say. {how}", returncode=USAGE)


def _account(organization: Organization, name: str | None) -> Account | None:
    if name is None:
        return None
    account = Account.objects.of(organization).filter(name=name).first()
    if account is None:
        raise CommandError(f"{organization} has no account {name!r}.", returncode=USAGE)
    return account


def _in_words(answer: dict[str, Any]) -> str:
    if answer["verdict"] is None:
        return f"{answer['file']}: {answer['status']}: {(answer['error'] or {}).get('code', '')}"
    reasons = ", ".join(answer["reconciliation"]["reasons"])
    return f"{answer['file']}: {answer['verdict']}" + (f" ({reasons})" if reasons else "")
