"""A file in the ledger: shown, confirmed as shown, known the second time, undone."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.imports.services import (
    ImportReport,
    choose,
    confirm,
    preview_now,
)
from finance.models import Account, LedgerImport
from finance.models.ledger_import import Choices
from tests.finance.imports.samples import OFX_1, OFX_2
from tests.finance.imports.shown import COFFEES, imported, outcomes, shown
from tests.world import booked

pytestmark = pytest.mark.django_db


def test_nothing_is_in_the_ledger_before_it_is_confirmed(account: Account) -> None:
    preview = shown(account, COFFEES)

    assert outcomes(preview) == ["new", "new", "new"]
    assert not account.transactions.exists()


def test_equal_rows_of_a_day_are_as_many_as_the_file_has(account: Account) -> None:
    assert imported(account, COFFEES) == ImportReport(added=3, known=0, probable=0, changed=0, refused=0)
    assert imported(account, COFFEES) == ImportReport(added=0, known=3, probable=0, changed=0, refused=0)
    assert account.transactions.filter(booked_on=dt.date(2026, 1, 3)).count() == 2


def test_the_row_that_a_later_file_has_more_is_added(account: Account) -> None:
    imported(account, COFFEES)

    assert imported(account, COFFEES + b"2026-01-03,-3.50,Coffee\n").added == 1


def test_a_row_with_an_id_is_known_by_it(account: Account) -> None:
    imported(account, b"Id,Date,Amount\na,2026-01-03,-1.00\nb,2026-01-03,-1.00\n")

    again = imported(account, b"Id,Date,Amount\na,2026-01-03,-1.00\nb,2026-01-03,-2.00\nc,2026-01-03,-1.00\n")

    assert again == ImportReport(added=1, known=1, probable=0, changed=1, refused=0)
    assert account.transactions.get(external_id="b").amount == Decimal("-1.00")


def test_an_id_stands_for_a_row_that_the_ledger_has_without_one_and_the_other_way_round(account: Account) -> None:
    booked(account, 3, "-1.00")
    booked(account, 4, "-1.00", external_id="x")

    assert imported(account, b"Id,Date,Amount\na,2026-01-03,-1.00\n").added == 0
    assert imported(account, b"Date,Amount\n2026-01-04,-1.00\n").added == 0


def test_a_row_that_came_another_way_is_probably_there_and_is_added_only_if_wanted(account: Account) -> None:
    booked(account, 4, "-200.00", description="Rent, by cheque")
    preview = shown(account, OFX_1)

    assert outcomes(preview) == ["probable", "new", "new"]
    assert preview.judged[0].twin == account.transactions.get()
    report = confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert (report.added, report.probable) == (2, 1)

    other = Account.objects.create(organization=account.organization, name="Other", currency="EUR")
    booked(other, 4, "-200.00")
    preview = shown(other, OFX_1)
    assert confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown, also={1}).added == 3


def test_two_ids_of_one_way_are_two_rows(account: Account) -> None:
    imported(account, OFX_1)

    later = OFX_1.replace(b"<FITID>00002", b"<FITID>00009").replace(b"<CHECKNUM>1000", b"<NAME>Another")
    assert outcomes(shown(account, later)) == ["new", "known", "known"]


def test_an_entry_stands_for_one_row_of_the_file_only(account: Account) -> None:
    booked(account, 3, "-3.50", description="by hand")

    assert sorted(outcomes(shown(account, COFFEES))) == ["new", "new", "probable"]


def test_an_id_that_many_rows_share_names_none(account: Account) -> None:
    assert imported(account, b"Id,Date,Amount\n0,2026-01-03,-1.00\n0,2026-01-04,-2.00\n").added == 2
    assert not account.transactions.exclude(external_id="").exists()


def test_the_same_row_twice_under_its_id_is_one_row_unless_wanted(account: Account) -> None:
    report = imported(account, b"Id,Date,Amount\na,2026-01-03,-1.00\na,2026-01-03,-1.00\n")

    assert (report.added, report.probable) == (1, 1)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("2025-12-31,-1.00,EUR", "is dated before the account's opening date"),
        ("2026-01-03,-1.00,USD", "is in USD; the account is in EUR"),
        ("2026-01-03,-1.001,EUR", "is not an amount in EUR"),
        ("soon,-1.00,EUR", "is not a date"),
    ],
)
def test_a_row_that_cannot_stand_in_the_account_is_named_with_its_reason(account: Account, row: str, reason: str) -> None:
    preview = shown(account, f"Date,Amount,Currency\n2026-01-02,-1.00,EUR\n{row}\n".encode())

    assert outcomes(preview) == ["new", "refused"]
    assert reason in preview.judged[1].reason
    assert preview.judged[1].row.place == 3


def test_a_row_that_was_outstanding_at_the_opening_may_be_older(account: Account) -> None:
    assert imported(account, b"Date,Amount,Brought forward\n2025-12-31,-1.00,yes\n").added == 1
    assert account.transactions.get().is_brought_forward


# Balances -----------------------------------------------------------------------------------------


def test_the_balance_that_an_import_leads_to_stands_beside_the_files(account: Account) -> None:
    preview = shown(account, OFX_1)

    assert (preview.leads_to(), preview.difference) == (Decimal("869.50"), Decimal("0.00"))


def test_entries_after_the_date_of_the_files_balance_do_not_count_against_it(account: Account) -> None:
    booked(account, 5, "-7.00", month=2)

    assert shown(account, OFX_1).difference == Decimal("0.00")


def test_an_unknown_opening_leads_to_no_balance(account: Account) -> None:
    account.opening_balance_minor = None
    account.save()

    assert shown(account, OFX_1).leads_to() is None
    assert shown(account, OFX_1).difference is None


def test_a_card_whose_file_has_the_banks_signs_is_found_by_its_balance(account: Account) -> None:
    account.kind, account.opening_balance_minor = Account.Kind.CREDIT_CARD, -100_00
    account.save()
    banks_signs = OFX_2.replace(b"-12.34", b"12.34").replace(b">50.00", b">-50.00").replace(b"-62.34", b"62.34")

    assert shown(account, OFX_2).difference == 0
    assert not shown(account, OFX_2).agrees_turned
    preview = shown(account, banks_signs)
    assert preview.agrees_turned

    choose(ledger_import=preview.ledger_import, choices=Choices(sign="turned"))
    turned = preview_now(LedgerImport.objects.of(account.organization).get(pk=preview.ledger_import.pk))
    assert [str(judged.row.amount) for judged in turned.judged] == ["-12.34", "50.00"]
    assert turned.difference == 0


def test_a_debt_that_the_file_says_as_a_positive_figure_is_the_same_balance(account: Account) -> None:
    account.kind, account.opening_balance_minor = Account.Kind.CREDIT_CARD, -100_00
    account.save()

    assert shown(account, OFX_2.replace(b"-62.34", b"62.34")).difference == 0


def test_a_balance_that_agrees_only_with_probable_duplicates_is_marked_so(account: Account) -> None:
    booked(account, 4, "-200.00", description="another payment of that amount")

    preview = shown(account, OFX_1.replace(b"869.50", b"669.50"))
    assert preview.agrees_with_probable


# The file's account -------------------------------------------------------------------------------


# Confirming ---------------------------------------------------------------------------------------


# Undoing ------------------------------------------------------------------------------------------
