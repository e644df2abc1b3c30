"""`manage.py import_transactions`: the same way in, without a page."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from finance.models import Account, LedgerImport
from tests.finance.imports.payout_reports import SHOPIFY
from tests.finance.imports.samples import OFX_1

pytestmark = pytest.mark.django_db


def run(path: Path, data: bytes, *options: str) -> dict[str, Any]:
    file, out = path / "export", StringIO()
    file.write_bytes(data)
    call_command("import_transactions", str(file), "--account", "Checking", *options, stdout=out)
    counts: dict[str, Any] = json.loads(out.getvalue())
    return counts


def test_a_file_is_imported_into_the_named_account(account: Account, tmp_path: Path) -> None:
    assert run(tmp_path, OFX_1) == {"added": 3, "known": 0, "probable": 0, "changed": 0, "refused": 0, "absent": 0}
    assert run(tmp_path, OFX_1)["known"] == 3
    assert account.transactions.count() == 3


def test_an_open_question_of_the_file_is_answered_with_an_option(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount\n02/01/2026,-1.00\n"

    with pytest.raises(CommandError, match=r"format\.\n  --date-order dmy\n  --date-order mdy$"):
        run(tmp_path, data)
    assert not LedgerImport.objects.of(account.organization).exists()
    assert run(tmp_path, data, "--date-order", "dmy")["added"] == 1


def test_rows_that_cannot_be_taken_stop_the_import_unless_they_may_be_left_out(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount\n2026-01-02,-1.00\nsoon,-1.00\n"

    with pytest.raises(CommandError, match='Row 3: "soon" is not a date'):
        run(tmp_path, data)
    assert not account.transactions.exists()
    assert run(tmp_path, data, "--leave-out") == {"added": 1, "known": 0, "probable": 0, "changed": 0, "refused": 1, "absent": 0}


def test_an_account_that_is_not_there_is_said(account: Account, their_account: Account, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--organization"):
        run(tmp_path, OFX_1)
    with pytest.raises(CommandError, match="no account called Checking"):
        run(tmp_path, OFX_1, "--organization", "others")
    assert run(tmp_path, OFX_1, "--organization", "household")["added"] == 3


HAND_MADE = b"Day,Who,What it cost me,What I got\n2026-01-02,Starhub,114.58,\n2026-01-03,Employer,,2000.00\n"
PAIR = ("--column", "debit=What it cost me", "--column", "credit=4")


def problem_of(path: Path, data: bytes, *options: str) -> str:
    with pytest.raises(CommandError) as error:
        run(path, data, *options)
    return str(error.value)


def test_columns_that_say_too_little_are_named_and_so_is_the_option_that_says_them(account: Account, tmp_path: Path) -> None:
    assert problem_of(tmp_path, HAND_MADE).splitlines() == [
        "Nothing was imported.",
        "Choose the column with the amount, or the two with money out and money in. Columns: Day, Who, What it cost me, What I got.",
        "  --column 'debit=What it cost me' --column 'credit=What I got'",
    ]
    assert run(tmp_path, HAND_MADE, *PAIR)["added"] == 2
    assert [str(entry.amount) for entry in account.transactions.all()] == ["-114.58", "2000.00"]


def test_the_options_of_a_file_are_remembered_for_the_next_file_of_its_kind(account: Account, tmp_path: Path) -> None:
    run(tmp_path, HAND_MADE, *PAIR)

    assert run(tmp_path, HAND_MADE)["known"] == 2


def test_the_example_names_one_column_by_its_number_where_two_have_one_heading(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount,Amount\n2026-01-02,-1.00,5.00\n"

    assert "  --column amount=2" in problem_of(tmp_path, data).splitlines()
    assert run(tmp_path, data, "--column", "amount=2")["added"] == 1


def test_a_table_without_headings_has_columns_by_their_numbers(account: Account, tmp_path: Path) -> None:
    data = b"2026-01-02,Rent,5.00,7.00\n2026-01-03,Tea,1.00,2.00\n"

    assert "Columns: 1, 2, 3, 4." in problem_of(tmp_path, data)
    assert run(tmp_path, data, "--column", "amount=3", "--sign", "turned")["added"] == 2


def test_a_column_is_said_to_be_none_of_its_name(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount,Memo,Reference\n2026-01-03,-1.50,Rent,same for all\n"

    run(tmp_path, data, "--column", "reference=")

    assert [(row.description, row.reference) for row in account.transactions.all()] == [("Rent", "")]


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("money=Who", '"money=Who" is not a field. Fields: date, amount, debit, credit, '),
        ("amount", 'There is no column "". The columns: Day, Who, What it cost me, What I got.'),
        ("amount=Sum", 'There is no column "Sum". The columns: Day, Who, What it cost me, What I got.'),
        ("amount=5", 'There is no column "5".'),
    ],
)
def test_a_field_or_a_column_that_is_not_there_is_told_with_those_that_are(
    account: Account, tmp_path: Path, option: str, problem: str
) -> None:
    assert problem in problem_of(tmp_path, HAND_MADE, "--column", option)
    assert not LedgerImport.objects.of(account.organization).exists()


def test_two_columns_of_one_name_need_the_number_of_one(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount,amount\n2026-01-02,-1.00,5.00\n"

    assert 'Several columns are called "Amount". Give the number of one: 2, 3.' in problem_of(tmp_path, data, "--column", "amount=Amount")


def test_only_a_table_has_columns_to_be_named(account: Account, tmp_path: Path) -> None:
    assert "named for a CSV file only" in problem_of(tmp_path, OFX_1, "--column", "amount=2")


def test_a_file_of_several_accounts_lists_their_names_as_options(account: Account, tmp_path: Path) -> None:
    journal = b"2026-01-02 * Rent\n    Assets:Giro  EUR -5.00\n    Assets:Savings Book  EUR 5.00\n"

    told = problem_of(tmp_path, journal).splitlines()
    assert told[1:] == ["Choose which account of the file this is.", "  --part Assets:Giro", "  --part 'Assets:Savings Book'"]


def test_signs_that_are_open_are_said_with_an_option(account: Account, tmp_path: Path) -> None:
    data = b"Date,Amount\n2026-01-02,5.00\n"

    assert problem_of(tmp_path, data).splitlines()[2:] == [
        "  --sign as_written  (money in is positive)",
        "  --sign turned  (money out is positive)",
    ]
    assert run(tmp_path, data, "--sign", "turned")["added"] == 1


def test_entries_of_an_earlier_file_that_this_file_lacks_are_listed(account: Account, tmp_path: Path) -> None:
    rows = b"Date,Amount,Text\n2026-01-02,-1.00,Tea\n2026-01-03,-114.58,Starhub\n2026-01-04,-2.00,Cup\n"
    run(tmp_path, rows)
    report = run(tmp_path, rows.replace(b"114.58", b"114.85"))

    assert (report["added"], report["known"], report["absent"]) == (1, 2, 1)
    assert report["absent_entries"] == [{"date": "2026-01-03", "amount": "-114.58", "description": "Starhub"}]


def test_the_command_line_asks_which_column_names_the_account(account: Account, tmp_path: Path) -> None:
    data = "Date,Amount,Text,Zaq\n" + "".join(f"2026-01-0{day},-{day}.00,Shop {day},{1234567890 + day % 2}\n" for day in range(1, 6))

    with pytest.raises(CommandError) as error:
        run(tmp_path, data.encode())

    assert "  --column account=4\n  --column account=  (all rows are of one account)" in str(error.value)
    assert run(tmp_path, data.encode(), "--column", "account=")["added"] == 5


def test_a_report_of_a_payment_processor_is_stored_once(account: Account, tmp_path: Path) -> None:
    assert run(tmp_path, SHOPIFY.encode(), "--payouts") == {"added": 1, "known": 0, "wrong": 0, "notes": []}
    assert run(tmp_path, SHOPIFY.encode(), "--payouts")["known"] == 1
    with pytest.raises(CommandError, match="No columns of the file prove gross, fees and net"):
        run(tmp_path, b"Date,Amount\n2026-01-05,1.00\n", "--payouts")
