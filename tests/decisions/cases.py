"""Statements with something to decide, and the books beside them."""

from dataclasses import replace
from typing import Any

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.decisions.questions import AmbiguousGroup
from reconciliation.models import Decision, Statement, StatementImport
from tests.pipeline.papers import JANUARY, Paper, books_of, entry, load
from tests.pipeline.uploads import processed

WEAK = replace(JANUARY, rows=[(5, "Rent Hillside Homes", "-250.00"), (6, "Aldi Sued", "-20.00")])
"""A row whose amount is booked under another name."""
DEPOSIT = replace(JANUARY, rows=[(5, "Rent Hillside Homes", "-250.00"), (16, "Deposit", "455.00")])
"""A row that is three receipts together."""


def statement_of(statement_import: StatementImport, number: int = 0) -> Statement:
    return Statement.objects.of(statement_import.organization).get(statement_import=statement_import, number=number)


def answer(statement_import: StatementImport) -> dict[str, Any]:
    """Return the stored answer of its first statement."""
    statement_import.refresh_from_db()
    found: dict[str, Any] = (statement_import.reconciliation or {})["statements"][0]
    return found


def weak(organization: Organization) -> tuple[StatementImport, Account]:
    books = books_of(WEAK)
    books["transactions"][1] |= {"description": "Tesco Stores"}
    account = load(organization, books)
    return processed(organization, WEAK.pdf()), account


def deposit(organization: Organization) -> tuple[StatementImport, Account]:
    books = books_of(DEPOSIT)
    receipts = [("200.00", "Jones"), ("155.00", "Khan"), ("100.00", "Lee")]
    books["transactions"][1:] = [
        {"id": f"r{number}", "date": "2026-01-15", "amount": amount, "description": f"Receipt {name}"}
        for number, (amount, name) in enumerate(receipts)
    ]
    account = load(organization, books)
    return processed(organization, DEPOSIT.pdf()), account


def question(statement_import: StatementImport) -> AmbiguousGroup:
    """The first that is asked."""
    item = answer(statement_import)["ambiguous"][0]
    return AmbiguousGroup(tuple(item["lines"]), tuple(item["transactions"]))


def entries(account: Account, *names: str) -> list[Transaction]:
    return [entry(account, name) for name in names]


def read_again(paper: Paper, organization: Organization) -> StatementImport:
    return processed(organization, paper.pdf())


def standing(organization: Organization) -> list[Decision]:
    return list(Decision.objects.of(organization).standing())
