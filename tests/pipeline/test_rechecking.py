"""Every change of the books leads to a new check of the account's statements."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from finance.ledger_writer import write_entries
from finance.loading import load_ledger
from finance.models import Account, Transaction
from finance.money import to_minor
from people.models import Organization
from reconciliation.models import Cause, Recheck, StatementImport
from reconciliation.reconcile.rechecks import accounts_owed, weigh_again
from reconciliation.tasks import recheck
from reconciliation.uploads import services
from tests.factories import OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


def verdict(statement_import: StatementImport) -> str:
    statement_import.refresh_from_db()
    return statement_import.verdict


def causes(statement_import: StatementImport) -> list[str]:
    return [run.cause for run in statement_import.runs.order_by("number")]


def salary(account: Account) -> Transaction:
    return Transaction(
        account=account, booked_on=dt.date(2026, 1, 20), amount_minor=to_minor(Decimal(600), "EUR"), description="Salary Larkspur"
    )


def without_salary(organization: Organization) -> Account:
    books = books_of(JANUARY, FEBRUARY)
    books["transactions"] = [row for row in books["transactions"] if row["id"] != "t3"]
    return load(organization, books)


def test_an_entry_that_is_posted_turns_january_matched_and_february_with_it(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = without_salary(ours)
    january, february = processed(ours, JANUARY.pdf()), processed(ours, FEBRUARY.pdf())
    assert (verdict(january), verdict(february)) == ("mismatched", "mismatched")

    with django_capture_on_commit_callbacks(execute=True):
        write_entries(by=None, added=[salary(account)])

    assert (verdict(january), verdict(february)) == ("matched", "matched")
    assert (causes(january)[-1], causes(february)[-1]) == (Cause.LEDGER_CHANGED, Cause.LEDGER_CHANGED)


@pytest.mark.path
def test_an_entry_that_is_changed_or_deleted_turns_a_proved_statement(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = load(ours, books_of(JANUARY))
    january = processed(ours, JANUARY.pdf())
    assert verdict(january) == "matched"

    rent = entry(account, "t1")
    rent.amount = Decimal("-262.30")
    with django_capture_on_commit_callbacks(execute=True):
        write_entries(by=None, changed=[rent])
    assert verdict(january) == "mismatched"

    with django_capture_on_commit_callbacks(execute=True):
        write_entries(by=None, removed=[rent])
    assert verdict(january) == "mismatched"
    assert len((january.reconciliation or {})["statements"][0]["new"]) == 1


def test_statements_are_verified_against_books_that_were_loaded_again(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    without_salary(ours)
    january = processed(ours, JANUARY.pdf())

    with django_capture_on_commit_callbacks(execute=True):
        load_ledger(books={"organizations": [{"slug": ours.slug, "accounts": [books_of(JANUARY, FEBRUARY)]}]})

    assert verdict(january) == "matched"


def test_an_opening_balance_that_is_corrected_is_verified_against(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = load(ours, books_of(JANUARY) | {"opening_balance": "960.00"})
    january = processed(ours, JANUARY.pdf())
    assert verdict(january) == "mismatched"

    account.opening_balance = Decimal("1000.00")
    with django_capture_on_commit_callbacks(execute=True):
        account.save()

    assert verdict(january) == "matched"


def test_many_changes_of_one_transaction_are_one_weighing(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = without_salary(ours)
    january = processed(ours, JANUARY.pdf())

    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        for _ in range(3):
            write_entries(by=None, added=[salary(account)])

    assert len(callbacks) == 1
    assert Recheck.objects.of(ours).count() == 1
    callbacks[0]()
    assert causes(january)[1:] == [Cause.LEDGER_CHANGED]
    assert not Recheck.objects.of(ours).exists()


def test_a_change_that_was_rolled_back_causes_no_recheck(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = without_salary(ours)
    processed(ours, JANUARY.pdf())

    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        write_entries(by=None, added=[salary(account)])
        transaction.set_rollback(True)

    assert callbacks == []
    assert not Recheck.objects.of(ours).exists()


def test_an_account_without_statements_owes_nothing(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = without_salary(ours)

    with django_capture_on_commit_callbacks() as callbacks:
        write_entries(by=None, added=[salary(account)])

    assert callbacks == []


def test_a_weighing_that_a_stopped_process_still_owes_is_found_by_the_sweep(ours: Organization) -> None:
    account = without_salary(ours)
    january = processed(ours, JANUARY.pdf())
    write_entries(by=None, added=[salary(account)])
    assert verdict(january) == "mismatched"

    assert accounts_owed(before=timezone.now()) == [account.pk]
    recheck(str(account.pk))

    assert verdict(january) == "matched"
    assert accounts_owed(before=timezone.now()) == []
    recheck(str(account.pk))
    assert causes(january) == [Cause.UPLOAD, Cause.LEDGER_CHANGED]


def test_a_decision_also_applies_an_earlier_change_of_the_books(ours: Organization) -> None:
    account = without_salary(ours)
    january = processed(ours, JANUARY.pdf())
    write_entries(by=None, added=[salary(account)])

    services.choose_account(statement_import=january, account=account, actor=None)

    assert verdict(january) == "matched"
    assert not weigh_again(account.pk)


def test_another_organizations_statements_are_left_alone(
    ours: Organization, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account, theirs = without_salary(ours), OrganizationFactory.create()
    without_salary(theirs)
    processed(ours, JANUARY.pdf())
    their_january = processed(theirs, JANUARY.pdf())

    with django_capture_on_commit_callbacks(execute=True):
        write_entries(by=None, added=[salary(account)])

    assert verdict(their_january) == "mismatched"
    assert causes(their_january) == [Cause.UPLOAD]
