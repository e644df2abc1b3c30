"""Requests to other servers are sent between transactions: checked in every test. A provider that hangs must lock no row of ours."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from django.core.mail import EmailMessage
from django.db import connections


class AskedInATransaction(AssertionError):
    """Something was asked or sent over the network while this thread held a transaction open."""


@pytest.fixture(autouse=True)
def asks_between_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests to providers and letters, by whichever thread."""
    monkeypatch.setattr(httpx2.Client, "send", _outside(httpx2.Client.send))
    monkeypatch.setattr(EmailMessage, "send", _outside(EmailMessage.send))


def _outside(call: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **options: Any) -> Any:
        held = [alias for alias in connections if _holds_a_transaction(alias)]
        if held:
            raise AskedInATransaction(call.__qualname__)
        return call(*arguments, **options)

    return called


def _holds_a_transaction(alias: str) -> bool:
    """One of the product's own: that around a test does not count."""
    return any(not getattr(block, "_from_testcase", False) for block in connections[alias].atomic_blocks)
