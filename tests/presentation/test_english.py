"""The English of the source has the terms of the United States; British English has its own where they differ."""

import re

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from people.formats import Language
from scripts.translations import PROJECT, VARIANTS, catalog

BRITISH = re.compile(
    r"(recogn|synchron|organ|author|summar|categor|final|normal)is(e|ing|ation)|colour|favour|cheque|centre|\blicence", re.IGNORECASE
)


@pytest.mark.parametrize(
    ("language", "read"),
    [
        ("en", ["Outstanding payments", "Deposits in transit", "Check number", "Checking"]),
        ("en-gb", ["Unpresented cheques and payments", "Outstanding lodgements", "Cheque number", "Current account"]),
    ],
)
def test_each_country_reads_its_own_terms(language: str, read: list[str]) -> None:
    with translation.override(language):
        assert [gettext(term) for term in ("Outstanding payments", "Deposits in transit", "Check number", "Checking")] == read


def test_the_source_is_spelled_as_in_the_united_states() -> None:
    messages = [str(message.id) for message in catalog(PROJECT / "locale" / "de" / "LC_MESSAGES" / "django.po") if message.id]

    assert [text for text in messages if BRITISH.search(text)] == []


def test_each_variant_can_be_chosen() -> None:
    assert {name.replace("_", "-").lower() for name in VARIANTS} <= set(Language.values)


@pytest.mark.django_db
def test_the_browser_chooses_the_variant(client: Client) -> None:
    accepted = [client.get("/sign-in/", headers={"accept-language": language}) for language in ("en-GB,en;q=0.8", "en-US", "en")]

    assert [answer.headers["Content-Language"] for answer in accepted] == ["en-gb", "en", "en"]
