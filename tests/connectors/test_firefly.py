"""Firefly III, as its documentation has it (API 1, release 6): entries with its own ids, and back what a matched statement cleared."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from connectors.models import Connection
from connectors.running import run_due
from connectors.services import add_connection
from finance.models import Account, Transaction
from tests.api.programs import a_member, an_organization
from tests.connectors.program import Program, program
from tests.posting.making import an_account, paper, read_in

pytestmark = pytest.mark.django_db


def split(journal: int, day: str, amount: str, text: str, *, source: str = "1", destination: str = "50") -> dict[str, Any]:
    return {
        "transaction_journal_id": str(journal),
        "type": "withdrawal",
        "date": f"{day}T00:00:00+01:00",
        "amount": amount,
        "currency_code": "EUR",
        "currency_decimal_places": 2,
        "description": text,
        "source_id": source,
        "destination_id": destination,
        "internal_reference": None,
        "reconciled": False,
    }


class Firefly:
    def __init__(self) -> None:
        self.splits = {
            "11": [split(101, "2026-01-05", "250.000000000000", "Rent")],
            "12": [split(102, "2026-01-09", "7.500000000000", "Fee"), split(103, "2026-01-09", "1.000000000000", "of another", source="2")],
            "13": [split(104, "2026-01-12", "90.000000000000", "Salary", source="60", destination="1")],
        }
        self.marked: list[Any] = []

    def answer(self, method: str, path: str, question: dict[str, str], body: Any) -> tuple[int, Any]:
        if method == "PUT":
            self.marked.append((path, body))
            return 200, {"data": {"id": path.rpartition("/")[2]}}
        if path == "/api/v1/accounts":
            assert question["type"] == "asset"
            listed = [("1", "Checking", "EUR"), ("2", "Dollars", "USD"), ("3", "Nobody's", "EUR")]
            return 200, {
                "data": [{"id": key, "attributes": {"name": name, "currency_code": code}} for key, name, code in listed],
                "meta": {},
            }
        if path == "/api/v1/accounts/1/transactions":
            page = int(question["page"])
            pages = [["11", "12"], ["13"]]
            data = [{"id": group, "attributes": {"transactions": self.splits[group]}} for group in pages[page - 1]]
            return 200, {"data": data, "meta": {"pagination": {"total_pages": 2}}}
        if path.startswith("/api/v1/transaction-journals/"):
            journal = path.rpartition("/")[2]
            group = next(key for key, splits in self.splits.items() if any(each["transaction_journal_id"] == journal for each in splits))
            return 200, {"data": {"id": group}}
        return 404, {}


@pytest.fixture
def firefly() -> Firefly:
    return Firefly()


@pytest.fixture
def served(firefly: Firefly, settings: Any) -> Iterator[Program]:
    with program(firefly.answer) as found:
        settings.CONNECTION_ADDRESSES = [found.address]
        yield found


def connected(served: Program, **said: Any) -> Connection:
    member = a_member(an_organization())
    an_account(member.organization, opening="1000.00")
    settings = {"address": served.address, **said}
    return add_connection(organization=member.organization, by=member.user, kind="firefly", name="ff", secret="secret", settings=settings)


def run(connection: Connection) -> Connection:
    Connection.objects.of(connection.organization).update(due_at=connection.made_at)
    assert run_due() == 1
    connection.refresh_from_db()
    return connection


def entries(connection: Connection) -> list[tuple[str, Decimal, str, str]]:
    rows = Transaction.objects.of(connection.organization).order_by("booked_on", "external_id")
    return [(row.booked_on.isoformat(), row.amount, row.description, row.external_id) for row in rows]


def test_entries_come_with_their_own_ids_and_once(served: Program) -> None:
    connection = run(connected(served))

    assert connection.failure == ""
    assert entries(connection) == [
        ("2026-01-05", Decimal("-250.00"), "Rent", "firefly:101:1"),
        ("2026-01-09", Decimal("-7.50"), "Fee", "firefly:102:1"),
        ("2026-01-12", Decimal("90.00"), "Salary", "firefly:104:1"),
    ]
    assert run(connection).told["known"] == 3
    assert len(entries(connection)) == 3


def test_what_was_changed_there_is_counted_and_left_as_it_is_here(served: Program, firefly: Firefly) -> None:
    connection = run(connected(served))
    firefly.splits["11"][0]["amount"] = "260.000000000000"

    assert run(connection).told["changed"] == 1
    assert entries(connection)[0][1] == Decimal("-250.00")


def test_accounts_of_another_name_are_mapped(served: Program) -> None:
    connection = connected(served, accounts={"Checking": "Current"})
    Account.objects.of(connection.organization).update(name="Current")

    run(connection)

    assert len(entries(connection)) == 3


def test_a_figure_of_more_decimals_than_the_currency_has_is_refused_and_not_rounded(served: Program, firefly: Firefly) -> None:
    firefly.splits["11"][0]["amount"] = "250.005"
    connection = run(connected(served))

    assert connection.told["added"] == 2
    assert "firefly:101:1" not in {name for *_row, name in entries(connection)}


def test_what_a_matched_statement_cleared_is_marked_there_once(served: Program, firefly: Firefly) -> None:
    connection = run(connected(served, mark_reconciled=True))
    assert firefly.marked == [], "nothing was compared yet"
    found = read_in(
        connection.organization, paper([(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary")], opening="1000.00")
    )
    assert found.verdict == "matched"

    run(connection)
    run(connection)

    assert [path for path, _body in firefly.marked] == ["/api/v1/transactions/11", "/api/v1/transactions/12", "/api/v1/transactions/13"]
    assert firefly.marked[0][1] == {
        "apply_rules": False,
        "fire_webhooks": False,
        "transactions": [{"transaction_journal_id": "101", "reconciled": True}],
    }


def test_a_statement_that_does_not_match_marks_nothing(served: Program, firefly: Firefly) -> None:
    connection = run(connected(served, mark_reconciled=True))
    assert read_in(connection.organization, paper([(5, "-250.00", "Rent")], opening="1000.00")).verdict != "matched"

    run(connection)

    assert firefly.marked == []
