"""`manage.py import_ledger BOOKS.json [--update]`: load books from a file into the ledger and print counts as JSON."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from finance.loading import BooksRefused, load_ledger


class Command(BaseCommand):
    help = "Adds organizations, accounts and transactions from a JSON file. All of it, or, where anything is wrong, nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("books", type=Path, help="the file of books")
        parser.add_argument("--update", action="store_true", help="also write what differs from the ledger")

    def handle(self, *args: Any, books: Path, update: bool, **options: Any) -> None:
        try:
            data = json.loads(books.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise CommandError(_("%(file)s cannot be read: %(why)s") % {"file": books, "why": error.strerror}) from error
        except (ValueError, RecursionError) as error:
            raise CommandError(_("%(file)s is not JSON: %(why)s") % {"file": books, "why": error}) from error
        try:
            report = load_ledger(books=data, update=update)
        except BooksRefused as refused:
            raise CommandError(_("Nothing was loaded.\n%(problems)s") % {"problems": refused}) from refused
        self.stdout.write(json.dumps(asdict(report)))
