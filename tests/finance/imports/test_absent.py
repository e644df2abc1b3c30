"""Entries of an earlier file that a later one lacks are listed, and stay unchanged."""

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance.models import Account
from tests.addresses import reverse
from tests.finance.imports.shown import imported, outcomes, shown

pytestmark = pytest.mark.django_db
HEAD = "Date,Amount,Text\n"
FIRST = "2026-01-02,-9.00,Rent\n2026-01-05,-114.58,Starhub\n2026-01-09,-3.50,Tea\n"
CORRECTED = FIRST.replace("114.58", "114.85")


def file(rows: str, head: str = HEAD) -> bytes:
    return (head + rows).encode()


def lacking(account: Account, data: bytes) -> list[str]:
    return [f"{entry.amount} {entry.description}" for entry in shown(account, data).absent.first]


def test_a_corrected_row_is_added_and_its_earlier_entry_is_listed_as_absent(account: Account) -> None:
    imported(account, file(FIRST))
    again = shown(account, file(CORRECTED))

    assert outcomes(again) == ["known", "new", "known"]
    assert [f"{entry.amount} {entry.description}" for entry in again.absent.first] == ["-114.58 Starhub"]
    report = imported(account, file(CORRECTED))
    assert (report.added, report.known, report.absent) == (1, 2, 1)
    assert account.transactions.count() == 4


def test_it_is_told_again_until_the_entry_is_deleted(account: Account) -> None:
    imported(account, file(FIRST))
    imported(account, file(CORRECTED))
    assert lacking(account, file(CORRECTED)) == ["-114.58 Starhub"]

    account.transactions.get(amount_minor=-11458).delete()
    assert lacking(account, file(CORRECTED)) == []


def test_an_equal_row_that_the_file_has_once_less_is_told(account: Account) -> None:
    imported(account, file(FIRST + "2026-01-09,-3.50,Tea\n"))

    assert lacking(account, file(FIRST)) == ["-3.50 Tea"]


def test_a_file_of_other_days_lacks_nothing(account: Account) -> None:
    imported(account, file(FIRST))

    assert lacking(account, file("2026-02-01,-9.00,Rent\n2026-02-03,-3.50,Tea\n")) == []


def test_a_file_that_begins_on_the_day_on_which_the_last_ended_lacks_nothing(account: Account) -> None:
    imported(account, file(FIRST))

    assert lacking(account, file("2026-01-09,-7.00,Supper\n2026-01-12,-3.50,Tea\n")) == []


def test_only_the_days_from_the_first_to_the_last_of_the_file_count(account: Account) -> None:
    imported(account, file(FIRST))

    assert lacking(account, file("2026-01-05,-114.85,Starhub\n2026-01-09,-3.50,Tea\n")) == ["-114.58 Starhub"]
    assert lacking(account, file("2026-01-09,-3.50,Tea\n2026-01-12,-3.50,Tea\n")) == []


def test_entries_from_another_source_are_not_listed_as_absent(account: Account) -> None:
    imported(account, file(FIRST, head="Date,Amount,Description\n"))
    account.transactions.create(booked_on=dt.date(2026, 1, 4), amount_minor=-100, description="by hand")

    assert lacking(account, file(FIRST)) == []
    imported(account, file(CORRECTED, head="Day,Amount,Text\n"))
    assert lacking(account, file(CORRECTED, head="Day,Amount,Text\n")) == []


def test_a_row_whose_id_says_that_it_was_changed_is_not_told_twice(account: Account) -> None:
    head, rows = "Date,Amount,Text,Id\n", "2026-01-02,-9.00,Rent,1\n2026-01-05,-114.58,Starhub,2\n"
    imported(account, file(rows, head))
    again = shown(account, file(rows.replace("114.58", "114.85"), head))

    assert outcomes(again) == ["known", "changed"]
    assert again.absent.count == 0


def test_a_row_of_an_id_that_is_not_there_any_more_is_told(account: Account) -> None:
    head, rows = "Date,Amount,Text,Id\n", "2026-01-02,-9.00,Rent,1\n2026-01-05,-114.58,Starhub,2\n2026-01-09,-3.50,Tea,3\n"
    imported(account, file(rows, head))

    assert lacking(account, file(rows.replace("2026-01-05,-114.58,Starhub,2\n", ""), head)) == ["-114.58 Starhub"]


def test_void_entries_and_those_left_out_of_balances_are_not_missed(account: Account) -> None:
    imported(account, file(FIRST))
    account.transactions.filter(description="Starhub").update(status="void")
    assert lacking(account, file(CORRECTED)) == []
    account.transactions.filter(description="Starhub").update(status="posted", is_excluded=True)
    assert lacking(account, file(CORRECTED)) == []


def test_however_many_rows_it_takes_as_many_queries(account: Account) -> None:
    def queries(count: int) -> int:
        rows = [f"2026-03-{1 + number % 28:02},-{number + 1}.00,row {number}\n" for number in range(count)]
        imported(account, file("".join(rows)))
        preview = shown(account, file("".join(rows[: count // 4] + rows[3 * count // 4 :])))
        with CaptureQueriesContext(connection) as made:
            assert preview.absent.count > 0
        return len(made)

    assert queries(20) == queries(400) == 3


def test_the_page_asks_about_them_and_leads_to_each(signed_in: Client, account: Account) -> None:
    imported(account, file(FIRST))
    waiting = shown(account, file(CORRECTED)).ledger_import
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk])).content.decode()
    entry = account.transactions.get(description="Starhub")

    assert "From an earlier file and not in this one" in page
    assert reverse("entry_edit", args=[account.pk, entry.pk]) in page


def test_the_page_is_silent_where_nothing_is_missed(signed_in: Client, account: Account) -> None:
    imported(account, file(FIRST))
    waiting = shown(account, file(FIRST)).ledger_import

    assert "From an earlier file and not in this one" not in signed_in.get(reverse("ledger_import", args=[waiting.pk])).content.decode()


def test_the_message_after_the_import_counts_them(signed_in: Client, account: Account) -> None:
    imported(account, file(FIRST))
    preview = shown(account, file(CORRECTED))
    answer = signed_in.post(reverse("ledger_import_confirm", args=[preview.ledger_import.pk]), {"shown": preview.shown}, follow=True)

    assert "1 entry of an earlier file is not in this one." in answer.content.decode()
