"""`tieout verify-proof` for auditors; it needs no books and no database."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from tieout import options
from tieout.starting import Code, CommandFailed


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
