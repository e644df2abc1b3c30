"""Firefly III, as its documentation says (API 1, release 6): entries are imported with its ids; marks of cleared entries are sent back."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from connectors.models import Connection
from connectors.services import add_connection
from finance.models import Account, Transaction
from reconciliation.posting.publishing import publish
from tests.connectors.asking import asked, place, published
from tests.connectors.firefly_server import Firefly, split
from tests.connectors.program import Program, reachable
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in

TOKEN = {"token": "secret"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def firefly() -> Firefly:
    return Firefly()


@pytest.fixture
def served(firefly: Firefly, settings: Any) -> Iterator[Program]:
    with reachable(firefly.answer, settings) as found:
        yield found


def connected(served: Program, **said: Any) -> Connection:
    member = MembershipFactory.create(organization__name="Ours")
    AccountFactory.create(organization=member.organization, opening="1000.00")
    settings = {"address": served.address, **said}
    return add_connection(organization=member.organization, by=member.user, kind="firefly", name="ff", secrets=TOKEN, settings=settings)


def entries(connection: Connection) -> list[tuple[str, Decimal, str, str]]:
    rows = Transaction.objects.of(connection.organization).order_by("booked_on", "external_id")
    return [(row.booked_on.isoformat(), row.amount, row.description, row.external_id) for row in rows]


def test_entries_come_with_their_own_ids_and_once(served: Program) -> None:
    connection = asked(connected(served))

    assert connection.failure == ""
    assert entries(connection) == [
        ("2026-01-05", Decimal("-250.00"), "Rent", "firefly:101:1"),
        ("2026-01-09", Decimal("-7.50"), "Fee", "firefly:102:1"),
        ("2026-01-12", Decimal("90.00"), "Salary", "firefly:104:1"),
    ]
    assert asked(connection).told["known"] == 3
    assert len(entries(connection)) == 3


def test_a_change_in_the_remote_books_is_counted_and_leaves_our_entry_unchanged(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served))
    firefly.splits["11"][0]["amount"] = "260.000000000000"

    assert asked(connection).told["changed"] == 1
    assert entries(connection)[0][1] == Decimal("-250.00")


def test_an_account_of_another_name_is_said_once(served: Program) -> None:
    connection = connected(served)
    Account.objects.of(connection.organization).update(name="Current")
    assert asked(connection).told["unplaced"] == 3

    place(connection, {"1": "Current"}, left_out=["2"])

    told = asked(connection).told
    assert (told["added"], told["unplaced"]) == (3, 1)
    Account.objects.of(connection.organization).update(name="Daily")
    assert asked(connection).told["known"] == 3


def test_a_figure_of_more_decimals_than_the_currency_has_is_refused_and_not_rounded(served: Program, firefly: Firefly) -> None:
    firefly.splits["11"][0]["amount"] = "250.005"
    connection = asked(connected(served))

    assert connection.told["added"] == 2
    assert "firefly:101:1" not in {name for *_row, name in entries(connection)}


def test_entries_cleared_by_a_matched_statement_are_marked_once_in_the_remote_books(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, mark_reconciled=True))
    assert firefly.marked == [], "nothing was compared yet"
    found = read_in(
        connection.organization, paper([(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary")], opening="1000.00")
    )
    assert found.verdict == "matched"

    asked(connection)
    asked(connection)

    assert [path for path, _body in firefly.marked] == ["/api/v1/transactions/11", "/api/v1/transactions/12", "/api/v1/transactions/13"]
    assert firefly.marked[0][1] == {
        "apply_rules": False,
        "fire_webhooks": False,
        "transactions": [{"transaction_journal_id": "101", "reconciled": True}],
    }


def test_a_statement_that_does_not_match_marks_nothing(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, mark_reconciled=True))
    assert read_in(connection.organization, paper([(5, "-250.00", "Rent")], opening="1000.00")).verdict != "matched"

    asked(connection)

    assert firefly.marked == []


ALL = [(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary")]
TEA = (20, "-3.00", "Tea")


def test_published_entries_are_added_once_to_the_remote_books_and_are_known_afterwards(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True, mark_reconciled=True))
    assert firefly.sent == [], "all of ours came from there"
    statement = published(connection, *ALL, TEA, TEA, (21, "4.00", "Refund"))
    assert statement.verdict == "matched"

    told = asked(connection).told
    assert (told["added_there"], told["added"], told["written"]) == (3, 0, 6)
    for _ in range(2):
        told = asked(connection).told
        assert (told.get("added_there", 0), told["added"], told["known"], told["changed"], told["written"]) == (0, 0, 6, 0, 0)
    assert (len(firefly.sent), len(entries(connection))) == (3, 6)


def test_an_entry_is_added_to_the_account_with_its_text_as_the_other_side(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True))
    published(connection, TEA, (21, "4.00", "Refund"))
    asked(connection)

    out, back = firefly.sent
    tea = Transaction.objects.of(connection.organization).get(description="Tea")
    assert out == {
        "type": "withdrawal",
        "date": "2026-01-20",
        "amount": "3.00",
        "currency_code": "EUR",
        "description": "Tea",
        "internal_reference": None,
        "external_id": f"tieout:{tea.pk}",
        "category_name": None,
        "source_id": "1",
        "destination_name": "Tea",
    }
    assert (back["type"], back["source_name"], back["destination_id"], back["amount"]) == ("deposit", "Refund", "1", "4.00")


def test_a_run_killed_before_it_records_its_added_entries_adds_none_twice(
    served: Program, firefly: Firefly, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = asked(connected(served, add_published=True))
    published(connection, TEA, TEA)

    def killed(*_args: Any) -> None:
        raise RuntimeError("killed")

    for sent in (1, 2):
        with monkeypatch.context() as broken:
            broken.setattr("connectors.ledgers.firefly.remember", killed)
            assert asked(connection).failure == "failed"
        assert len(firefly.sent) == sent

    told = asked(connection).told
    assert (told.get("added_there", 0), told["added"], told["known"]) == (0, 0, 5)
    assert (len(firefly.sent), len(entries(connection))) == (2, 5)


def test_an_entry_that_is_there_already_is_not_added_again(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True))
    published(connection, TEA)
    firefly.splits["14"] = [split(105, "2026-01-20", "3.000000000000", "Tea house, by hand")]

    told = asked(connection).told

    assert (told["added"], told["probable"], firefly.sent) == (0, 1, [])
    assert asked(connection).told["known"] == 4


def test_one_that_it_does_not_take_is_counted_and_holds_no_other_up(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True))
    published(connection, TEA, (21, "-4.00", "Cake"))
    firefly.refuses = "Tea"

    told = asked(connection).told
    assert (connection.failure, told["refused"], told["added_there"]) == ("", 1, 1)
    firefly.refuses = ""
    assert asked(connection).told["added_there"] == 1


def test_an_entry_removed_from_the_remote_books_is_neither_added_again_nor_marked(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True, mark_reconciled=True))
    assert published(connection, *ALL, TEA).verdict == "matched"
    firefly.splits.pop("12")
    Connection.objects.of(connection.organization).update(settings=connection.settings | {"mark_reconciled": False})
    asked(connection)
    firefly.splits.pop("201")
    Connection.objects.of(connection.organization).update(settings=connection.settings | {"mark_reconciled": True})

    told = asked(connection).told

    assert (connection.failure, told.get("added_there", 0), told["written"]) == ("", 0, 2)


def test_an_added_entry_with_a_new_day_in_the_remote_books_counts_as_changed_and_not_as_new(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served, add_published=True))
    published(connection, TEA)
    asked(connection)
    firefly.splits = {"201": [firefly.splits["201"][0] | {"date": "2026-06-20T00:00:00+02:00", "description": "Tea, late"}]}

    told = asked(connection).told

    assert (told["changed"], told["added"], told.get("added_there", 0)) == (1, 0, 0)
    firefly.splits["201"][0]["date"] = "2026-01-20T00:00:00+01:00"
    assert asked(connection).told["known"] == 1, "its text is ours"


def test_nothing_is_added_there_unless_it_is_wanted(served: Program, firefly: Firefly) -> None:
    connection = asked(connected(served))
    published(connection, TEA)

    asked(connection)

    assert (firefly.sent, served.of("POST")) == ([], [])


def test_remote_categories_are_learned_and_sent_with_added_entries(served: Program, firefly: Firefly) -> None:
    firefly.splits["11"][0] |= {"category_name": "Housing", "destination_name": "Quayside Lettings", "description": "QUAYSIDE LETTINGS 1"}
    connection = connected(served, add_published=True)
    asked(connection)
    account = Account.objects.of(connection.organization).get()
    rows = [(5, "-250.00", "QUAYSIDE LETTINGS 1"), (9, "-7.50", "Fee"), (12, "90.00", "Salary"), (28, "-260.00", "QUAYSIDE LETTINGS 2")]
    publish(statement=only(read_in(account.organization, paper(rows, opening="1000.00"))), actor=None)

    asked(connection)

    (sent,) = firefly.sent
    assert (sent["category_name"], sent["destination_name"], sent["amount"]) == ("Housing", "Quayside Lettings", "260.00")
