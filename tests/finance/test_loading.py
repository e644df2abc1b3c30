"""Books from a JSON file: added once, never overwritten unasked, all or nothing."""

import copy
import json
import os
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from finance.loading import BooksRefused, load_ledger, parse_books
from finance.models import Account, Transaction
from people.models import Organization
from tests import forked

pytestmark = pytest.mark.django_db

ROW = {"id": "t1", "date": "2026-01-03", "amount": "-19.50", "description": "Rent", "status": "posted"}
ACCOUNT = {
    "name": "Checking",
    "kind": "checking",
    "currency": "USD",
    "institution": "Sample",
    "number": "1234",
    "opening_balance": "100.00",
    "opening_date": "2026-01-01",
    "transactions": [ROW],
}


def books(*rows: dict[str, Any], **account: Any) -> dict[str, Any]:
    return {"organizations": [{"slug": "a", "accounts": [copy.deepcopy(ACCOUNT) | {"transactions": list(rows) or [ROW]} | account]}]}


def ledger() -> list[Transaction]:
    return list(Transaction.objects.across_organizations("the test looks at all").order_by("external_id"))


def test_books_are_added_once() -> None:
    first = load_ledger(books=books())
    again = load_ledger(books=books())

    assert (first.organizations, first.accounts, first.transactions) == (1, 1, 1)
    assert (again.organizations, again.accounts, again.transactions, again.unchanged) == (0, 0, 0, 1)
    [row] = ledger()
    assert (row.external_id, row.amount, row.account.opening_balance) == ("t1", Decimal("-19.50"), Decimal("100.00"))


def test_a_known_id_with_other_content_is_counted_and_left_alone() -> None:
    load_ledger(books=books())

    report = load_ledger(books=books(ROW | {"amount": "-20.00"}, institution="Other"))

    assert (report.changed, report.updated, report.accounts_changed, report.accounts_updated) == (1, 0, 1, 0)
    assert ledger()[0].amount == Decimal("-19.50")
    assert ledger()[0].account.institution == "Sample"


def test_an_update_changes_the_entries_and_balances_that_differ() -> None:
    load_ledger(books=books(ROW, ROW | {"id": "t2"}))

    report = load_ledger(books=books(ROW | {"amount": "-20.00", "status": "void"}, ROW | {"id": "t2"}, opening_balance=None), update=True)

    assert (report.changed, report.updated, report.unchanged, report.accounts_updated) == (1, 1, 1, 1)
    assert (ledger()[0].amount, ledger()[0].status, ledger()[0].account.opening_balance) == (Decimal("-20.00"), "void", None)


def test_the_same_id_in_two_accounts_and_organizations_is_two_transactions() -> None:
    both = books()
    both["organizations"][0]["accounts"].append(ACCOUNT | {"name": "Second"})
    both["organizations"].append({"slug": "b", "accounts": [ACCOUNT]})

    assert load_ledger(books=both).transactions == 3


def test_a_reversal_is_linked_whichever_comes_first() -> None:
    load_ledger(books=books({**ROW, "id": "t2", "amount": "19.50", "reversal_of": "t1"}, ROW))

    original, reversal = ledger()
    assert reversal.reversal_of == original
    assert load_ledger(books=books({**ROW, "id": "t3", "reversal_of": "t1"})).transactions == 1


def test_a_reversal_of_nothing_is_refused() -> None:
    with pytest.raises(BooksRefused, match="transaction t1: there is no t9 to reverse"):
        load_ledger(books=books(ROW | {"reversal_of": "t9"}))


def test_a_row_outstanding_at_the_opening_is_taken_if_it_says_so() -> None:
    early = ROW | {"date": "2025-12-30"}

    with pytest.raises(BooksRefused, match="transaction t1: dated before the opening date"):
        load_ledger(books=books(early))
    load_ledger(books=books(early | {"brought_forward": True}))

    assert ledger()[0].is_brought_forward


def test_the_opening_date_of_a_known_account_counts_and_not_the_files() -> None:
    load_ledger(books=books())

    with pytest.raises(BooksRefused, match="transaction t0: dated before the opening date 2026-01-01"):
        load_ledger(books=books(ROW | {"id": "t0", "date": "2025-12-30"}, opening_date="2025-12-01"))
    assert len(ledger()) == 1


def test_moving_an_opening_date_past_known_rows_is_refused() -> None:
    load_ledger(books=books())

    with pytest.raises(BooksRefused, match="transaction t1"):
        load_ledger(books=books(ROW | {"id": "t2", "date": "2026-02-02"}, opening_date="2026-02-01"), update=True)


