"""`manage.py check_proof`: check every stored answer against the stored evidence; nothing is matched or verified again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.models import Organization
from people.safe_text import shown
from reconciliation.models import StatementImport
from reconciliation.reconcile.recheck_proof import faults_of

MOST_AT_ONCE = 100


class Command(BaseCommand):
    help = "Check stored answers again: file, lines, pairs, sums and balances. One line for each that is not borne out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--organization", metavar="SLUG", help="only that one's")

    def handle(self, *args: Any, **options: Any) -> None:
        organizations = Organization.objects.filter(slug=options["organization"]) if options["organization"] else Organization.objects.all()
        checked, wrong = 0, 0
        for organization in organizations:
            for statement_import in StatementImport.objects.of(organization).finished().iterator(MOST_AT_ONCE):
                faults = faults_of(statement_import)
                checked, wrong = checked + 1, wrong + bool(faults)
                if faults:
                    self.stdout.write(f"{organization.slug} {statement_import.pk} {shown(statement_import.filename)}: {', '.join(faults)}")
        self.stdout.write(f"{checked} answers checked, {wrong} not borne out")
        if wrong:
            raise CommandError("Verify these statements again.")
