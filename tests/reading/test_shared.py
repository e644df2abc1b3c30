"""The real statements beside the project: read rightly, and never proved wrongly."""

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from reconciliation.documents.opening import open_document
from reconciliation.reading.reader import read
from reconciliation.reading.statement import PrintedStatement
from tests.shared_statements import GOOD, STATEMENTS, documents

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not documents(), reason="the real statements are not beside the project")]


def money(statement: PrintedStatement) -> tuple[Any, ...]:
    return statement.opening_balance, statement.closing_balance, Counter(line.amount for line in statement.lines)


def truths(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    accounts = json.loads((STATEMENTS / document["truth"]).read_text())["accounts"]
    return [
        (
            Decimal(one["opening_balance"] or 0),
            Decimal(one["closing_balance"] or 0),
            Counter(Decimal(row["amount"]) for row in one["transactions"]),
        )
        for one in accounts
    ]


def named(document: dict[str, Any]) -> str:
    return Path(document["path"]).stem


@pytest.mark.parametrize("document", [one for one in documents() if one["truth"] and one["text_layer"]], ids=named)
def test_a_proof_is_always_true_of_a_real_statement(document: dict[str, Any]) -> None:
    reading = read(open_document((STATEMENTS / document["path"]).read_bytes()))

    proofs = [money(one) for one in reading.statements if one.integrity.holds is True]
    assert all(proof in truths(document) for proof in proofs)
    assert proofs or document not in GOOD


@pytest.mark.parametrize("document", [one for one in documents() if not one["truth"]], ids=lambda one: Path(one["path"]).stem)
def test_what_is_no_statement_has_none(document: dict[str, Any]) -> None:
    assert read(open_document((STATEMENTS / document["path"]).read_bytes())).statements == ()


@pytest.mark.parametrize("document", [one for one in documents() if not one["text_layer"]], ids=named)
def test_a_scan_is_recognised(document: dict[str, Any]) -> None:
    assert read(open_document((STATEMENTS / document["path"]).read_bytes())).source == "ocr"
