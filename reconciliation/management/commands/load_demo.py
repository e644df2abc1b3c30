"""The demonstration: sample books, sample statements and their verdicts."""

import json
import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError

from finance.loading import load_ledger
from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.document_acts import as_text
from reconciliation.tasks import process_pdf
from reconciliation.uploads.services import process_again, receive_statement

SAMPLES = settings.BASE_DIR / "samples"
USERNAME = "demo"
PATIENCE = 120.0  # seconds that a worker which was quicker to take an import may need for it


class Command(BaseCommand):
    help = "Load the sample books, reconcile the sample statements, and print each verdict. Not for production."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demonstration makes a user and books of its own: not in production.")
        organization, owner, password = demo_organization()
        imports = [reconciled(path.name, path.read_bytes(), organization, owner) for path in sorted(SAMPLES.glob("statements/*.pdf"))]
        for statement_import in imports:
            statement_import.refresh_from_db()  # a later statement may have proved open points of an earlier one
            for line in as_text(statement_import):
                self.stdout.write(line)
            self.stdout.write("")
        how = "`make serve`, or `tieout serve` where it is installed, shows them in the browser"
        self.stdout.write(f"{how}: sign in as {owner.username} with the password {password}")


def demo_organization() -> tuple[Organization, User, str]:
    """Return the organization of the sample books, its owner, and the owner's password, which is new every time because it is not
    stored."""
    books = json.loads((SAMPLES / "books.json").read_text())
    load_ledger(books=books)
    organization = Organization.objects.get(slug=books["organizations"][0]["slug"])
    owner, _ = User.objects.get_or_create(username=USERNAME, defaults={"is_staff": True, "is_superuser": True})
    password = secrets.token_urlsafe(9)
    owner.set_password(password)
    owner.save()
    organization.memberships.get_or_create(user=owner, defaults={"role": Role.OWNER})
    return organization, owner, password


def reconciled(filename: str, pdf: bytes, organization: Organization, owner: User) -> StatementImport:
    """Upload and reconcile one file. The task runs here unless a worker claims it first; then wait for that worker."""
    channel = StatementImport.Channel.COMMAND_LINE
    received = receive_statement(organization=organization, uploaded_by=owner, channel=channel, filename=filename, pdf=pdf, ring=False)
    if received.already_there:
        process_again(statement_import=received.statement_import, actor=owner)
    process_pdf(str(received.statement_import.pk))
    deadline = time.monotonic() + PATIENCE
    while is_in_work(received.statement_import) and time.monotonic() < deadline:
        time.sleep(0.2)
    return received.statement_import


def is_in_work(statement_import: StatementImport) -> bool:
    statement_import.refresh_from_db()
    return statement_import.status in (StatementImport.Status.PENDING, StatementImport.Status.PROCESSING)
