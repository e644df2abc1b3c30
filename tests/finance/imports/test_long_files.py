"""A file of many rows: a worker imports it, once, while the page says that it is at it."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from finance import tasks
from finance.models import Account, LedgerImport
from finance.views import ledger_imports
from tests.addresses import reverse
from tests.world import booked

pytestmark = pytest.mark.django_db
ROWS = "Date,Amount,Text\n2026-01-03,-3.50,Coffee\n2026-01-04,-4.50,Tea\n2026-01-05,-5.50,Cake\n"


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages to the workers, of whom there are none here; three rows are many."""
    sent: list[str] = []
    monkeypatch.setattr(ledger_imports, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(tasks.work_on_file, "apply_async", lambda args, retry: sent.extend(args))
    return sent


@pytest.fixture
def waiting(signed_in: Client, account: Account) -> LedgerImport:
    signed_in.post(reverse("account_import", args=[account.pk]), {"file": SimpleUploadedFile("rows.csv", ROWS.encode())})
    return LedgerImport.objects.of(account.organization).get()


@pytest.fixture
def confirmed(signed_in: Client, waiting: LedgerImport, rung: list[str], django_capture_on_commit_callbacks: object) -> LedgerImport:
    """Confirmed by a person, and not done yet."""
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        signed_in.post(reverse("ledger_import_confirm", args=[waiting.pk]), {"shown": page.context["preview"].shown})
    return waiting


def shown(client: Client, ledger_import: LedgerImport) -> str:
    return client.get(reverse("ledger_import", args=[ledger_import.pk]), follow=True).content.decode()


def test_the_page_shows_that_a_file_is_being_imported_and_then_the_result(
    signed_in: Client, account: Account, confirmed: LedgerImport, rung: list[str]
) -> None:
    status = reverse("ledger_import_status", args=[confirmed.pk])
    assert rung == [str(confirmed.pk)]
    assert "Being imported" in shown(signed_in, confirmed)
    assert signed_in.get(status).status_code == 204
    assert not account.transactions.exists()

    tasks.work_on_file(str(confirmed.pk))

    assert signed_in.get(status)["HX-Refresh"] == "true"
    assert "3 transactions added, 0 already there." in shown(signed_in, confirmed)
    assert "transactions added" not in shown(signed_in, confirmed)
    assert account.transactions.count() == 3


def test_it_is_undone_by_a_worker_too(signed_in: Client, account: Account, confirmed: LedgerImport) -> None:
    tasks.work_on_file(str(confirmed.pk))
    signed_in.post(reverse("ledger_import_undo", args=[confirmed.pk]))
    assert "Being removed" in shown(signed_in, confirmed)

    tasks.work_on_file(str(confirmed.pk))

    assert "3 entries were removed again." in shown(signed_in, confirmed)
    assert not account.transactions.exists()


def test_a_message_that_comes_twice_imports_it_once(account: Account, confirmed: LedgerImport) -> None:
    tasks.work_on_file(str(confirmed.pk))
    tasks.work_on_file(str(confirmed.pk))

    assert account.transactions.count() == 3


def test_a_message_that_is_lost_is_sent_again(confirmed: LedgerImport, rung: list[str]) -> None:
    rung.clear()

    tasks.ring_again(before=timezone.now() - dt.timedelta(minutes=1))
    assert rung == []
    tasks.ring_again(before=timezone.now() + dt.timedelta(seconds=1))
    assert rung == [str(confirmed.pk)]
    tasks.work_on_file(str(confirmed.pk))
    tasks.ring_again(before=timezone.now() + dt.timedelta(seconds=1))
    assert rung == [str(confirmed.pk)]


def test_a_ledger_that_moved_meanwhile_takes_nothing_and_the_file_is_shown_again(
    signed_in: Client, account: Account, confirmed: LedgerImport
) -> None:
    booked(account, 3, "-3.50", description="Coffee")

    tasks.work_on_file(str(confirmed.pk))

    page = shown(signed_in, confirmed)
    assert "The ledger has changed in the meantime." in page
    assert account.transactions.count() == 1


def test_a_file_in_the_hands_of_a_worker_can_be_neither_changed_nor_discarded(
    signed_in: Client, confirmed: LedgerImport, rung: list[str]
) -> None:
    for route in ("ledger_import_discard", "ledger_import_reading", "ledger_import_confirm"):
        signed_in.post(reverse(route, args=[confirmed.pk]), {"date_order": "mdy"})

    confirmed.refresh_from_db()
    assert confirmed.asked
    assert confirmed.chosen.date_order != "mdy"
    assert rung == [str(confirmed.pk)]


def test_a_person_who_lost_access_imports_nothing(signed_in: Client, account: Account, confirmed: LedgerImport) -> None:
    User.objects.update(is_active=False)

    tasks.work_on_file(str(confirmed.pk))

    confirmed.refresh_from_db()
    assert confirmed.answered["code"] == "not_yours"
    assert not account.transactions.exists()


def test_an_unexpected_error_is_shown_and_adds_no_entries(
    signed_in: Client, account: Account, confirmed: LedgerImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(tasks, "confirm", broken)
    with pytest.raises(RuntimeError):
        tasks.work_on_file(str(confirmed.pk))

    assert "an internal error" in shown(signed_in, confirmed)
    assert not account.transactions.exists()