def test_an_account_never_changes_its_currency() -> None:
    load_ledger(books=books())

    with pytest.raises(BooksRefused, match="organization a, account Checking: is in USD"):
        load_ledger(books=books(currency="JPY", opening_balance="100", transactions=[]), update=True)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (books(ROW | {"amount": -19.5}), "transaction t1: amount: must be a decimal in quotation marks"),
        (books(ROW | {"amount": 19}), "transaction t1: amount"),
        (books(ROW | {"amount": "1e3"}), "transaction t1: amount"),
        (books(ROW | {"amount": "NaN"}), "transaction t1: amount"),
        (books(ROW | {"amount": "1,50"}), "transaction t1: amount"),
        (books(ROW | {"amount": "0.001"}), "transaction t1: amount: 0.001 is larger or has more decimals than USD allows"),
        (books(ROW | {"amount": "9" * 25}), "transaction t1: amount"),
        (books(ROW | {"amount": None}), "transaction t1: amount: is missing"),
        (books(ROW | {"date": "03.01.2026"}), "transaction t1: date: must be a day written like 2026-01-31"),
        (books(ROW | {"date": "2026-02-30"}), "transaction t1: date"),
        (books(ROW | {"date": 20260103}), "transaction t1: date"),
        (books(ROW | {"id": ""}), "organization a, account Checking, transaction 1: id"),
        (books(ROW | {"id": 7}), "id: must be a text"),
        (books(ROW, ROW), "t1 is there twice"),
        (books(ROW | {"status": "done"}), "transaction t1: status: must be one of pending, posted, void"),
        (books(ROW | {"brought_forward": "yes"}), "transaction t1: brought_forward: must be true or false"),
        (books(ROW | {"reversal_of": "t1"}), "an entry cannot reverse itself"),
        (books(ROW | {"description": "x" * 1001}), "transaction t1: description: longer than 1000"),
        (books(ROW | {"description": "a\0b"}), "transaction t1: description: contains characters"),
        (books(ROW | {"description": "\ud800"}), "transaction t1: description: contains characters"),
        (books(opening_date=None), "account Checking: opening_date"),
        (books(opening_balance=100.0), "account Checking: opening_balance"),
        (books(currency="usd"), "account Checking: currency"),
        (books(kind="purse"), "account Checking: kind"),
        (books(name=""), "organization a, account 1: name"),
        (books(transactions={}), "account Checking: transactions: must be a list"),
        ({"organizations": [{"slug": "a b"}]}, "slug"),
        ({"organizations": [{"slug": "a"}, {"slug": "a"}]}, "a is there twice"),
        ({"organizations": [None]}, "organization 1: must be an object"),
        ({}, "organizations: must be a list"),
        ([], "must be an object"),
    ],
)
def test_books_that_are_wrong_are_refused_by_name_and_nothing_is_loaded(spoilt: Any, said: str) -> None:
    with pytest.raises(BooksRefused) as refused:
        load_ledger(books=spoilt)

    assert said in str(refused.value)
    assert not Organization.objects.exists()


def test_all_problems_are_listed_at_once_up_to_a_limit() -> None:
    with pytest.raises(BooksRefused) as refused:
        parse_books(books(*(ROW | {"id": f"t{number}", "amount": 1.5} for number in range(50))))

    assert len(refused.value.problems) == 50
    assert str(refused.value).endswith("... and 30 more.")


def test_an_unknown_opening_stays_unknown() -> None:
    load_ledger(books=books(opening_balance=None, opening_date=None))

    assert Account.objects.of(Organization.objects.get()).get().opening_balance is None


def test_the_command_prints_counts_as_json(tmp_path: Path) -> None:
    file = tmp_path / "books.json"
    file.write_text(json.dumps(books()), encoding="utf-8-sig")
    printed = StringIO()

    call_command("import_ledger", str(file), stdout=printed)

    assert json.loads(printed.getvalue())["transactions"] == 1


@pytest.mark.parametrize("text", ["{", "\xff", "[" * 100_000, json.dumps(books(ROW | {"amount": 1.5}))])
def test_the_command_says_why_it_loads_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "books.json"
    file.write_bytes(text.encode("latin-1"))

    with pytest.raises(CommandError):
        call_command("import_ledger", str(file))
    assert not Organization.objects.exists()


def test_the_command_says_that_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_ledger", str(tmp_path / "none.json"))


@pytest.mark.postgres
def test_postgresql_adds_a_quadrillion_units_and_one_exactly(tmp_path: Path, migrated_url: str) -> None:
    file = tmp_path / "books.json"
    file.write_text(json.dumps(books(ROW | {"amount": "10000000000000.00"}, ROW | {"id": "t2", "amount": "0.01"})))

    forked.run(["manage.py", "import_ledger", str(file)], os.environ | {"DATABASE_URL": migrated_url}).check_returncode()

    with psycopg.connect(migrated_url) as connection:
        [units] = connection.execute("SELECT sum(amount_minor) FROM finance_transaction").fetchone() or [None]
    assert units == 10**15 + 1
