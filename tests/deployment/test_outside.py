"""The guard that watches every test: nothing is asked of the network within a transaction."""

import httpx2
import pytest
from django.core.mail import EmailMessage
from django.db import transaction

from tests.assistant.local_server import completion, serving
from tests.outside import AskedInATransaction

pytestmark = pytest.mark.django_db


def test_a_request_within_a_transaction_is_an_error_and_one_beside_it_is_none() -> None:
    with serving(completion({"role": "assistant", "content": "yes"})) as server, httpx2.Client() as client:
        with transaction.atomic(), pytest.raises(AskedInATransaction):
            client.post(server.url, json={})
        assert server.requests == []

        assert client.post(server.url, json={}).is_success


def test_a_letter_within_a_transaction_is_an_error() -> None:
    with transaction.atomic(), pytest.raises(AskedInATransaction):
        EmailMessage("subject", "text", None, ["a@example.com"]).send()
