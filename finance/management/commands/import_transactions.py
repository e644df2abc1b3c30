"""`manage.py import_transactions FILE --account NAME [--organization SLUG]`: import a file of a bank or program into an account."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from finance.imports.command_options import NoSuchColumn, WrongPeriod, choices_from_options, problems_of, remarks_of
from finance.imports.services import confirm, discard, preview_now, show_file, store_payouts
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from finance.models.ledger_import import DateOrder, DecimalMark, Fee, Minus, Sign
from people.organization_option import NoSingleOrganization, organization_named
from people.safe_text import shown


class Command(BaseCommand):
    help = (
        "Adds the rows of a file that an account lacks: CSV, XLSX, ODS, OFX, QFX, QIF, CAMT, MT940, MT942, BAI2, beancount, hledger, or "
        "what GnuCash, Actual, Firefly III, Xero or QuickBooks export. All of them or none."
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
            help="which column is the date, amount, ...; empty for none; can be repeated",
        )
        parser.add_argument("--date-order", default="", choices=get_args(DateOrder))
        parser.add_argument("--decimal-mark", default="", choices=get_args(DecimalMark))
        parser.add_argument("--sign", default="", choices=get_args(Sign))
        parser.add_argument("--fee", default="", choices=get_args(Fee)[1:], help="fees are within the amounts, or apart from them")
        parser.add_argument(
            "--minus", default="", choices=get_args(Minus)[1:], help="a minus repeats the side of its column, or reverses it"
        )
        parser.add_argument("--encoding", default="", help="the encoding of the file, if it was read with wrong letters")
        parser.add_argument(
            "--whole-period",
            nargs="*",
            metavar="DAY",
            help="the file is the whole of the period from DAY to DAY, or of the days of its rows: entries that differ are changed, "
            "and those that it lacks become void",
        )
        parser.add_argument(
            "--confirm", default="", metavar="MARK", help="make the changes of --whole-period that were shown with this mark"
        )
        parser.add_argument("--also", action="append", type=int, default=[], metavar="ROW", help="add a row that is probably there already")
        parser.add_argument("--force", action="store_true", help="import although the file's balances or its account do not agree")
        parser.add_argument(
            "--payouts", action="store_true", help="the file is a payment processor's report: its payouts explain rows of statements"
        )
        parser.add_argument("--leave-out", action="store_true", help="import the rest where rows cannot be taken")

    def handle(self, *args: Any, file: Path, account: str, organization: str | None, **options: Any) -> None:
        target = _account_named(account, organization)
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(_("%(file)s cannot be read: %(why)s") % {"file": file, "why": error.strerror}) from error
        if options["payouts"]:
            try:
                stored = store_payouts(account=target, by=None, filename=file.name, data=data, date_order=options["date_order"])
            except FileRefused as error:
                raise _nothing_imported(str(error)) from error
            self.stdout.write(json.dumps(asdict(stored)))
            return
        try:
            waiting = show_file(account=target, by=None, filename=file.name, data=data, choices=choices_from_options(data, options))
        except (FileRefused, NoSuchColumn, WrongPeriod) as error:
            raise _nothing_imported(str(error)) from error
        preview = preview_now(waiting)
        problems = problems_of(preview, waiting.data, leave_out=options["leave_out"], force=options["force"], confirmed=options["confirm"])
        if problems:
            discard(ledger_import=waiting)
            raise _nothing_imported("\n".join(problems))
        for line in remarks_of(preview, options["also"]):
            self.stderr.write(shown(line))
        remarks = {"warnings": preview.warnings, "notes": preview.notes, "difference": preview.difference}
        report: dict[str, Any] = asdict(confirm(ledger_import=waiting, by=None, shown=preview.shown, also=options["also"]))
        for name in ("updated", "voided", "unchanged"):
            if not report[name]:
                del report[name]
        if preview.absent.count:
            report["absent_entries"] = preview.absent.as_json()
        report |= {name: str(value) if name == "difference" else value for name, value in remarks.items() if value}
        self.stdout.write(json.dumps(report))


def _account_named(name: str, organization: str | None) -> Account:
    """Return the account. Raises CommandError."""
    try:
        accounts = Account.objects.of(organization_named(organization))
    except NoSingleOrganization as error:
        raise CommandError(str(error)) from error
    account = accounts.filter(name=name).first()
    if account is None:
        raise CommandError(_("There is no account called %(name)s.") % {"name": name})
    return account


def _nothing_imported(problems: str) -> CommandError:
    return CommandError(_("Nothing was imported.\n%(problems)s") % {"problems": shown(problems)})
