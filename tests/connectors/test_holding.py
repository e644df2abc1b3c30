"""One run at a time for each connection: who asks meanwhile gets another one, and who lost it goes no further."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from connectors.holding import LEASE, hold_on, take_next
from connectors.kinds import KINDS
from connectors.outside import NotDone
from connectors.receiving import Counts
from connectors.running import run_due
from tests.connectors.adding import added, signed_in

pytestmark = pytest.mark.django_db


def test_who_asks_during_a_run_gets_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
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
    taken = take_next(timezone.now())
    assert taken
    hold_on(taken)
    later = timezone.now() + LEASE + LEASE
    assert take_next(later), "its lease ran out"

    with pytest.raises(NotDone) as lost:
        hold_on(taken)

    assert lost.value.code == "held"
