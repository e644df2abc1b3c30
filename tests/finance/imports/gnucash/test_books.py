"""A book that a real GnuCash wrote, in both of its ways, as it comes into an account; and books that no GnuCash writes."""

import datetime as dt
import gzip
import sqlite3
import zlib
from decimal import Decimal

import pytest

from finance.imports.gnucash import BookAccount, BookSplit, GnuCashEntry, exact, parsed_book
from finance.imports.reading import recognized_format
from finance.imports.services import confirm, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from finance.models.coding import LONGEST, Codes
from tests.factories import OrganizationFactory
from tests.finance.imports.gnucash.books import TABLES, TREE
from tests.finance.imports.reading import account_named, parsed

WAYS = {"XML": TREE, "XML packed": gzip.compress(TREE), "SQLite": TABLES}
GIRO = "Assets:Bank:Giro & more"


@pytest.mark.parametrize("way", WAYS)
def test_every_account_that_holds_or_owes_money_is_offered(way: str) -> None:
    found = {each.name: (each.currency, each.kind) for each in parsed(WAYS[way]).accounts}

    assert recognized_format(WAYS[way]) == "gnucash"
    assert found == {GIRO: ("EUR", "checking"), "Assets:Bank:Dollars": ("USD", "checking"), "Card": ("EUR", "credit_card")}


@pytest.mark.parametrize("way", WAYS)
def test_a_split_is_a_row_signed_as_there(way: str) -> None:
    rows = {
        (row.booked_on, row.amount, row.description, row.number, row.status)
        for row in account_named(WAYS[way], GIRO).rows
        if not row.problem
    }

    assert any(
        (day, amount) == (dt.date(2026, 1, 3), Decimal("-3.50")) and "Bäcker" in text and "Brötchen <&>" in text
        for day, amount, text, *_ in rows
    )
    assert any((amount, number) == (Decimal("-200.00"), "1001") for _day, amount, _text, number, _status in rows)
    assert any((day, amount) == (dt.date(2026, 1, 7), Decimal("-90.00")) for day, amount, *_ in rows), "in the account's own currency"
    assert any(status == "void" for *_rest, status in rows)


def test_both_ways_of_one_book_are_the_same_rows_with_the_same_ids() -> None:
    assert {row.external_id: (row.booked_on, row.amount, row.description) for row in account_named(TREE, GIRO).rows} == {
        row.external_id: (row.booked_on, row.amount, row.description) for row in account_named(TABLES, GIRO).rows
    }
    assert all(row.external_id for row in account_named(TREE, GIRO).rows)


@pytest.mark.parametrize("way", WAYS)
def test_the_opening_balance_is_told_and_counted_once(way: str) -> None:
    found = account_named(WAYS[way], GIRO)

    assert found.opening
    assert (found.opening.amount, found.opening.as_of) == (Decimal("1000.00"), dt.date(2025, 12, 31))
    assert [row.amount for row in found.rows if row.problem] == [Decimal("1000.00")]


@pytest.mark.parametrize("way", WAYS)
def test_an_entry_is_booked_as_the_account_on_its_other_side(way: str) -> None:
    codes = {row.description: row.codes for row in account_named(WAYS[way], GIRO).rows}

    assert codes["Bäcker Brötchen <&>"] == Codes(nominal="Expenses:Food", payee="Bäcker")
    assert codes["Exchange"] == Codes(nominal="Assets:Bank:Dollars", payee="Exchange")


def booked_to(*others: str, name: str = "Imbalance-EUR") -> Codes:
    """Return the codes of an entry of the bank whose other splits are in these accounts."""
    accounts = {
        key: BookAccount(key=key, name=named, kind="BANK", parent=parent, currency="EUR")
        for key, named, parent in [("bank", "Bank", ""), ("food", "Food", "deep"), ("deep", "Expenses", ""), ("other", name, "")]
    }
    splits = [BookSplit(key=str(place), account=key, quantity=(1, 1), memo="", state="n") for place, key in enumerate(("bank", *others))]
    entry = GnuCashEntry(key="1", day=dt.date(2026, 1, 3), number="", text="Shop", splits=tuple(splits))
    (bank,) = [each for each in parsed_book(accounts, [entry]).accounts if each.name == "Bank"]
    return bank.rows[0].codes


