"""`tieout import` and `tieout export`: entries in, and entries or everything out."""

import json
from pathlib import Path
from typing import IO, Any

import click

from tieout import options
from tieout.starting import CommandFailed, WrongUse, call, output_of, progress, start

FORMS = ("csv", "ofx", "quickbooks", "quickbooks-journal", "xero", "gnucash", "actual", "beancount", "hledger")

COUNTS = ("added", "known", "probable", "changed", "refused")


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=options.FILE)
@click.option("--account", required=True, metavar="NAME", help="The account that they go into.")
@click.option("--leave-out", is_flag=True, help="Import the rest where rows cannot be taken.")
@options.how_a_file_is_read
@options.organization
@options.as_json
@options.quiet
def import_(files: tuple[Path, ...], *, as_json: bool, quiet: bool, **chosen: Any) -> None:
    """Add the entries that an account lacks: of each FILE all, or none.

    Known formats: CSV, OFX, QFX, QIF, CAMT, MT940, beancount, hledger, and what GnuCash, Actual, Firefly III, Xero and
    QuickBooks export.

    \b
    tieout import bank.csv --account Checking
    tieout import *.ofx --account Card --quiet
    tieout import home.csv --account Checking --column "debit=I paid" --column "credit=I got"
    """
    start()
    from finance.imports.preview import lines_for_terminal
    from people.safe_text import shown

    given = {name: value for name, value in chosen.items() if value}
    reports = []
    with progress("Importing", len(files), quiet=quiet or as_json) as bar:
        for file in files:
            reports.append({"file": str(file), **json.loads(output_of("import_transactions", str(file), **given))})
            bar.update(1)
    for report in reports:
        if as_json:
            click.echo(json.dumps(report))
        elif not quiet:
            counts = ", ".join(f"{report[name]} {name}" for name in COUNTS if report[name] or name == "added")
            absent = lines_for_terminal(report["absent"], report.get("absent_entries", ()))
            click.echo(shown("\n".join([f"{report['file']}: {counts}", *absent])))


@click.command()
@click.option("--account", metavar="NAME", help="One account's entries.")
@click.option("--format", "form", type=click.Choice(FORMS), default="csv", show_default=True, help="Of one account.")
@click.option("--first", type=options.DAY, help="Not before this day.")
@click.option("--last", type=options.DAY, help="Not after this day.")
@click.option("--added-here", is_flag=True, help="Only what was added from statements or by hand: what your books lack.")
@click.option("--output", "-o", type=click.File("wb", lazy=True), default="-", help="The file; else standard output.")
@click.option("--everything", type=options.NEW_FILE, metavar="FILE.zip", help="The whole organization as one archive instead.")
@options.organization
@options.quiet
def export(
    account: str | None, form: str, output: IO[bytes], everything: Path | None, organization: str | None, *, quiet: bool, **which: Any
) -> None:
    """Take entries out, or everything.

    \b
    tieout export --account Checking > checking.csv
    tieout export --account Checking --format ofx -o checking.ofx
    tieout export --account Checking --format xero --added-here -o new.csv
    tieout export --everything home.zip
    """
    if (account is None) == (everything is None):
        raise click.UsageError("Say either --account or --everything.")
    start()
    from finance.exports import Selection, lines_of
    from finance.models import Account
    from people.organization_option import NoSingleOrganization, organization_named

    try:
        owner = organization_named(organization)
    except NoSingleOrganization as error:
        raise WrongUse(str(error)) from error
    if everything:
        call("export_organization", owner.slug, str(everything), **({"stdout": _Silence()} if quiet else {}))
        return
    chosen = Account.objects.of(owner).filter(name=account).first()
    if chosen is None:
        raise WrongUse(f"There is no account {account!r}.")
    try:
        for line in lines_of(Selection(account=chosen, **which), form):
            output.write(line.encode())
    except BrokenPipeError:  # the reader has enough: click ends quietly
        raise
    except OSError as error:
        raise CommandFailed(f"It could not be written: {error.strerror}") from error


class _Silence:
    """A stream that discards a command's output."""

    def write(self, _text: str) -> int:
        return 0
