"""Rows of a file in the ledger: each once, whatever is imported again."""

import datetime as dt

import pytest

from finance.imports.problems import FileRefused
from finance.models import Account
from finance.services import CsvReport, import_csv
from tests.finance.conftest import book

pytestmark = pytest.mark.django_db

COFFEES = b"Date,Amount,Text\n2026-01-03,-3.50,Coffee\n2026-01-03,-3.50,Coffee\n2026-01-04,-3.50,Coffee\n"


def test_equal_rows_of_a_day_are_as_many_as_the_file_has(account: Account) -> None:
    assert import_csv(account=account, data=COFFEES) == CsvReport(added=3, known=0, changed=0)
    assert import_csv(account=account, data=COFFEES) == CsvReport(added=0, known=3, changed=0)
    assert account.transactions.filter(booked_on=dt.date(2026, 1, 3)).count() == 2


def test_the_row_that_a_later_file_has_more_is_added(account: Account) -> None:
    import_csv(account=account, data=COFFEES)

    assert import_csv(account=account, data=COFFEES + b"2026-01-03,-3.50,Coffee\n").added == 1


def test_a_row_with_an_id_is_known_by_it(account: Account) -> None:
    import_csv(account=account, data=b"Id,Date,Amount\na,2026-01-03,1.00\nb,2026-01-03,1.00\n")

    again = import_csv(account=account, data=b"Id,Date,Amount\na,2026-01-03,1.00\nb,2026-01-03,2.00\nc,2026-01-03,1.00\n")

    assert again == CsvReport(added=1, known=1, changed=1)
    assert account.transactions.get(external_id="b").amount_minor == 1_00


def test_an_id_stands_for_a_row_that_the_ledger_has_without_one_and_the_other_way_round(account: Account) -> None:
    book(account, 3, "1.00")
    book(account, 4, "1.00", external_id="x")

    assert import_csv(account=account, data=b"Id,Date,Amount\na,2026-01-03,1.00\n").added == 0
    assert import_csv(account=account, data=b"Date,Amount\n2026-01-04,1.00\n").added == 0
    assert import_csv(account=account, data=b"Id,Date,Amount\ny,2026-01-04,1.00\n").added == 1


def test_rows_that_the_opening_counts_already_are_refused_by_row(account: Account) -> None:
    with pytest.raises(FileRefused, match="Row 3: is dated before the account's opening date"):
        import_csv(account=account, data=b"Date,Amount\n2026-01-03,1.00\n2025-12-31,1.00\n")
    assert not account.transactions.exists()

    import_csv(account=account, data=b"Date,Amount,Brought forward\n2025-12-31,1.00,yes\n")
    assert account.transactions.get().is_brought_forward
