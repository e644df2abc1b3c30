"""Proofs of statements that have something of everything, their schema, and the ledger beside them as it is exported."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from finance.exports import csv_lines
from finance.models import Account, Transaction
from people.roles import Role
from reconciliation.decisions.rows import correct_line, pair
from reconciliation.decisions.waivers import acknowledge, excuse
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.printed.digest import digest_of_rows
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proof.form import digest_of, read_proof, sha256_of, written
from reconciliation.proof.write import proof_of
from reconciliation.signoff.services import sign_off
from tests.factories import AccountFactory, MembershipFactory
from tests.project import PROJECT
from tests.read_statements import only, paper, read_in
from tests.world import booked

Json = dict[str, Any]
Change = Callable[[Json], object]


def check_schema_of(proof: Json) -> None:
    """Hold a proof to the JSON Schema in the docs. Raises ValidationError, and SchemaError if the schema itself is wrong."""
    from jsonschema import validate  # here, since its grammars take a second, which collecting need not wait for

    validate(proof, json.loads((PROJECT / "docs" / "proof.schema.json").read_text()))


def proofs_of(statement_import: StatementImport) -> list[Json]:
    """Return the proof of each of its statements, written to a file and read back."""
    statement_import.refresh_from_db()
    return [read_proof(written(proof_of(sheet))) for sheet in sheets_of(statement_import)]


def ledger_of(account: Account) -> bytes:
    rows = account.transactions.select_related("account").order_by("booked_on", "id")
    return "".join(csv_lines(rows)).encode()


def a_matched_month() -> tuple[Account, StatementImport]:
    """Three entries, as printed; one has no id of its own. February's statement is there too."""
    account = AccountFactory.create(opening="1000.00")
    booked(account, 4, "-250.00", "Rent", external_id="rent")
    booked(account, 9, "-45.00", "=Kite & Co Hardware", external_id="kite")
    booked(account, 28, "120.00", "Transfer from Ada")
    rows = [(5, "-250.00", "Rent"), (10, "-45.00", "Kite & Co Hardware"), (29, "120.00", "Transfer from Ada")]
    january = read_in(account.organization, paper(rows, opening="1000.00"))
    read_in(account.organization, paper([(3, "-5.00", "Tea")], month=2, opening="825.00"))
    return account, january


def a_signed_month() -> tuple[Account, StatementImport]:
    """A month with printed texts and running balances, signed off with an exception: a corrected row, a pair by decision, a fee that is
    accepted, and a cheque that February shows."""
    account = AccountFactory.create(opening="1000.00")
    partner = MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user
    booked(account, 4, "-250.00", "Rent", external_id="rent")
    booked(account, 9, "-45.00", "Kite & Co Hardware", external_id="kite")
    booked(account, 12, "-30.00", "Ada", external_id="ada")
    booked(account, 28, "-75.00", "Cheque 101", external_id="cheque")
    rows = [(5, "-250.00", "Rent"), (10, "-45.00", "Kite & Co Hardwear"), (13, "-30.00", "Unknown Ltd"), (31, "-6.50", "Account fee")]
    january = read_in(account.organization, printed(paper(rows, opening="1000.00")))
    read_in(account.organization, printed(paper([(3, "-75.00", "Cheque 101")], month=2, opening="668.50")))
    statement = only(january)
    correct_line(statement=statement, line=1, actor=partner, description="Kite & Co Hardware", reason="Misread")
    pair(statement=statement, lines=[2], entries=[account.transactions.get(external_id="ada")], actor=partner)
    excuse(statement=statement, kind="difference", lines=[3], actor=partner, reason="Booked in February")
    sign_off(statement=statement, actor=partner)
    return account, january


def an_acknowledged_month() -> StatementImport:
    """A month that does not begin where the one before it ended, signed off with that as an exception."""
    account = AccountFactory.create(opening="1000.00")
    partner = MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user
    booked(account, 3, "-10.00", "Fee", month=2, external_id="fee")
    read_in(account.organization, printed(paper([], opening="1000.00")))
    february = read_in(account.organization, printed(paper([(3, "-10.00", "Fee")], month=2, opening="1010.00")))
    acknowledge(statement=only(february), fact="chain_breaks", actor=partner, reason="The bank was asked")
    sign_off(statement=only(february), actor=partner)
    return february


def an_undecided_month() -> StatementImport:
    """One row that either of two equal entries may be, a pending entry, and an opening balance that differs."""
    account = AccountFactory.create(opening="900.00")
    booked(account, 4, "-80.00", "Kite", external_id="one")
    booked(account, 5, "-80.00", "Kite", external_id="two")
    booked(account, 6, "-12.00", "Tea", status=Transaction.Status.PENDING, external_id="tea")
    return read_in(account.organization, printed(paper([(5, "-80.00", "Kite"), (7, "-12.00", "Tea")], opening="1000.00")))


def printed(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement with a running balance and the printed text on each row."""
    reached, lines = statement.opening_balance or Decimal(0), []
    for line in statement.lines:
        reached += line.amount
        text = f"{line.date} {line.description} {abs(line.amount)} {reached}"
        lines.append(replace(line, balance=reached, text=text, box=(10.0, 20.0, 500.0, 30.0)))
    return replace(statement, lines=tuple(lines))


def changed(proof: Json, change: Change) -> Json:
    """Return a copy that was tampered with, with all hashes computed again: the digests alone do not show the change."""
    other = copy.deepcopy(proof)
    change(other)
    if isinstance(other["ledger"], dict):
        other["ledger"]["sha256"] = sha256_of(other["ledger"]["entries"])
    other["statement"]["digest"] = rows_digest_of(other)
    other["digest"]["value"] = digest_of(other)
    other["signature"] = None
    again: Json = json.loads(json.dumps(other))
    return again


def rows_digest_of(proof: Json) -> str:
    statement = proof["statement"]
    return digest_of_rows(
        period=(statement["period_start"], statement["period_end"]),
        currency=statement["printed_currency"],
        balances=(statement["opening_balance"], statement["closing_balance"]),
        rows=proof["rows"],
    )
