"""Real statements are read correctly and never proved wrongly."""

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from reconciliation.documents.opening import open_document
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.reader import read
from tests.shared_statements import GOOD, STATEMENTS, documents

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not documents(), reason="the real statements are not beside the project")]


def accounts_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    return list(json.loads((STATEMENTS / document["truth"]).read_text())["accounts"])


def true_of(account: dict[str, Any], statement: PrintedStatement) -> bool:
    """The same amounts, and the balances as they are printed, or as they follow from one beside a row."""
    rows = account["transactions"]
    running = [Decimal(row["balance"]) for row in rows if row.get("balance") is not None]
    before = [Decimal(row["balance"]) - Decimal(row["amount"]) for row in rows if row.get("balance") is not None]
    pairs = ((account["opening_balance"], statement.opening_balance), (account["closing_balance"], statement.closing_balance))
    same = Counter(Decimal(row["amount"]) for row in rows) == Counter(line.amount for line in statement.lines)
    return same and all(got == Decimal(want) if want is not None else got in {*running, *before} for want, got in pairs)


def named(document: dict[str, Any]) -> str:
    return Path(document["path"]).stem


@pytest.mark.parametrize("document", [one for one in documents() if one["truth"] and one["text_layer"]], ids=named)
def test_a_proof_is_always_true_of_a_real_statement(document: dict[str, Any]) -> None:
    reading = read(open_document((STATEMENTS / document["path"]).read_bytes()))

    proofs = [one for one in reading.statements if one.integrity.holds is True]
    assert all(any(true_of(account, proof) for account in accounts_of(document)) for proof in proofs)
    assert proofs or document not in GOOD


@pytest.mark.parametrize("document", [one for one in documents() if not one["truth"]], ids=lambda one: Path(one["path"]).stem)
def test_other_documents_have_no_statement(document: dict[str, Any]) -> None:
    assert read(open_document((STATEMENTS / document["path"]).read_bytes())).statements == ()


@pytest.mark.parametrize("document", [one for one in documents() if not one["text_layer"]], ids=named)
def test_a_scan_is_recognised(document: dict[str, Any]) -> None:
    assert read(open_document((STATEMENTS / document["path"]).read_bytes())).source == "ocr"
