"""A statement of a loan splits a payment: the row is the principal, and the books' one entry is matched once the other parts are added."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from django.test import Client

from finance.models import Account
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.proof.check import check_proof
from reconciliation.reconcile.evidence import printed_of
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.proof.making import check_schema_of, ledger_of, proofs_of
from tests.read_statements import answer, contents, only, paper, read_in
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db
PARTS = (("payment", Decimal("1250.00")), ("principal", Decimal("500.00")), ("interest", Decimal("600.00")), ("escrow", Decimal("150.00")))


@pytest.fixture
def account() -> Account:
    return AccountFactory.create(opening="-200000.00", kind="loan")


@pytest.fixture
def january(account: Account) -> StatementImport:
    """A statement with one payment in parts, which the books have as one entry."""
    booked(account, 5, "1250.00", "Mortgage payment")
    return read_split(account)


def read_split(account: Account) -> StatementImport:
    statement = paper([(5, "500.00", "Payment received")], opening="-200000.00")
    split = replace(statement, account_kind="loan", lines=(replace(statement.lines[0], parts=PARTS),))
    return read_in(account.organization, split)


@pytest.fixture
def client(account: Account) -> Client:
    return browser_of(MembershipFactory.create(role=Role.PREPARER, organization=account.organization))


def page_of(client: Client, statement_import: StatementImport) -> str:
    return client.get(reverse("import_detail", args=[statement_import.pk])).content.decode()


def add_parts(client: Client, statement_import: StatementImport, line: int = 0) -> str:
    address = reverse("add_parts", args=[statement_import.pk, only(statement_import).pk])
    return client.post(address, {"lines": line}, follow=True).content.decode()


@pytest.mark.path
def test_a_payment_is_matched_once_its_other_parts_are_added(client: Client, account: Account, january: StatementImport) -> None:
    page, verdict = page_of(client, january), answer(january)

    assert verdict["split"] == [
        {"line": 0, "payment": "1250.00", "state": "parts_missing", "to_add": [["interest", "-600.00"], ["escrow", "-150.00"]]}
    ]
    assert verdict["verdict"] != "matched"
    assert "Part of a payment of" in page
    assert "Add these entries to your books" in page

    assert "2 entries were added to the books." in add_parts(client, january)
    assert [(str(amount), text) for _, amount, text, _ in contents(account)] == [
        ("-600.00", "Interest: Payment received"),
        ("-150.00", "Escrow: Payment received"),
        ("1250.00", "Mortgage payment"),
    ]
    verdict = answer(january)
    assert (verdict["verdict"], [item["why"] for item in verdict["matched"]]) == ("matched", [["parts", "group"]])  # type: ignore[attr-defined]
    assert "A payment less its other parts" in page_of(client, january)
    assert "0 entries were added to the books." in add_parts(client, january)


def test_the_parts_of_a_row_are_shown_and_stored(client: Client, january: StatementImport) -> None:
    assert [line.parts for line in printed_of(january)[0].lines] == [PARTS]
    page = page_of(client, january)
    for name in ("Payment", "Principal", "Interest", "Escrow"):
        assert f"{name} <span" in page


def test_books_with_one_entry_for_all_other_parts_match_at_once(account: Account) -> None:
    booked(account, 4, "1250.00", "Mortgage payment")
    booked(account, 5, "-750.00", "Interest and escrow")
    statement_import = read_split(account)
    (proof,) = proofs_of(statement_import)

    assert (answer(statement_import)["verdict"], [pair["why"] for pair in proof["pairs"]]) == ("matched", [["parts", "group"]])
    assert list(check_proof(proof, ledger=ledger_of(account))) == []
    check_schema_of(proof)


@pytest.mark.parametrize("amount", ["500.00", "1249.00"])
def test_nothing_is_offered_where_the_books_have_the_principal_or_another_payment(account: Account, amount: str) -> None:
    booked(account, 5, amount, "Payment received")

    assert "split" not in answer(read_split(account))


def test_two_entries_of_the_payment_are_left_to_a_person(account: Account) -> None:
    for _twice in range(2):
        booked(account, 5, "1250.00", "Mortgage payment")

    assert [row["state"] for row in answer(read_split(account))["split"]] == ["not_unique"]  # type: ignore[attr-defined]


def test_a_reader_of_the_books_is_not_offered_to_add(account: Account, january: StatementImport) -> None:
    viewer = browser_of(MembershipFactory.create(role=Role.VIEWER, organization=account.organization))

    assert "Add these entries" not in page_of(viewer, january)
    assert viewer.post(reverse("add_parts", args=[january.pk, only(january).pk]), {"lines": 0}).status_code == 403


def test_the_act_of_a_split_row_adds_the_other_parts_and_not_the_row(client: Client, january: StatementImport) -> None:
    page = page_of(client, january)

    accepted = [button for button in re.findall(r"<button[^>]*>[^<]*", page) if 'data-do="accept"' in button]
    assert [button.rpartition(">")[2] for button in accepted] == ["Add these entries to your books"]
    assert re.search(r'name="only" value="0">Add to books', page)
