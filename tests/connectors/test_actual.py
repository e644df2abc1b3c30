"""Actual, on a real server of it: entries are imported with its ids; marks of cleared entries and published entries are sent back."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from connectors.http_client import ConnectionEnded
from connectors.models import Connection
from connectors.services import add_connection
from finance.models import Account, Transaction
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from tests.connectors.actual_server.serving import PASSWORD, ActualServer, actual_servers, add, own_client
from tests.connectors.asking import asked, place, published
from tests.connectors.program import reachable
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in

pytestmark = [pytest.mark.actual, pytest.mark.django_db, pytest.mark.slow]
BUDGET = "Home"


@pytest.fixture(scope="module")
def current() -> Iterator[Callable[[], ActualServer]]:
    with actual_servers() as found:
        yield found


@pytest.fixture(scope="module")
def empty(current: Callable[[], ActualServer]) -> bytes:
    server = current()
    archive = server.new_budget(BUDGET)
    server.remove_budgets()
    return archive


@pytest.fixture
def server(settings: Any, current: Callable[[], ActualServer], empty: bytes) -> Iterator[ActualServer]:
    """Yield a server with one empty budget."""
    found = current()
    settings.CONNECTION_ADDRESSES = [found.address]
    found.upload(empty, BUDGET)
    yield found
    found.remove_budgets()


def connected(server: ActualServer, budget: str = BUDGET, *, password: str = PASSWORD, encryption: str = "", **said: Any) -> Connection:
    member = MembershipFactory.create(organization__name="Ours")
    AccountFactory.create(organization=member.organization, opening="1000.00")
    return add_connection(
        organization=member.organization,
        by=member.user,
        kind="actual",
        name="a",
        secrets={"password": password, "encryption": encryption},
        settings={"address": server.address, "budget": budget, **said},
    )


def entries(connection: Connection) -> list[tuple[str, str, str]]:
    rows = Transaction.objects.of(connection.organization).order_by("booked_on", "amount_minor")
    return [(row.booked_on.isoformat(), str(row.amount), row.description) for row in rows]


def there(server: ActualServer, account: str = "Checking") -> list[Any]:
    from actual.queries import get_account, get_transactions

    with server.opened(BUDGET) as client:
        found = get_transactions(client.session, account=get_account(client.session, account))
        return [
            (str(row.get_date()), str(row.get_amount()), row.payee.name if row.payee else "", row.cleared, row.reconciled)
            for row in sorted(found, key=lambda row: (row.date, row.amount))
        ]


def three(server: ActualServer) -> list[str]:
    with server.opened(BUDGET) as client:
        made = [
            add(client, "Checking", "2026-01-05", "-250.00", "Rent", notes="January"),
            add(client, "Checking", "2026-01-09", "-7.50", "Fee"),
            add(client, "Checking", "2026-01-12", "90.00", "Salary"),
        ]
        client.commit()
        return [row.id for row in made]


def test_entries_come_with_their_own_ids_and_once(server: ActualServer) -> None:
    ids = three(server)
    connection = asked(connected(server))

    assert connection.failure == ""
    assert entries(connection) == [
        ("2026-01-05", "-250.00", "Rent January"),
        ("2026-01-09", "-7.50", "Fee"),
        ("2026-01-12", "90.00", "Salary"),
    ]
    found = Transaction.objects.of(connection.organization).values_list("external_id", flat=True)
    assert set(found) == {f"actual:{key}" for key in ids}
    changes_in = asked(connection).told
    assert (changes_in["known"], changes_in["added"], changes_in["refused"]) == (3, 0, 0)


def test_parts_of_a_split_and_deleted_rows_are_left_out_and_a_transfer_is_one_row_in_each_account(server: ActualServer) -> None:
    from actual.queries import create_account, create_splits, create_transfer, get_or_create_account

    with server.opened(BUDGET) as client:
        parts = [add(client, "Checking", "2026-01-05", amount, payee) for amount, payee in (("-10.00", "Shop"), ("-20.00", "Café"))]
        create_splits(client.session, parts, notes="two")
        add(client, "Checking", "2026-01-06", "-1.00", "Mistake").delete()
        saving = create_account(client.session, "Savings", off_budget=True)
        create_transfer(client.session, parts[0].get_date(), get_or_create_account(client.session, "Checking"), saving, Decimal("5.00"))
        client.commit()
    connection = connected(server)
    AccountFactory.create(organization=connection.organization, name="Savings", opening="0.00")

    asked(connection)

    assert entries(connection) == [
        ("2026-01-05", "-30.00", "Café, Shop two"),
        ("2026-01-05", "-5.00", "Savings"),
        ("2026-01-05", "5.00", "Checking"),
    ]


def test_rows_older_than_the_account_are_left_to_its_opening_balance(server: ActualServer) -> None:
    with server.opened(BUDGET) as client:
        add(client, "Checking", "2025-12-31", "1000.00", "Starting Balance").starting_balance_flag = 1
        add(client, "Checking", "2026-01-02", "3.00", "Starting Balance").starting_balance_flag = 1
        add(client, "Checking", "2026-01-05", "-1.00", "Tea")
        client.commit()
    connection = asked(connected(server))

    assert entries(connection) == [("2026-01-05", "-1.00", "Tea")]
    assert connection.told["refused"] == 1


def test_a_change_in_the_remote_books_is_counted_and_leaves_our_entry_unchanged(server: ActualServer) -> None:
    from actual.queries import get_transactions

    three(server)
    connection = asked(connected(server))
    with server.opened(BUDGET) as client:
        next(row for row in get_transactions(client.session) if row.amount == -25000).set_amount(Decimal("-260.00"))
        client.commit()

    assert asked(connection).told["changed"] == 1
    assert entries(connection)[0][1] == "-250.00"


def test_an_account_of_another_name_is_said_once(server: ActualServer) -> None:
    three(server)
    connection = connected(server)
    Account.objects.of(connection.organization).update(name="Current")
    assert asked(connection).told["unplaced"] == 1
    (there,) = connection.accounts_there.all()

    place(connection, {there.key: "Current"})

    assert asked(connection).told["added"] == 3


@pytest.mark.parametrize(("currency", "added"), [("JPY", 1), ("KWD", 2)])
def test_hundredths_are_taken_where_the_currency_has_them_and_never_rounded(server: ActualServer, currency: str, added: int) -> None:
    with server.opened(BUDGET) as client:
        add(client, "Checking", "2026-01-05", "-250.00", "Rent")
        add(client, "Checking", "2026-01-06", "-0.50", "Half")
        client.commit()
    connection = connected(server)
    Account.objects.of(connection.organization).update(currency=currency)

    changes_in = asked(connection).told

    assert (changes_in["added"], changes_in["refused"]) == (added, 2 - added)
    assert Decimal(entries(connection)[0][1]) == Decimal(-250)


def an_encrypted_budget(server: ActualServer) -> str:
    server.new_budget("Encrypted", encryption="a secret")
    with server.opened("Encrypted", encryption="a secret") as client:
        add(client, "Checking", "2026-01-05", "-250.00", "Rent")
        client.commit()
    return "Encrypted"


@pytest.mark.parametrize("encryption", ["", "another"])
def test_an_encrypted_budget_is_not_opened_by_another_password(server: ActualServer, encryption: str) -> None:
    assert asked(connected(server, an_encrypted_budget(server), encryption=encryption)).failure == "encryption"


def test_an_encrypted_budget_is_read_and_written_encrypted(server: ActualServer) -> None:
    from actual.queries import get_transactions

    connection = asked(connected(server, an_encrypted_budget(server), encryption="a secret", add_published=True))
    assert (connection.failure, connection.told["added"]) == ("", 1)

    published(connection, (5, "-250.00", "Rent"), (9, "-7.50", "Fee"))
    assert asked(connection).told["added_there"] == 1
    with server.opened("Encrypted", encryption="a secret") as client:
        assert sorted(row.get_amount() for row in get_transactions(client.session)) == [Decimal(-250), Decimal("-7.5")]


@pytest.mark.parametrize(("said", "code"), [({"password": "wrong"}, "refused"), ({"budget": "Nowhere"}, "not_found")])
def test_a_refusal_of_the_server_is_shown_as_the_connections_failure(server: ActualServer, said: dict[str, str], code: str) -> None:
    assert asked(connected(server, **said)).failure == code


def test_a_server_of_the_inside_that_the_settings_do_not_name_is_not_asked(server: ActualServer, settings: Any) -> None:
    connection = connected(server)
    settings.CONNECTION_ADDRESSES = []

    assert asked(connection).failure == "address"


def test_without_the_package_the_page_says_so(server: ActualServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("connectors.ledgers.actual.find_spec", lambda _name: None)

    assert asked(connected(server)).failure == "package"


def test_entries_cleared_by_a_matched_statement_are_marked_once_in_the_remote_books(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, mark_reconciled=True))
    assert [row[3:] for row in there(server)] == [(0, 0)] * 3, "nothing was compared yet"
    rows = [(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary")]
    assert read_in(connection.organization, paper(rows, opening="1000.00")).verdict == "matched"

    assert asked(connection).told["written"] == 3
    assert [row[3:] for row in there(server)] == [(1, 1)] * 3
    assert asked(connection).told["written"] == 0


def test_a_statement_that_does_not_match_marks_nothing(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, mark_reconciled=True))
    assert read_in(connection.organization, paper([(5, "-250.00", "Rent")], opening="1000.00")).verdict != "matched"

    assert asked(connection).told["written"] == 0
    assert [row[4] for row in there(server)] == [0, 0, 0]


def test_the_parts_of_a_split_are_marked_with_it(server: ActualServer) -> None:
    from actual.queries import create_splits, get_transactions

    with server.opened(BUDGET) as client:
        parts = [add(client, "Checking", "2026-01-05", amount, "Shop") for amount in ("-10.00", "-20.00")]
        create_splits(client.session, parts, notes="Shop")
        client.commit()
    connection = asked(connected(server, mark_reconciled=True))
    assert read_in(connection.organization, paper([(5, "-30.00", "Shop")], opening="1000.00")).verdict == "matched"

    assert asked(connection).told["written"] == 1
    with server.opened(BUDGET) as client:
        assert [(row.cleared, row.reconciled) for row in get_transactions(client.session, is_parent=True)] == [(1, 1)]
        assert [(row.cleared, row.reconciled) for row in get_transactions(client.session, is_parent=False)] == [(1, 1)] * 2


def test_published_entries_are_added_once_to_the_remote_books_and_are_known_afterwards(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True, mark_reconciled=True))
    rows = [(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary"), (20, "-3.00", "Tea"), (20, "-3.00", "Tea")]
    statement = published(connection, *rows)
    assert statement.verdict == "matched"

    changes_in = asked(connection).told
    assert (changes_in["added_there"], changes_in["added"], changes_in["written"]) == (2, 0, 5)
    after = there(server)
    assert after[3:] == [("2026-01-20", "-3", "Tea", 1, 1)] * 2
    for _ in range(2):
        changes_in = asked(connection).told
        assert (
            changes_in.get("added_there", 0),
            changes_in["added"],
            changes_in["known"],
            changes_in["changed"],
            changes_in["written"],
        ) == (0, 0, 5, 0, 0)
    assert len(entries(connection)) == 5
    assert there(server) == after
    statement.refresh_from_db()
    assert statement.verdict == "matched"


def test_actuals_own_client_reads_our_entries_and_marks_and_we_read_its_new_entry(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True, mark_reconciled=True))
    rows = [(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (12, "90.00", "Salary"), (20, "-3.00", "Tea")]
    assert published(connection, *rows).verdict == "matched"
    asked(connection)
    shop = {"date": "2026-01-25", "amount": -3000, "payee_name": "Shop", "subtransactions": [{"amount": -1000}, {"amount": -2000}]}

    seen, _exported = own_client(server, BUDGET, Checking=[shop])

    found = {row["date"]: row for row in seen["Checking"]}
    assert len(found) == len(seen["Checking"]) == 5
    tea = Transaction.objects.of(connection.organization).get(description="Tea")
    said = {name: found["2026-01-20"][name] for name in ("id", "amount", "payee", "imported_payee", "imported_id", "cleared", "reconciled")}
    assert said == {
        "id": str(tea.pk),
        "amount": -300,
        "payee": "Tea",
        "imported_payee": "Tea",
        "imported_id": f"tieout:{tea.pk}",
        "cleared": True,
        "reconciled": True,
    }
    changes_in = asked(connection).told
    assert (changes_in["added"], changes_in["known"], changes_in.get("added_there", 0)) == (1, 4, 0)
    assert entries(connection)[-1] == ("2026-01-25", "-30.00", "Shop")


def test_a_run_killed_before_it_records_its_added_entries_adds_none_twice(server: ActualServer, monkeypatch: pytest.MonkeyPatch) -> None:
    three(server)
    connection = asked(connected(server, add_published=True))
    published(connection, (20, "-3.00", "Tea"), (20, "-3.00", "Tea"))

    def killed(*_args: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr("connectors.ledgers.actual.remember", killed)
        assert asked(connection).failure == "failed"
    assert len(there(server)) == 5, "it had been added"
    assert connection.arrivals.count() == 0

    changes_in = asked(connection).told
    assert (changes_in.get("added_there", 0), changes_in["added"], changes_in["known"]) == (0, 0, 5)
    assert (len(there(server)), len(entries(connection))) == (5, 5)


def test_a_new_connection_to_the_same_budget_adds_nothing_again(server: ActualServer) -> None:
    connection = asked(connected(server, add_published=True))
    with server.opened(BUDGET) as client:
        add(client, "Checking", "2026-01-02", "-1.00", "Bus")
        client.commit()
    published(connection, (20, "-3.00", "Tea"))
    assert asked(connection).told["added_there"] == 1
    connection.arrivals.all().delete()

    assert asked(connection).told.get("added_there", 0) == 0
    assert len(there(server)) == 2


def test_an_equal_entry_that_a_person_enters_there_is_another_one(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True))
    published(connection, (20, "-3.00", "Tea"))
    asked(connection)
    with server.opened(BUDGET) as client:
        add(client, "Checking", "2026-01-20", "-3.00", "Tea")
        client.commit()

    changes_in = asked(connection).told

    assert (changes_in["added"], changes_in["known"], changes_in.get("added_there", 0)) == (1, 4, 0)
    assert len(entries(connection)) == 5


def test_an_entry_that_is_there_already_is_not_added_again(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True))
    published(connection, (20, "-3.00", "Tea"))
    with server.opened(BUDGET) as client:
        add(client, "Checking", "2026-01-20", "-3.00", "Tea house, by hand")
        client.commit()

    changes_in = asked(connection).told

    assert (changes_in["added"], changes_in["probable"], changes_in.get("added_there", 0)) == (0, 1, 0)
    assert (len(there(server)), len(entries(connection))) == (4, 4)
    assert asked(connection).told["known"] == 4


def test_an_entry_removed_from_the_remote_books_is_not_added_again(server: ActualServer) -> None:
    from actual.queries import get_transactions

    three(server)
    connection = asked(connected(server, add_published=True, mark_reconciled=True))
    published(connection, (20, "-3.00", "Tea"))
    asked(connection)
    with server.opened(BUDGET) as client:
        next(row for row in get_transactions(client.session) if row.amount == -300).delete()
        client.commit()

    for _ in range(2):
        assert asked(connection).told.get("added_there", 0) == 0
        connection.arrivals.all().delete()
    assert len(there(server)) == 3


def test_an_undone_entry_stays_in_the_remote_books_and_is_imported_again(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True))
    statement = published(connection, (20, "-3.00", "Tea"))
    asked(connection)
    undo(statement_import=statement, actor=None)

    changes_in = asked(connection).told

    assert (changes_in["added"], changes_in.get("added_there", 0)) == (1, 0)
    assert len(there(server)) == 4
    publish(statement=only(statement), actor=None)
    assert asked(connection).told.get("added_there", 0) == 0


def test_nothing_is_added_there_unless_it_is_wanted(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server))
    published(connection, (20, "-3.00", "Tea"))

    assert asked(connection).told.get("added_there", 0) == 0
    assert len(there(server)) == 3


def test_an_amount_that_has_no_whole_hundredths_is_not_added(server: ActualServer) -> None:
    three(server)
    connection = asked(connected(server, add_published=True))
    published(connection, (20, "-3.00", "Tea"))
    Account.objects.of(connection.organization).update(currency="KWD")
    Transaction.objects.of(connection.organization).filter(description="Tea").update(amount_minor=-301)

    assert asked(connection).told["refused"] == 1
    assert len(there(server)) == 3


@pytest.mark.parametrize("answer", [b"", b"no archive", b"PK\x03\x04" + b"\0" * 500], ids=["nothing", "no archive", "damaged"])
def test_a_server_that_answers_otherwise_is_said(answer: bytes, settings: Any) -> None:
    def answers(_method: str, path: str, _question: Any, _body: Any) -> tuple[int, Any]:
        said: dict[str, Any] = {
            "/account/needs-bootstrap": {"status": "ok"},
            "/account/login": {"data": {"token": "t"}},
            "/sync/list-user-files": {"data": [{"fileId": "f", "groupId": "g", "name": BUDGET, "deleted": 0, "encryptKeyId": None}]},
        }
        return (200, said[path]) if path in said else (200, answer)

    with reachable(answers, settings) as found:
        assert asked(connected(ActualServer(found.address))).failure == "answer"


def test_messages_that_make_no_sense_are_no_changes() -> None:
    from actual.protobuf_models import Message, MessageEnvelope, SyncResponse

    from connectors.ledgers.actual.budget import BudgetKey, changes_in

    def said(value: str, *, at: str = "2026-01-05T00:00:00.000Z-0000-0123456789ABCDEF", encrypted: bool = False) -> Any:
        message = Message({"dataset": "transactions", "row": "x", "column": "amount", "value": value})
        return MessageEnvelope({"timestamp": at, "isEncrypted": encrypted, "content": Message.serialize(message)})

    def values(*envelopes: Any) -> list[Any]:
        place = BudgetKey(file="f", group="g", key_name="", key=None)
        content = SyncResponse.serialize(SyncResponse({"messages": list(envelopes)}))
        return [change.value for change in changes_in(content, place, {"transactions": ("amount",)})[0]]

    assert values(said("N:-250.0"), said("N:1"), said("0:"), said("S:text")) == [-250, 1, None, "text"]
    assert values(said("N:1.5"), said("N:1e99"), said("N:" + "9" * 30)) == ["1.5", "1e99", "9" * 30], "which is no amount"
    for wrong in (
        [said("N:1", encrypted=True)],
        [said("N:1", at="2026")],
        [said("N:1"), said("N:2", at="2025-01-05T00:00:00.000Z-0000-0")],
    ):
        with pytest.raises(ConnectionEnded):
            values(*wrong)


def test_a_redirect_is_not_followed_and_receives_no_password(settings: Any) -> None:
    with reachable(lambda *_asked: (302, {}), settings) as found:
        assert asked(connected(ActualServer(found.address))).failure == "answer"
        assert [(path, body) for _method, path, _question, body in found.asked] == [("/account/needs-bootstrap", None)]


def test_the_package_is_loaded_by_a_run_alone() -> None:
    script = "import django; django.setup(); import connectors.running, sys; assert 'actual' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
