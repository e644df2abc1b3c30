"""`manage.py erase_organization SLUG`: erase an organization and all of its data for good."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.models import Organization
from reconciliation.retention.erasure import erase


class Command(BaseCommand):
    help = "Erase an organization for good: books, statements, documents, keys, log, and the logins of who belongs to nobody else."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its short name")
        parser.add_argument("--yes", action="store_true", help="do not ask for the short name once more")

    def handle(self, *args: Any, slug: str, yes: bool, **options: Any) -> None:
        organization = Organization.objects.filter(slug=slug).first()
        if organization is None:
            raise CommandError(f"There is no organization {slug!r}.")
        if not yes and input(f"Everything of {organization.name} will be gone. Type {slug} to erase it: ").strip() != slug:
            raise CommandError("Nothing was erased.")
        erase(organization=organization, by=None)
        self.stdout.write(f"{slug} is erased.")
