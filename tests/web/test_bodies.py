"""Request bodies are limited by sender and length before they are stored."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import Settings

from tests.addresses import reverse
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db
LARGE = b"%PDF-" + b"x" * 3_000_000


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(MembershipFactory.create().user)
    return client


def sent(client: Client, address: str) -> int:
    return client.post(reverse(address), {"files": SimpleUploadedFile("a.pdf", LARGE)}).status_code


def test_a_member_may_send_a_larger_body_than_a_stranger(browser: Client) -> None:
    assert sent(Client(), "sign_in") == 413
    assert sent(browser, "upload") == 302


def test_a_body_above_the_limit_is_refused_for_every_sender(browser: Client, settings: Settings) -> None:
    settings.REQUEST_MAX_BYTES = len(LARGE)

    assert sent(browser, "upload") == 413


def test_a_body_without_a_length_is_refused(browser: Client) -> None:
    answer = browser.generic("POST", reverse("upload"), headers={"Transfer-Encoding": "chunked"}, CONTENT_LENGTH="")

    assert answer.status_code == 411
    assert "Nothing was stored." in answer.content.decode()


def test_an_upload_without_a_file_says_so(browser: Client) -> None:
    answer = browser.post(reverse("upload"), {})

    assert answer.status_code == 400
    assert "No file was received." in answer.content.decode()


def test_a_file_beyond_the_limit_is_refused_with_the_limit(browser: Client, settings: Settings) -> None:
    settings.DOCUMENT_MAX_BYTES = 500_000

    answer = browser.post(reverse("upload"), {"files": SimpleUploadedFile("a.pdf", LARGE)})

    assert "This file is larger than the limit of 0.5 MB." in answer.content.decode()


def test_an_unreadable_body_gets_an_explanation(browser: Client) -> None:
    answer = browser.post(reverse("upload"), b"nothing", content_type="multipart/form-data; boundary=")

    assert answer.status_code == 400
    assert "This could not be accepted" in answer.content.decode()
