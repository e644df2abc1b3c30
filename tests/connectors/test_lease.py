"""One run at a time for each connection: who asks meanwhile gets another one, and who lost it goes no further."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from connectors import tasks
from connectors.intake import Counts
from connectors.lease import LEASE, LeaseLost, lease_next, renew_lease
from connectors.models import Connection
from connectors.running import KINDS, run_due
from tests.addresses import reverse
from tests.connectors.adding import PAPERLESS, added, signed_in

pytestmark = pytest.mark.django_db


def test_a_request_during_a_run_starts_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    asked: list[str] = []

    def running(*_args: Any) -> Counts:
        if not asked:
            browser.post(reverse("connection_run", args=[connection.pk]))
        asked.append("asked")
        return Counts()

    monkeypatch.setitem(KINDS, "paperless", running)

    assert run_due() == 2


def test_a_run_whose_connection_was_taken_from_it_goes_no_further() -> None:
    browser, member = signed_in()
    added(browser, member)
    taken = lease_next(timezone.now())
    assert taken
    renew_lease(taken)
    later = timezone.now() + LEASE + LEASE
    assert lease_next(later), "its lease ran out"

    with pytest.raises(LeaseLost):
        renew_lease(taken)


@pytest.mark.parametrize("way", ["connection", "connection_accounts", "connection_switch", "connection_run", "connection_remove"])
def test_a_changed_connection_ends_its_current_run_at_the_next_step(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    steps: list[Mapping[str, Any]] = []

    def running(held: Connection, *_secrets: Any) -> Counts:
        if not steps:
            said = PAPERLESS | {"tag": "giro", "token": ""} if way == "connection" else {}
            assert browser.post(reverse(way, args=[connection.pk]), said).status_code == 302
        steps.append(held.settings)
        renew_lease(held)
        return Counts()

    monkeypatch.setitem(KINDS, "paperless", running)

    runs = run_due()

    left = Connection.objects.of(member.organization).first()
    is_asked_again = way not in {"connection_switch", "connection_remove"}
    assert (runs, len(steps)) == ((2, 2) if is_asked_again else (1, 1))
    assert [said["tag"] for said in steps] == ["bank", "giro" if way == "connection" else "bank"][: len(steps)]
    assert left is None or (left.held_until, left.failure, left.failures) == (None, "", 0)


@pytest.mark.parametrize("way", ["connection_new", "connection", "connection_accounts", "connection_switch", "connection_run"])
def test_whoever_says_something_of_a_connection_waits_for_no_round(
    way: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    rung: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.run_due, "apply_async", lambda **how: rung.append(how))

    with django_capture_on_commit_callbacks(execute=True):
        browser.post(reverse(way, args=["paperless" if way == "connection_new" else connection.pk]), PAPERLESS)

    assert rung == [{"retry": False}]
