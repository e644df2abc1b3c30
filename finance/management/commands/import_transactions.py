"""`manage.py import_transactions FILE --account NAME [--organization SLUG]`: import a file of a bank or program into an account."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from finance.imports.command_options import NoSuchColumn, choices_from_options, options_for
from finance.imports.services import confirm, discard, preview_now, show_file
from finance.imports.untrusted_files import FileRefused, in_row
from finance.models import Account
from finance.models.ledger_import import DateOrder, DecimalMark, Sign
from people.organization_option import NoSingleOrganization, organization_named
from people.safe_text import shown


class Command(BaseCommand):
    help = (
        "Adds the rows of a file that an account lacks: CSV, OFX, QFX, QIF, CAMT, MT940, beancount, hledger, or what GnuCash, Actual, "
        "Firefly III, Xero or QuickBooks export. All of them or none."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--account", required=True, help="the account, by its name")
        parser.add_argument("--organization", help="its organization's short name; needed only where there are several")
        parser.add_argument("--part", default="", help="which account of the file, where it has several")
        parser.add_argument(
            "--column",
            action="append",
            metavar="FIELD=HEADING",
            help="which column is the date, amount, ...; empty for none; may be said again",
        )
        parser.add_argument("--date-order", default="", choices=get_args(DateOrder))
        parser.add_argument("--decimal-mark", default="", choices=get_args(DecimalMark))
        parser.add_argument("--sign", default="", choices=get_args(Sign))
        parser.add_argument("--leave-out", action="store_true", help="import the rest where rows cannot be taken")

    def handle(self, *args: Any, file: Path, account: str, organization: str | None, **options: Any) -> None:
        try:
            accounts = Account.objects.of(organization_named(organization))
        except NoSingleOrganization as error:
            raise CommandError(str(error)) from error
        target = accounts.filter(name=account).first()
        if target is None:
            raise CommandError(_("There is no account called %(name)s.") % {"name": account})
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(_("%(file)s cannot be read: %(why)s") % {"file": file, "why": error.strerror}) from error
        try:
            waiting = show_file(account=target, by=None, filename=file.name, data=data, choices=choices_from_options(data, options))
        except (FileRefused, NoSuchColumn) as error:
            raise _nothing_imported(str(error)) from error
        preview = preview_now(waiting)
        problems = options_for(preview.questions, preview.parsed, waiting.data, target.currency)
        if not problems and not options["leave_out"]:
            problems = FileRefused(in_row(judged.row.place, judged.reason) for judged in preview.of("refused")).shown()
        if problems:
            discard(ledger_import=waiting)
            raise _nothing_imported("\n".join(problems))
        report: dict[str, Any] = asdict(confirm(ledger_import=waiting, by=None, shown=preview.shown))
        if preview.absent.count:
            report["absent_entries"] = preview.absent.as_json()
        self.stdout.write(json.dumps(report))


def _nothing_imported(problems: str) -> CommandError:
    return CommandError(_("Nothing was imported.\n%(problems)s") % {"problems": shown(problems)})
