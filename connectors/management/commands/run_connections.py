"""`manage.py run_connections`: ask every connection now, due or not."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from connectors.models import Connection
from connectors.running import run_due
from people.models import Organization


class Command(BaseCommand):
    help = "Ask mailboxes and connected programs now. One JSON object a connection, with what came of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--organization", metavar="SLUG", help="only that one's")

    def handle(self, *args: Any, **options: Any) -> None:
        organizations = Organization.objects.filter(slug=options["organization"]) if options["organization"] else Organization.objects.all()
        ours = [Connection.objects.of(organization).filter(enabled=True) for organization in organizations]
        for connections in ours:
            connections.update(due_at=timezone.now())
        run_due()
        failed = False
        for connection in (organization for connections in ours for organization in connections.all()):
            report = {"kind": connection.kind, "name": connection.name, "failure": connection.failure or None, **connection.told}
            self.stdout.write(json.dumps(report))
            failed = failed or bool(connection.failure)
        if failed:
            raise CommandError("Some connections failed.")
