"""Real statements against books that agree with them, and against books with faults planted: exactly those are named."""

import copy
import datetime as dt
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from finance.loading import load_ledger
from people.models import Organization
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import OpenedDocument, open_document
from reconciliation.management.foreground import reconcile_now
from reconciliation.models import StatementImport
from reconciliation.pipeline import processor
from tests.shared_statements import GOOD, STATEMENTS

Json = dict[str, Any]
pytestmark = [
    pytest.mark.shared,
    pytest.mark.django_db,
    pytest.mark.skipif(not GOOD, reason="the real statements are not beside the project"),
]


@cache
def opened(pdf: bytes, limits: DocumentLimits) -> OpenedDocument:
    """Each document is opened once by a process: its words are the same for every test."""
    return open_document(pdf, limits=limits)


@pytest.fixture(autouse=True)
def opens_each_document_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "open_document", lambda pdf, *, limits, clock: opened(pdf, limits))


@dataclass
class Planted:
    """Planted faults: printed amounts that the books lack, ids of additional entries, and (with their printed amounts) of entries that
    differ or cannot be distinguished."""

    new: set[Decimal] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    differing: dict[str, Decimal] = field(default_factory=dict)
    ambiguous: set[str] = field(default_factory=set)


@dataclass
class Books:
    """The ledger that agrees with a statement, row by row. Faults are planted in rows whose amounts occur once."""

    account: Json

    @property
    def rows(self) -> list[Json]:
        rows: list[Json] = self.account["transactions"]
        return rows

    def lonely(self) -> list[Json]:
        """Rows whose amount no other row has, with either sign or a cent beside it."""
        amounts = [abs(Decimal(row["amount"])) for row in self.rows]
        cent = Decimal("0.01")
        return [row for row, amount in zip(self.rows, amounts, strict=True) if sum(abs(other - amount) <= cent for other in amounts) == 1]


def books_of(document: Json) -> Books:
    [truth] = json.loads((STATEMENTS / document["truth"]).read_text())["accounts"]
    days = [row["date"] for row in truth["transactions"]]
    digits = re.findall(r"\d{4,}", re.sub(r"[- ]", "", truth["account_hint"] or ""))
    return Books(
        {
            "name": "Account",
            "kind": "checking",
            "currency": truth["currency"] or "USD",
            "institution": re.sub(r"\s*\(.*\)$", "", document["bank"]),
            "number": digits[-1][-4:] if digits else "",
            "opening_balance": truth["opening_balance"],
            "opening_date": min([*days, *filter(None, (truth.get("period") or [None])[:1])]),
            "transactions": [
                {"id": f"t{number}", "date": row["date"], "amount": row["amount"], "description": row.get("description") or "entry"}
                for number, row in enumerate(truth["transactions"])
            ],
        }
    )


def reconciled(document: Json, account: Json) -> StatementImport:
    load_ledger(books={"organizations": [{"slug": "ours", "accounts": [account]}]})
    pdf = (STATEMENTS / document["path"]).read_bytes()
    ours = Organization.objects.get(slug="ours")
    return reconcile_now(organization=ours, filename="statement.pdf", pdf=pdf, account=None, provider="", password=None)


def remove(books: Books, row: Json) -> Planted:
    books.rows.remove(row)
    return Planted(new={Decimal(row["amount"])})


def add(books: Books, row: Json) -> Planted:
    books.rows.append(row | {"id": "added", "amount": "-37.91", "description": "Entry"})
    return Planted(missing={"added"})


def change_by_a_cent(books: Books, row: Json) -> Planted:
    printed = Decimal(row["amount"])
    row["amount"] = str(printed + Decimal("0.01"))
    return Planted(differing={row["id"]: printed})


def flip_the_sign(books: Books, row: Json) -> Planted:
    printed = Decimal(row["amount"])
    row["amount"] = str(-printed)
    return Planted(differing={row["id"]: printed})


def enter_twice(books: Books, row: Json) -> Planted:
    books.rows.append(row | {"id": f"{row['id']}-twin"})
    return Planted(ambiguous={row["id"], f"{row['id']}-twin"})


def move_by_sixty_days(books: Books, row: Json) -> Planted:
    row["date"] = (dt.date.fromisoformat(row["date"]) + dt.timedelta(days=60)).isoformat()
    return Planted(differing={row["id"]: Decimal(row["amount"])})


FAULTS: list[Callable[[Books, Json], Planted]] = [remove, add, change_by_a_cent, flip_the_sign, enter_twice, move_by_sixty_days]


@pytest.mark.parametrize("document", GOOD, ids=range(len(GOOD)))
def test_books_that_agree_are_matched_without_extraction_and_with_a_proof(document: Json) -> None:
    done = reconciled(document, books_of(document).account)

    assert (done.status, done.verdict) == (StatementImport.Status.COMPLETE, "matched")
    assert done.extracted_data is None
    assert (done.reconciliation or {})["disagreements"] == []
    [figures] = (done.reconciliation or {})["proof"]["statements"]
    assert figures["lines"] == figures["entries"] == figures["counts"]["matched"]
    assert figures["lines_sum"] == figures["matched_sum"]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("document", GOOD, ids=range(len(GOOD)))
def test_a_planted_fault_is_named_and_nothing_else_is(document: Json, fault: Callable[[Books, Json], Planted]) -> None:
    books = books_of(document)
    planted = fault(books, books.lonely()[0])

    done = reconciled(document, books.account)

    assert done.verdict in ("mismatched", "partial")
    assert_named(done, planted)


@pytest.mark.parametrize("document", GOOD, ids=range(len(GOOD)))
def test_a_wrong_opening_balance_is_reported_and_no_row_is_blamed(document: Json) -> None:
    books = books_of(document)
    right = Decimal(books.account["opening_balance"])
    books.account["opening_balance"] = str(right + 1)

    done = reconciled(document, books.account)

    [statement] = (done.reconciliation or {})["statements"]
    assert (done.verdict, statement["reasons"]) == ("mismatched", ["opening_differs"])
    assert [Decimal(statement["opening_balance"][side]) for side in ("statement", "ledger")] == [right, right + 1]
    assert_named(done, Planted())


@pytest.mark.parametrize("document", GOOD, ids=range(len(GOOD)))
def test_four_faults_at_once_are_named_all_four_and_nothing_else(document: Json) -> None:
    books = books_of(document)
    rows = copy.copy(books.lonely()[:4])
    planted = Planted()
    for fault, row in zip(FAULTS[:4], rows, strict=True):
        one = fault(books, row)
        planted.new |= one.new
        planted.missing |= one.missing
        planted.differing |= one.differing

    done = reconciled(document, books.account)

    assert done.verdict == "mismatched"
    assert_named(done, planted)


def assert_named(done: StatementImport, planted: Planted) -> None:
    """Assert that the planted faults are named. A payment that differs may be listed as one that differs, or as a new row and an entry of
    no statement."""
    [statement] = (done.reconciliation or {})["statements"]
    assert (done.reconciliation or {})["disagreements"] == []
    differing = {item["transaction"] for item in statement["differing"]}
    apart = {entry: printed for entry, printed in planted.differing.items() if entry not in differing}
    assert {Decimal(item["amount"]) for item in statement["new"]} == planted.new | set(apart.values())
    assert differing == planted.differing.keys() - apart.keys()
    assert planted.missing <= {item["transaction"] for item in statement["missing"]} <= planted.missing | apart.keys()
    assert {entry for item in statement["ambiguous"] for entry in item["transactions"]} == planted.ambiguous
