"""Proofs of statements that have something of everything, their schema, and the ledger beside them as it is exported."""

import copy
import json
from collections.abc import Callable
from typing import Any

from finance.exports import csv_lines
from finance.models import Account
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.proof.form import digest_of, read_proof, sha256_of, written
from reconciliation.proof.write import proof_of
from tests.factories import AccountFactory
from tests.project import PROJECT
from tests.read_statements import paper, read_in
from tests.world import booked

Json = dict[str, Any]
Change = Callable[[Json], object]


def check_schema_of(proof: Json) -> None:
    """Hold a proof to the JSON Schema in the docs. Raises ValidationError, and SchemaError if the schema itself is wrong."""
    from jsonschema import validate  # here, since its grammars take a second, which collecting need not wait for

    validate(proof, json.loads((PROJECT / "docs" / "proof.schema.json").read_text()))


def proofs_of(statement_import: StatementImport) -> list[Json]:
    """Of each of its statements, through the file and back."""
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


def changed(proof: Json, change: Change) -> Json:
    """A copy that was tampered with, with both hashes made anew: what a digest alone would not tell."""
    other = copy.deepcopy(proof)
    change(other)
    if other["ledger"]:
        other["ledger"]["sha256"] = sha256_of(other["ledger"]["entries"])
    other["digest"]["value"] = digest_of(other)
    other["signature"] = None
    return read_proof(json.dumps(other).encode())
