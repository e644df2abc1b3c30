"""`tieout reconcile`: statements against the books, or against a file of entries, without any setup; `tieout verify-proof` checks the proof
of a statement for auditors, and needs no books and no database."""

import datetime as dt
import json
from dataclasses import asdict
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import click

from tieout import options
from tieout.starting import Code, CommandFailed, WrongUse, progress, start


class Amount(click.ParamType[Decimal]):
    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:
        try:
            amount = Decimal(value)
        except InvalidOperation:
            amount = Decimal("nan")
        if not amount.is_finite():
            self.fail(f"{value!r} is no amount such as 1234.56", param, ctx)
        return amount


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--ledger",
    type=options.FILE,
    help="Your books: CSV, OFX, QIF, CAMT, MT940, beancount, hledger, GnuCash, Actual, Firefly III, Xero or QuickBooks.",
)
@click.option("--account", metavar="NAME", help="The account; with --ledger it is made where there is none.")
@click.option("--currency", metavar="CODE", help="Of a new account; else as the ledger or the statement has it.")
@click.option("--opening-balance", type=Amount(), help="What a new account held before its first entry.")
@click.option("--opening-date", type=click.DateTime(["%Y-%m-%d"]), help="Since when; else the first day of the ledger and the statement.")
@click.option("--provider", default="", metavar="NAME", help="Who proposes, such as builtin.")
@click.option("--password", metavar="P", help="Opens a locked PDF.")
@options.how_a_file_is_read
@options.organization
@options.as_json
@options.quiet
@click.pass_context
def reconcile(context: click.Context, /, files: tuple[Path, ...], *, as_json: bool, quiet: bool, **choices: Any) -> None:
    """Check each statement against the books and list every difference.

    A statement is a PDF, or a file of the bank for programs: CAMT.053, MT940, OFX, QIF, or CSV with balances. Of a ZIP archive, each
    file is checked.

    \b
    tieout reconcile january.pdf --ledger books.csv --opening-balance 1000.00
    tieout reconcile *.pdf                       against the books that are there
    tieout reconcile january.pdf --json | jq .verdict

    Ends with 0 if all match, 1 if something differs or is open, 3 if a file has no answer.
    """
    start()
    answers: list[dict[str, Any]] = []
    organization, account, missing = _books(files, **choices)
    from people.safe_text import shown
    from reconciliation.management.foreground import answered
    from reconciliation.models import StatementImport
    from reconciliation.presentation.statement_page.document_acts import as_text

    for line in () if quiet else missing:
        click.echo(shown(line), err=True)

    with progress("Reconciling", len(files), quiet=quiet or as_json) as bar:
        for name in files:
            answers.extend(
                answered(str(name), organization=organization, account=account, provider=choices["provider"], password=choices["password"])
            )
            bar.update(1)
    for answer in answers:
        if as_json:
            click.echo(json.dumps(answer, ensure_ascii=True))
        elif not quiet or answer["verdict"] is None:
            if answer["import_id"] is None:
                text = f"{answer['file']}: {answer['error']['message']}"
            else:
                text = "\n".join(as_text(StatementImport.objects.of(organization).get(pk=answer["import_id"])))
            click.echo(shown(text), err=answer["verdict"] is None)
    if not quiet:
        reconciled = [answer["reconciliation"] or {} for answer in answers]  # rows do not show which option helps
        if any("opening_unknown" in result.get("reasons", ()) for result in reconciled):
            click.echo("Give the balance before the first entry with --ledger and --opening-balance.", err=True)
        if any(statement["ambiguous"] for result in reconciled for statement in result.get("statements", ())):
            click.echo("Choices are made in the browser: `tieout serve` shows them.", err=True)
    verdicts = {answer["verdict"] for answer in answers}
    context.exit(Code.NOT_DONE if None in verdicts else Code.DONE if verdicts == {"matched"} else Code.OPEN)