def test_an_entry_of_several_splits_is_booked_as_none() -> None:
    assert booked_to("food") == Codes(nominal="Expenses:Food", payee="Shop")
    assert booked_to("food", "food") == booked_to() == booked_to("bank") == booked_to("gone") == Codes(payee="Shop")


def test_codes_are_not_learned_from_gnucashs_accounts_for_unsorted_entries() -> None:
    assert booked_to("other") == booked_to("other", name="Orphan-EUR") == Codes(payee="Shop")


def test_a_path_is_no_longer_than_is_kept() -> None:
    assert len(booked_to("other", name="x" * 100_000).nominal) == LONGEST["nominal"]


@pytest.mark.django_db
def test_from_a_book_to_entries_of_an_account_once_whichever_way_it_was_saved() -> None:
    account = Account.objects.create(
        organization=OrganizationFactory.create(name="Ours", slug="ours"),
        name="Giro & more",
        currency="EUR",
        opening_balance_minor=100_000,
        opening_date=dt.date(2026, 1, 1),
    )
    shown = show_file(account=account, by=None, filename="books.gnucash", data=TREE)
    preview = preview_now(shown)
    assert not preview.questions, "its part of the book is found by the account's name"
    assert confirm(ledger_import=shown, by=None, shown=preview.shown).added == 7

    again = preview_now(show_file(account=account, by=None, filename="books.sqlite", data=TABLES))

    assert len(again.of("known")) == 7
    assert again.of("new") == []


@pytest.mark.parametrize(
    ("fraction", "amount"),
    [((-350, 100), Decimal("-3.5")), ((1, 3), None), ((1, 0), None), ((5, -1), None), ((10**18, 1), Decimal(10**18))],
)
def test_a_fraction_is_an_amount_to_the_letter_or_none(fraction: tuple[int, int], amount: Decimal | None) -> None:
    assert exact(*fraction) == amount


def database(*statements: str) -> bytes:
    with sqlite3.connect(":memory:") as made:
        for statement in statements:
            made.execute(statement)
        found = made.serialize()
    made.close()
    return bytes(found)


ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><gnc-v2><book>&e;</book></gnc-v2>'


@pytest.mark.parametrize(
    "data",
    [
        TABLES[: len(TABLES) // 2],
        TABLES[:100] + zlib.crc32(b"x").to_bytes(4, "big") * 2000,
        TREE[: len(TREE) // 2],
        gzip.compress(TREE)[:-20],
        b"\x1f\x8b" + b"\0" * 100,
        ENTITY,
        b"<gnc-v2><book></book></gnc-v2>",
        database("CREATE TABLE notes (text)"),
        database(
            *(f"CREATE VIEW {name} AS SELECT 1 AS guid" for name in ("accounts", "commodities", "transactions", "splits", "slots")),
        ),
    ],
    ids=[
        "half a database",
        "noise",
        "half a tree",
        "half a packing",
        "no packing",
        "an entity",
        "empty",
        "another program's",
        "views",
    ],
)
def test_a_file_that_gnucash_could_not_have_written_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(FileRefused) as refused:
        parsed(data)

    assert refused.value.problems[0]


def test_a_bomb_is_refused_in_words() -> None:
    with pytest.raises(FileRefused) as refused:
        parsed(gzip.compress(b"<gnc-v2>" + b" " * 150_000_000, compresslevel=1))

    assert refused.value.problems[0]


def test_a_look_up_without_end_is_broken_off() -> None:
    """A table whose default is a look-up of its own is not asked for it; a recursive view is no table."""
    endless = (
        "CREATE VIEW splits AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS guid, x AS tx_guid, x AS account_guid, '' AS memo, '' AS reconcile_state, x AS quantity_num, 1 AS quantity_denom "
        "FROM n"
    )
    tables = [
        "CREATE TABLE accounts (guid, name, account_type, commodity_guid, parent_guid)",
        "CREATE TABLE commodities (guid, namespace, mnemonic)",
        "CREATE TABLE transactions (guid, num, post_date, description)",
        "CREATE TABLE slots (obj_guid, name, string_val, gdate_val)",
    ]
    with pytest.raises(FileRefused):
        parsed(database(*tables, endless))
