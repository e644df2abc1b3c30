"""Months, enumerations and sentences as each language writes them."""

import datetime as dt

import pytest
from django.utils import translation

from people.formats import in_letters, listed, sentences, written_day, written_month

JUNE = dt.date(2026, 6, 3)


@pytest.mark.parametrize(
    ("language", "month"),
    [
        ("en", "June 2026"),
        ("en-gb", "June 2026"),
        ("de", "Juni 2026"),
        ("fr", "juin 2026"),
        ("es", "junio de 2026"),
        ("it", "giugno 2026"),
        ("nl", "juni 2026"),
        ("pt-br", "junho de 2026"),
        ("ja", "2026年6月"),
    ],
)
def test_a_month_is_written_as_inside_a_sentence(language: str, month: str) -> None:
    with translation.override(language):
        assert written_month(JUNE) == month


def test_a_dutch_day_has_its_month_in_small_letters() -> None:
    with translation.override("nl"):
        assert written_day(JUNE) == "3 jun 2026"


@pytest.mark.parametrize("language", ["en", "en-gb", "de", "fr", "es", "it", "nl", "pt-br", "ja"])
def test_no_two_months_have_one_abbreviation(language: str) -> None:
    with translation.override(language):
        assert len({in_letters(JUNE.replace(month=month), "M") for month in range(1, 13)}) == 12


def test_japanese_has_its_own_punctuation() -> None:
    with translation.override("ja"):
        assert listed(["一", "二"]) == "一、二"
        assert sentences("一", "", "二。") == "一。二。"


def test_sentences_have_a_capital_and_one_full_stop() -> None:
    assert listed(["one row", "two entries"]) == "one row, two entries"
    assert sentences("Differs.", "1 row is missing", "") == "Differs. 1 row is missing."