def _books(files: tuple[Path, ...], **choices: Any) -> tuple[Any, Any, list[str]]:
    """Return the organization, the account if one is given, and remarks on the given ledger, which is imported first."""
    from finance.imports.command_options import NoSuchColumn, choices_from_options
    from finance.imports.untrusted_files import FileRefused
    from finance.models import Account
    from finance.money import NotAnAmount, UnknownCurrency
    from people.organization_option import NoSingleOrganization
    from reconciliation.documents.unreadable import DocumentUnreadable, message
    from reconciliation.management.at_home import LedgerFile, MissingOption, Opening, account_for, imported, organization_at_home

    day: dt.datetime | None = choices["opening_date"]
    try:
        organization = organization_at_home(choices["organization"])
        if choices["ledger"] is None:
            name = choices["account"]
            account = None if name is None else Account.objects.of(organization).filter(name=name).first()
            if name is not None and account is None:
                raise WrongUse(f"There is no account {name!r}.")
            return organization, account, []
        ledger = LedgerFile(
            file=choices["ledger"],
            choices=choices_from_options(choices["ledger"].read_bytes(), choices),
            leave_out=choices["leave_out"],
            force=choices["force"],
        )
        opening = Opening(balance=choices["opening_balance"], day=day.date() if day else None)
        currency = (choices["currency"] or "").upper()
        account = account_for(organization, name=choices["account"], currency=currency, ledger=ledger, pdf=files[0], opening=opening)
        remarks = imported(account, ledger)
    except (NoSingleOrganization, MissingOption, NoSuchColumn) as error:
        raise WrongUse(str(error)) from error
    except (NotAnAmount, UnknownCurrency) as error:
        raise WrongUse("The currency is unknown, or the amount is not valid in it.") from error
    except FileRefused as refused:
        raise CommandFailed("\n".join(["Nothing was imported.", *refused.shown()])) from refused
    except DocumentUnreadable as error:
        raise CommandFailed(f"{files[0]}: {message(error.code, error.params)}") from error
    except OSError as error:
        raise CommandFailed(f"{error.filename}: {error.strerror}") from error
    named = account if choices["account"] else None  # else it is looked for, as for every upload: a file may be of another
    return organization, named, remarks


@click.command("verify-proof")
@click.argument("proof", type=options.FILE)
@click.option("--document", type=options.FILE, help="The PDF of the statement.")
@click.option("--ledger", type=options.FILE, help="The account, as Tieout exports it to CSV.")
@click.option("--public-key", default="", metavar="KEY", help="Of the installation that signed it (manage.py proof_key).")
@options.as_json
@options.quiet
@click.pass_context
def verify_proof(
    context: click.Context, proof: Path, document: Path | None, ledger: Path | None, public_key: str, *, as_json: bool, quiet: bool
) -> None:
    """Check PROOF against itself, against the document and against the ledger.

    \b
    tieout verify-proof proof.json --document statement.pdf --ledger checking.csv

    It also lists what it could not check, and why. Ends with 0 if all holds, 1 if something does not, 3 if it is no proof.
    """
    from people.safe_text import shown
    from reconciliation.proof.check import check_proof, not_checked
    from reconciliation.proof.form import NoProof, read_proof

    try:
        content_of_proof = read_proof(proof.read_bytes())
    except NoProof as error:
        raise CommandFailed(str(error)) from error
    given = {"document": document.read_bytes() if document else None, "ledger": ledger.read_bytes() if ledger else None}
    findings = check_proof(content_of_proof, **given, public_key=public_key)
    not_given = [name for name, content in given.items() if content is None] + ([] if public_key else ["public key"])
    unchecked = not_checked(content_of_proof, document=document is not None, ledger=ledger is not None, public_key=bool(public_key))
    if as_json:
        answer = {
            "holds": not findings,
            "findings": [asdict(finding) for finding in findings],
            "not_given": not_given,
            "not_checked": [asdict(limit) for limit in unchecked],
        }
        click.echo(json.dumps(answer))
    elif not quiet:
        for finding in findings:
            click.echo(shown(f"{finding.code} at {finding.where}: expected {finding.expected}, found {finding.found}"))
        click.echo(f"{len(findings)} findings." if findings else "Everything holds that was checked.")
        if not_given:
            click.echo(f"Not checked, since not given: {', '.join(not_given)}.")
        fields_by_reason: dict[str, list[str]] = {}
        for limit in unchecked:
            fields_by_reason.setdefault(limit.why, []).append(limit.where)
        for why, fields in fields_by_reason.items():
            click.echo(shown(f"Not checked: {', '.join(dict.fromkeys(fields))}. {why}"))
    context.exit(Code.OPEN if findings else Code.DONE)
