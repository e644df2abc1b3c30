"""A full disk is a sentence, and nothing of the request is stored; any other error remains an error."""

import errno
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError
from django.db.models import Model
from django.test import Client
from pytest_django.fixtures import Settings

from people.models import Membership
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.api.programs import Program
from tests.factories import AccountFactory, MembershipFactory

pytestmark = pytest.mark.django_db
SENTENCE = "The disk of the server is full."
FULL = [OSError(errno.ENOSPC, "No space left on device"), OSError(errno.EDQUOT, "Quota exceeded")]
OTHER = [OSError(errno.EIO, "Input/output error"), ValueError("a fault")]


@pytest.fixture
def member() -> Membership:
    return MembershipFactory.create(organization__name="Ours")


@pytest.fixture
def browser(member: Membership, settings: Settings) -> Client:
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 0
    client = Client(raise_request_exception=False)
    client.force_login(member.user)
    return client


def raising(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, error: Exception) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(owner, name, fail)


def sent(browser: Client, place: str, field: str) -> Any:
    return browser.post(place, {field: SimpleUploadedFile("a.csv", b"date,amount\n2026-01-05,-1.00\n")})


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("error", FULL)
def test_a_large_file_that_finds_no_room_is_refused_in_words(
    member: Membership, browser: Client, monkeypatch: pytest.MonkeyPatch, ledger: bool, error: Exception
) -> None:
    account = AccountFactory.create(organization=member.organization)
    place, field = (reverse("account_import", args=[account.pk]), "file") if ledger else (reverse("upload"), "files")
    raising(monkeypatch, TemporaryFileUploadHandler, "receive_data_chunk", error)

    answer = sent(browser, place, field)

    assert answer.status_code == 503
    assert SENTENCE in answer.content.decode()
    assert StatementImport.objects.across_organizations("the test looks at all").count() == 0
    monkeypatch.undo()
    assert sent(browser, place, field).status_code in {200, 302}


@pytest.mark.parametrize("error", OTHER)
def test_another_error_is_no_full_disk(browser: Client, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    raising(monkeypatch, TemporaryFileUploadHandler, "receive_data_chunk", error)

    answer = sent(browser, reverse("upload"), "files")

    assert (answer.status_code, SENTENCE in answer.content.decode()) == (500, False)


def test_settings_that_the_database_has_no_room_for_are_refused_in_words(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    form = {"language": "en", "date_format": "", "number_format": ""}
    raising(monkeypatch, Model, "save", OperationalError("database or disk is full"))

    answer = browser.post(reverse("preferences"), form)

    assert answer.status_code == 503
    assert SENTENCE in answer.content.decode()


@pytest.mark.parametrize(("error", "status", "code"), [(FULL[0], 503, "disk_full"), (OTHER[1], 500, None)])
def test_a_program_receives_a_code(
    member: Membership, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str | None
) -> None:
    program, client = Program(member), Client(raise_request_exception=False)
    raising(monkeypatch, Model, "save", error)

    answer = client.post("/api/v1/accounts", {"name": "Cash", "currency": "EUR"}, content_type="application/json", headers=program.headers)

    assert answer.status_code == status
    assert (answer.json()["code"] if code else None) == code
