"""Every code that can be stored has its words, in each language."""

import pytest
from django.utils import translation

from reconciliation.documents.unreadable import MESSAGES
from reconciliation.presentation.labels.processing import ADVICE, OTHERS, UNKNOWN, failure
from reconciliation.presentation.labels.verdicts import REASONS, reasons_of

CODES = [
    "date_differs",
    "chain_gap",
    "chain_breaks",
    "carried_over",
    "opening_undecided",
    "page_unread",
    "integrity_unproved",
    "new_rows",
    "missing_rows",
    "amount_differs",
    "sign_differs",
    "opening_differs",
    "ends_unconfirmed",
    "reading_confirmed",
    "outstanding_unproved",
    "cut_off",
    "ambiguous_rows",
    "weak_pair",
    "group_to_confirm",
    "contra_to_confirm",
    "totals_only",
    "integrity_failed",
    "figures_unaccounted",
    "no_balance",
    "no_opening",
    "opening_unknown",
    "account_unconfirmed",
    "overlaps",
    "no_account",
    "currency_conflict",
    "not_a_statement",
    "unreadable",
    "ledger_from_this_statement",
]
FIGURES = {
    "megabytes": 25,
    "pages": 900,
    "limit": 500,
    "seconds": 30,
    "characters": 2_000_000,
    "attempts": 3,
    "cause": "ValueError",
    "why": "It has neither rows nor balances.",
    "questions": "Choose the date format.",
    "missing": 1,
    "locks": 8,
}


def test_every_reason_has_its_words_and_there_are_no_others() -> None:
    assert sorted(REASONS) == sorted(CODES)


@pytest.mark.parametrize("code", [*MESSAGES, *OTHERS])
def test_every_error_says_what_happened_and_what_to_do(code: str) -> None:
    said = failure({"code": code, "params": FIGURES})

    assert said is not None
    assert said.what != str(UNKNOWN)
    assert "%(" not in said.what + said.advice
    assert said.advice


def test_every_unreadable_document_has_advice_of_its_own() -> None:
    assert set(MESSAGES) <= set(ADVICE)


def test_an_unforeseen_error_still_gets_a_sentence() -> None:
    said = failure({"code": "struck_by_lightning"})

    assert said is not None
    assert said.what == str(UNKNOWN)


def test_an_error_without_its_figures_is_no_second_error() -> None:
    assert failure({"code": "too_many_pages"}) is not None


def test_no_error_has_no_words() -> None:
    assert failure(None) is None


def test_a_reason_that_is_not_known_here_is_left_out() -> None:
    assert reasons_of(["new_rows", "from_the_future"]) == [REASONS["new_rows"]]


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_a_german_translation(code: str) -> None:
    english = str(REASONS[code].says)

    with translation.override("de"):
        assert str(REASONS[code].says) != english
