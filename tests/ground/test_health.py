"""The page that says whether the server can do its work."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings


@pytest.mark.django_db
def test_it_answers_under_any_name_and_without_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True

    answer = client.get("/health", headers={"host": "10.0.0.7:8000"})

    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_without_a_database_the_server_is_not_well(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", refuse)

    assert client.get("/health").status_code == 503
