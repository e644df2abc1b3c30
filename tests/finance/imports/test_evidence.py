"""A file's balances are held against its rows, known entries are recognised, and a person is asked about the rest."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.entries import edit
from finance.imports.proof import breaks_of
from finance.imports.services import confirm, undo
from finance.imports.values import doubtful_months
from finance.models import Account
from finance.models.ledger_import import NO_COLUMN, Choices
from people.models import Organization
from scripts.import_names import TABLE, written
from tests.finance.imports.reading import parsed
from tests.finance.imports.shown import imported, outcomes, shown
from tests.world import booked

pytestmark = pytest.mark.django_db


def amounts(data: str, *, currency: str = "EUR", kind: str = "checking", encoding: str = "utf-8") -> list[str]:
    part = parsed(data.encode(encoding), currency=currency, kind=kind)
    assert part.questions == ()
    return [str(row.amount) for account in part.accounts for row in account.rows]


def test_names_of_months_and_signs_are_those_of_babel() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(), "python -m scripts.import_names"


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("13 de enero de 2026", (2026, 1, 13)), ("13 janv. 2026", (2026, 1, 13)),
        ("13. ledna 2026", (2026, 1, 13)), ("13 янв. 2026", (2026, 1, 13)),
        ("Jan 13, 2026", (2026, 1, 13)), ("13/Jan/2026", (2026, 1, 13)), ("令和8年1月13日", (2026, 1, 13)),
        ("2026년 1월 13일", (2026, 1, 13)),
        ("2026. 01. 13.", (2026, 1, 13)), ("13. 1. 2026", (2026, 1, 13)), ("Di., 13. Mrz 2026", (2026, 3, 13)),
    ],
)  # fmt: skip
def test_days_of_many_languages_are_read(cell: str, day: tuple[int, int, int]) -> None:
    row = parsed(f'Date,Amount\n"{cell}",-1.00\n2026-01-14,-2.00\n'.encode()).accounts[0].rows[0]

    assert row.booked_on == dt.date(*day)


def test_a_month_that_two_languages_name_differently_is_decided_by_the_other_months() -> None:
    assert doubtful_months(["listopad", "studeni"]) == {"listopad": 10, "studeni": 11}
    assert doubtful_months(["listopad", "grudzień"])["listopad"] == 11
    assert "listopad" not in doubtful_months(["listopad"])


@pytest.mark.parametrize(
    ("cells", "currency", "expected"),
    [
        ("-12,50 zł\n3,00 zł", "PLN", ["-12.50", "3.00"]), ("-99,00 kr\n5,00 kr.", "SEK", ["-99.00", "5.00"]),
        ("-10,00 Kč\n1,00 Kč", "CZK", ["-10.00", "1.00"]),
        ("-₹1,15,000.00\n₹5.00", "INR", ["-115000.00", "5.00"]),
        ("R$ -5,00\nR$ 7,00", "BRL", ["-5.00", "7.00"]), ("\u22125,00\n7,00+", "EUR", ["-5.00", "7.00"]),
        ("(5.00)\n7.00", "EUR", ["-5.00", "7.00"]), ("-5 000 Ft\n7 000 Ft", "HUF", ["-5000", "7000"]),
    ],
)  # fmt: skip
def test_signs_of_the_accounts_currency_are_read(cells: str, currency: str, expected: list[str]) -> None:
    lines = "".join(f"2026-01-1{place};{cell}\n" for place, cell in enumerate(cells.split("\n")))

    assert [Decimal(amount) for amount in amounts(f"Date;Amount\n{lines}", currency=currency)] == [Decimal(amount) for amount in expected]


@pytest.mark.parametrize("cell", ["$5.00", "5,00 zł", "£5.00", "USD 5.00", "5.00 CHF", "¥500"])
def test_signs_of_other_currencies_refuse_the_row(cell: str) -> None:
    row, other = parsed(f'Date;Amount\n2026-01-02;"{cell}"\n2026-01-03;-1.00\n'.encode()).accounts[0].rows

    assert "the account is in EUR" in row.problem
    assert (row.amount, other.amount) == (None, Decimal("-1.00"))


@pytest.mark.parametrize(
    "words", ["D,C", "D,K", "S,H", "Af,Bij", "Wn,Ma", "DEBIT_CARD,ACH_CREDIT", "Débito,Crédito", "Soll,Haben", "расход,приход"]
)
def test_words_beside_amounts_without_a_sign_name_the_side_under_any_heading(words: str) -> None:
    out, into = words.split(",")

    assert amounts(f"Datum;Betrag;Xyz;Text\n2026-01-02;10,00;{out};A\n2026-01-03;20,00;{into};B\n") == ["-10.00", "20.00"]


FEES = "Date,Amount,{fee},Balance\n2026-01-02,-10.00,0.50,89.50\n2026-01-03,-20.00,0.00,69.50\n2026-01-04,5.00,1.00,73.50\n"


@pytest.mark.parametrize("fee", ["Fee", "Gebühr", "Commission", "Frais", "Комиссия"])
def test_fees_that_the_balances_prove_are_part_of_the_amounts(fee: str) -> None:
    assert amounts(FEES.format(fee=fee)) == ["-10.50", "-20.00", "4.00"]


def test_fees_that_nothing_proves_are_asked_about() -> None:
    data = b"Date,Amount,Fee\n2026-01-02,-10.00,0.50\n2026-01-03,5.00,0.00\n"

    assert parsed(data).questions == ("fee",)
    assert [str(row.amount) for row in parsed(data, choices=Choices(fee="apart")).accounts[0].rows] == ["-10.50", "5.00"]


@pytest.mark.parametrize("newest_first", [False, True])
def test_the_first_balance_that_does_not_follow_is_named(newest_first: bool) -> None:
    rows = ["2026-01-02,-10.00,90.00", "2026-01-03,-20.00,70.00", "2026-01-05,1.00,66.00", "2026-01-06,-6.00,60.00"]
    lines = rows[::-1] if newest_first else rows

    (found,) = breaks_of(parsed("\n".join(["Date,Amount,Balance", *lines]).encode()).accounts[0])

    assert (found.place, found.expected, found.stated) == (3 if newest_first else 4, Decimal("71.00"), Decimal("66.00"))


def test_rows_of_a_day_in_another_order_contradict_no_balance() -> None:
    rows = ["2026-01-05,1.00,61.00", "2026-01-03,-10.00,90.00", "2026-01-03,-30.00,60.00", "2026-01-02,50.00,100.00"]

    assert breaks_of(parsed("\n".join(["Date,Amount,Balance", *rows]).encode()).accounts[0]) == ()


def test_a_total_that_differs_from_the_rows_is_named() -> None:
    row = parsed(b"Date,Amount\n2026-01-02,-1.00\n2026-01-03,-2.00\nSumme,-4.00\n").accounts[0].rows[-1]

    assert row.problem == "is a total of -4.00, but the rows lead to -3.00."


def test_a_column_of_accounts_makes_parts_and_a_row_without_one_is_its_own() -> None:
    part = parsed(
        b"Konto;Datum;Betrag\nA;2026-01-02;-1,00\nB;2026-01-03;-2,00\n;2026-01-04;-3,00\nA;2026-01-05;-4,00\nB;2026-01-06;-4,00\n"
    )

    assert [(account.name, len(account.rows)) for account in part.accounts] == [("-", 1), ("A", 2), ("B", 2)]


def test_the_other_side_of_each_row_is_no_account() -> None:
    rows = "".join(f"2026-01-{day:02};-{day},00;DE{day:020};x\n" for day in range(1, 29))

    assert len(parsed(f"Datum;Betrag;IBAN;Text\n{rows}".encode()).accounts) == 1


PENDING = b"Date,Amount,Text,Status\n2026-01-05,-20.00,Petrol station,pending\n2026-01-06,-1.00,Tea,booked\n"
BOOKED = b"Date,Amount,Text,Status\n2026-01-07,-20.00,PETROL STATION 4711,booked\n2026-01-06,-1.00,Tea,booked\n"


def test_a_pending_entry_is_posted_once_with_the_banks_day_and_text_and_restored_by_the_undo(account: Account) -> None:
    imported(account, PENDING)
    preview = shown(account, BOOKED)
    report = confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    entry = account.transactions.get(amount_minor=-2000)
    assert (report.added, report.updated, report.known) == (0, 1, 1)
    assert (entry.status, str(entry.booked_on), entry.description) == ("posted", "2026-01-07", "PETROL STATION 4711")
    preview.ledger_import.refresh_from_db()
    undo(ledger_import=preview.ledger_import, by=None)
    entry.refresh_from_db()
    assert (entry.status, str(entry.booked_on), entry.description) == ("pending", "2026-01-05", "Petrol station")


def test_a_pending_id_with_another_amount_becomes_the_booked_one(account: Account) -> None:
    imported(account, b"Id,Date,Amount,Status\nh1,2026-01-05,-150.00,pending\n")

    assert outcomes(shown(account, b"Id,Date,Amount,Status\nh1,2026-01-07,-141.20,booked\n")) == ["updated"]
    imported(account, b"Id,Date,Amount,Status\nh1,2026-01-07,-141.20,booked\n")
    assert [str(entry.amount) for entry in account.transactions.all()] == ["-141.20"]


def test_an_older_file_does_not_make_a_booked_entry_pending(account: Account) -> None:
    imported(account, BOOKED)

    assert "updated" not in outcomes(shown(account, PENDING))


def test_an_id_that_comes_again_for_another_row_is_a_new_row(account: Account) -> None:
    imported(account, b"Id,Date,Amount,Text\n1,2026-01-05,-10.00,Shop\n2,2026-01-06,-20.00,Rent\n")
    later = b"Id,Date,Amount,Text\n1,2026-02-05,-11.00,Cinema\n2,2026-02-06,-22.00,Train\n"

    assert imported(account, later).added == 2
    assert imported(account, later).known == 2
    assert account.transactions.count() == 4


def test_ids_that_count_positions_do_not_move_rows(account: Account) -> None:
    imported(account, b"Id,Date,Amount,Text\n1,2026-01-05,-10.00,Shop\n2,2026-01-06,-20.00,Rent\n")

    later = b"Id,Date,Amount,Text\n1,2026-01-04,-5.00,Tea\n2,2026-01-05,-10.00,Shop\n3,2026-01-06,-20.00,Rent\n"
    assert outcomes(shown(account, later)) == ["new", "known", "probable"]
    assert imported(account, later).added == 1


def test_ids_made_for_each_export_do_not_double_the_books(account: Account) -> None:
    imported(account, b"Id,Date,Amount,Text\nx1,2026-01-05,-10.00,Shop\nx2,2026-01-06,-20.00,Rent\n")

    assert outcomes(shown(account, b"Id,Date,Amount,Text\ny7,2026-01-05,-10.00,Shop\ny8,2026-01-06,-20.00,Rent\n")) == [
        "probable",
        "probable",
    ]


def test_equal_rows_under_one_id_are_all_real_if_the_balances_say_so(account: Account) -> None:
    data = b"Id,Date,Amount,Balance\nd,2026-01-05,-3.50,96.50\nd,2026-01-05,-3.50,93.00\nd,2026-01-05,-3.50,89.50\n"

    assert imported(account, data).added == 3
    assert imported(account, data).known == 3


def test_an_edited_entry_is_known_by_how_it_came(account: Account, organization: Organization) -> None:
    data = b"Date,Amount,Text\n2026-01-05,-10.00,SHOP 123\n2026-01-06,-20.00,Rent\n"
    imported(account, data)
    entry = account.transactions.get(amount_minor=-1000)
    person = organization.memberships.get().user
    edit(entry=entry, by=person, description="Groceries", booked_on=dt.date(2026, 1, 20))

    assert outcomes(shown(account, data)) == ["known", "known"]


def test_a_row_that_the_bank_words_differently_the_next_time_is_probably_there(account: Account) -> None:
    imported(account, b"Date,Amount,Text\n2026-01-05,-10.00,SHOP\n2026-01-06,-20.00,Rent\n")

    assert outcomes(shown(account, b"Date,Amount,Text\n2026-01-05,-10.00,SHOP LUXEMBOURG\n2026-01-06,-20.00,Rent\n")) == [
        "probable",
        "known",
    ]


@pytest.mark.parametrize(("day", "expected"), [(4, "probable"), (6, "probable"), (20, "new")])
def test_an_entry_by_hand_of_a_day_nearby_is_probably_the_same(account: Account, day: int, expected: str) -> None:
    booked(account, day, "-12.00", description="Lunch")

    assert outcomes(shown(account, b"Date,Amount,Text\n2026-01-05,-12.00,RESTAURANT\n")) == [expected]


def test_the_balances_decide_the_sign_of_a_minus_in_a_debit_column() -> None:
    rows = "2026-01-02,10.00,,90.00\n2026-01-03,-10.00,,100.00\n2026-01-04,,5.00,105.00\n"

    assert amounts(f"Date,Debit,Credit,Balance\n{rows}") == ["-10.00", "10.00", "5.00"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("cp1250", "Płatność kartą Żabka"), ("cp1251", "Аптека на углу"), ("cp1253", "Αγορά καρτών"), ("cp850", "Bäckerei Müller")],
)
def test_the_letters_decide_the_encoding_and_it_is_named_and_can_be_chosen(account: Account, encoding: str, text: str) -> None:
    preview = shown(account, f"Date,Text,Amount\n2026-01-05,{text},-1.00\n".encode(encoding))

    assert preview.judged[0].row.description == text
    assert any(encoding in note for note in preview.notes)
    assert "cp1252" in parsed(f"Date,Text,Amount\n2026-01-05,{text},-1.00\n".encode(encoding)).table.encodings or encoding == "cp850"  # type: ignore[union-attr]


FIRST, SECOND = "1234567890", "9876543210"
NUMBERS = (
    ("2026-01-02", "-10.00", "90.00", FIRST), ("2026-01-02", "5.00", "505.00", SECOND), ("2026-01-03", "-20.00", "70.00", FIRST),
    ("2026-01-04", "1.00", "506.00", SECOND), ("2026-01-05", "-1.00", "69.00", FIRST),
)  # fmt: skip


def table_of(*columns: int, heading: str = "Mju") -> bytes:
    names = ("Date", "Amount", "Balance", heading)
    rows = [names, *NUMBERS]
    return "\n".join(",".join(row[column] for column in columns) for row in rows).encode()


def test_balances_prove_that_a_column_of_unknown_heading_names_the_account() -> None:
    part = parsed(table_of(0, 1, 2, 3))

    assert part.questions == ()
    assert {account.name: len(account.rows) for account in part.accounts} == {FIRST: 3, SECOND: 2}


def test_numbers_under_an_unknown_heading_are_asked_about_without_balances() -> None:
    data = table_of(0, 1, 3)

    assert parsed(data).questions == ("account_column",)
    assert [len(account.rows) for account in parsed(data, choices=Choices(columns={"account": 2})).accounts] == [3, 2]
    one = parsed(data, choices=Choices(columns={"account": NO_COLUMN}))
    assert (one.questions, [len(account.rows) for account in one.accounts]) == ((), [5])


def test_balances_that_lead_over_all_numbers_prove_one_account() -> None:
    rows = [("2026-01-02", "-10.00", "90.00", FIRST), ("2026-01-03", "-20.00", "70.00", SECOND), ("2026-01-04", "5.00", "75.00", FIRST)]
    data = "\n".join(["Date,Amount,Balance,Mju", *map(",".join, rows)]).encode()

    assert (parsed(data).questions, len(parsed(data).accounts)) == ((), 1)


def test_numbers_that_all_differ_identify_rows_and_no_accounts() -> None:
    lines = [f"2026-01-0{place},-{place}.00,10000{place}" for place in range(1, 8)]

    assert parsed("\n".join(["Date,Amount,Mju", *lines]).encode()).questions == ()


def test_a_break_of_balances_is_written_as_money(account: Account) -> None:
    data = b"Date,Amount,Balance\n2026-01-02,-10.00,90.00\n2026-01-03,-20.00,1070.00\n"

    (warning,) = shown(account, data).warnings

    assert "a balance of €70.00, but the file states €1,070.00 (€1,000.00 more)" in warning
