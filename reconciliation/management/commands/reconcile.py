"""Reconcile files of statements in the foreground: the same service and the same work as an upload, without broker or worker."""

import argparse
import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assistant.registry import names
from finance.models import Account
from people.organization_option import NoSingleOrganization, organization_named
from people.safe_text import shown
from reconciliation.management.foreground import answered
from reconciliation.model_access.consent import may_be_told

USAGE = 2


class Command(BaseCommand):
    help = (
        "Reconcile statements with the ledger, now: PDF, CAMT.053, MT940, OFX, QIF, or CSV with balances, and ZIP archives of these. "
        "One line a file; --json gives one JSON object a file."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--organization", metavar="SLUG", help="needed where there are several")
        parser.add_argument("--account", metavar="NAME", help="skips the search for the account, not the vetoes")
        parser.add_argument("--provider", metavar="NAME", help="the provider that proposes, such as builtin")
        parser.add_argument("--password", metavar="P", help="opens a locked PDF")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            organization = organization_named(options["organization"])
        except NoSingleOrganization as error:
            raise CommandError(str(error), returncode=USAGE) from error
        name: str | None = options["account"]
        account = Account.objects.of(organization).filter(name=name).first() if name is not None else None
        if name is not None and account is None:
            raise CommandError(f"{organization} has no account {name!r}.", returncode=USAGE)
        provider = options["provider"] or ""
        if provider in names() and not may_be_told(organization, provider):
            how = "An owner can switch it on under Models; PROVIDER_ALLOWED switches it on for every organization."
            raise CommandError(f"{organization} has not allowed {provider} to be told what its documents say. {how}", returncode=USAGE)
        failed = False
        asked = {"organization": organization, "account": account, "provider": provider, "password": options["password"]}
        for answer in (answer for file in options["files"] for answer in answered(file, **asked)):
            if options["as_json"]:
                self.stdout.write(json.dumps(answer, ensure_ascii=True))
            elif answer["verdict"] is None:
                self.stdout.write(shown(f"{answer['file']}: {answer['status']}: {(answer['error'] or {}).get('code', '')}"))
            else:
                reasons = ", ".join(answer["reconciliation"]["reasons"])
                self.stdout.write(shown(f"{answer['file']}: {answer['verdict']}" + (f" ({reasons})" if reasons else "")))
            self.stdout.flush()
            failed = failed or answer["verdict"] is None
        if failed:
            sys.exit(1)
