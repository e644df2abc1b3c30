"""`tieout import`, `tieout export` and `tieout corrections`: entries in, entries or everything out, and what to correct elsewhere."""

import json
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import click

from tieout import options
from tieout.starting import CommandFailed, WrongUse, call, output_of, progress, start

FORMS = ("csv", "ofx", "quickbooks", "quickbooks-journal", "xero", "gnucash", "actual", "beancount", "hledger")

COUNTS = ("added", "known", "updated", "voided", "unchanged", "probable", "changed", "refused")


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=options.FILE)
@click.option("--account", required=True, metavar="NAME", help="The account that they go into.")
@click.option("--also", multiple=True, type=int, metavar="ROW", help="Add a row that is probably there already. Can be repeated.")
@click.option(
    "--whole-period",
    is_flag=False,
    flag_value="..",
    metavar="[FROM..TO]",
    help="The file is the whole of this period, or of its days: entries that differ are changed, those that it lacks become void.",
)
@click.option("--confirm", metavar="MARK", help="Make the changes of --whole-period that were shown with this mark.")
@click.option("--payouts", is_flag=True, help="The file is a payment processor's report: its payouts explain rows of statements.")
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
    tieout import stripe.csv --account Checking --payouts
    """
    start()
    from finance.imports.preview import lines_for_terminal
    from people.safe_text import shown

    given = {name: value for name, value in chosen.items() if value}
    if "whole_period" in given:
        given["whole_period"] = [day for day in given["whole_period"].split("..") if day]
    reports = []
    with progress("Importing", len(files), quiet=quiet or as_json) as bar:
        for file in files:
            reports.append({"file": str(file), **json.loads(output_of("import_transactions", str(file), **given))})
            bar.update(1)
    for report in reports:
        if as_json:
            click.echo(json.dumps(report))
        elif not quiet:
            counts = ", ".join(f"{report[name]} {name}" for name in COUNTS if report.get(name) or name == "added")
            absent = lines_for_terminal(report.get("absent", 0), report.get("absent_entries", ()))
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

    if account is None:
        call("export_organization", _organization(organization).slug, str(everything), **({"stdout": _Silence()} if quiet else {}))
        return
    chosen = _account(account, organization)
    try:
        for line in lines_of(Selection(account=chosen, **which), form):
            output.write(line.encode())
    except BrokenPipeError:  # the reader has enough: click ends quietly
        raise
    except OSError as error:
        raise CommandFailed(f"It could not be written: {error.strerror}") from error


@click.command()
@click.option("--account", required=True, metavar="NAME", help="The account.")
@click.option("--done", multiple=True, metavar="ENTRY", help="Mark this entry as corrected in the other program. Can be repeated.")
@click.option("--undo", multiple=True, metavar="ENTRY", help="Remove this mark. Can be repeated.")
@click.option("--csv", "as_csv", is_flag=True, help="The list as CSV.")
@options.organization
@options.as_json
def corrections(
    account: str, done: tuple[str, ...], undo: tuple[str, ...], organization: str | None, *, as_csv: bool, as_json: bool
) -> None:
    """List what has to be corrected in the program that the books of an account come from.

    Exit code 1 if there is something.

    \b
    tieout corrections --account Checking
    tieout corrections --account Checking --csv > to-correct.csv
    tieout corrections --account Checking --done 7603334e-5b6f-4f2e-9f52-3a2c1f6f9a11
    """
    start()
    from finance.imports.corrections import CorrectionMoved, corrections_of, csv_lines, settle, unsettle
    from people.safe_text import shown

    chosen = _account(account, organization)
    marks = {str(correction.entry): correction.mark for correction in corrections_of(chosen).open}
    for key in done:
        if key not in marks:
            raise WrongUse(f"There is nothing to correct of an entry {key!r}. The list names the entries.")
        settle(account=chosen, entry=UUID(key), by=None, mark=marks[key])
    for key in undo:
        try:
            unsettle(account=chosen, entry=UUID(key), by=None)
        except (CorrectionMoved, ValueError) as error:
            raise WrongUse(f"No entry {key!r} is marked as corrected.") from error
    listed = corrections_of(chosen).open
    if as_csv:
        click.echo("".join(csv_lines(listed)), nl=False)
    for correction in () if as_csv else listed:
        sides = [side and f"{side.booked_on} {side.amount} {side.description}" for side in (correction.before, correction.after)]
        there, here = (side or None for side in sides)
        row = str(correction.row) if correction.row else None
        fields = {
            "entry": str(correction.entry),
            "to_do": correction.to_do,
            "there": there,
            "here": here,
            "why": correction.why,
            "row": row,
        }
        words = [f"{fields['entry']}  {fields['to_do']} {fields['why']}"]
        words += [f"  {name}: {fields[name]}" for name in ("there", "here", "row") if fields[name]]
        click.echo(json.dumps(fields) if as_json else shown("\n".join(words)))
    if listed:
        raise SystemExit(1)


def _organization(slug: str | None) -> Any:
    """Return the organization of this short name, or the only one. Raises `WrongUse`."""
    from people.organization_option import NoSingleOrganization, organization_named

    try:
        return organization_named(slug)
    except NoSingleOrganization as error:
        raise WrongUse(str(error)) from error


def _account(name: str, organization: str | None) -> Any:
    """Return the account of this name. Raises `WrongUse`."""
    from finance.models import Account

    chosen = Account.objects.of(_organization(organization)).filter(name=name).first()
    if chosen is None:
        raise WrongUse(f"There is no account {name!r}.")
    return chosen


class _Silence:
    """A stream that discards a command's output."""

    def write(self, _text: str) -> int:
        return 0
