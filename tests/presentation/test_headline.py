"""The headline of a verdict is one sentence, derived from the verdict and its reasons."""

import pytest

from reconciliation.presentation.labels.verdicts import headline, headline_of_statement
from tests.presentation.verdicts import bridge, file, missing, new, statement


def test_a_proved_statement_says_so() -> None:
    result = headline(file(statement()))

    assert (result.tag, result.sentence, result.tone, result.detail) == (
        "Reconciled, proved",
        "Reconciled, and proved row by row.",
        "good",
        "",
    )


def test_outstanding_items_alone_are_calm_and_counted() -> None:
    result = headline_of_statement(
        statement(verdict="partial", reasons=["outstanding_unproved"], missing=[missing("-250.00"), missing("-75.00")])
    )

    assert result.sentence == "Ties with the bank. 2 items outstanding."
    assert result.tone == "calm"


def test_a_difference_is_counted_before_outstanding_items() -> None:
    result = headline_of_statement(
        statement(
            verdict="mismatched",
            reasons=["new_rows", "missing_rows", "outstanding_unproved"],
            new=[new("-12.00"), new("3.10", 2)],
            missing=[missing("-80.00", "possible_duplicate"), missing("-75.00")],
        )
    )

    assert (
        result.sentence == "Statement and books differ. 2 rows missing from your books, 1 entry not on the statement. 1 item outstanding."
    )
    assert result.tone == "bad"


def test_a_gap_in_the_reading_is_the_first_headline() -> None:
    result = headline_of_statement(statement(verdict="partial", reasons=["new_rows", "page_unread"], new=[new("-12.00")]))

    assert result.sentence == "Not all of this statement could be read."
    assert result.tone == "warn"


def test_a_difference_brought_forward_is_named() -> None:
    result = headline_of_statement(statement(verdict="mismatched", reasons=["opening_differs"], bridge=bridge(opening="40.00")))

    assert result.sentence == "Statement and books differ. The opening balance differs."


def test_both_halves_of_a_reversal_are_not_outstanding() -> None:
    halves = [missing("-300.00", proof="reversal"), missing("300.00", proof="reversal")]

    assert headline_of_statement(statement(missing=halves)).sentence == "Reconciled, and proved row by row."


def test_a_file_of_several_statements_counts_the_proved_ones() -> None:
    other = statement(verdict="unverifiable", reasons=["no_account"], bridge=None)

    result = headline(file(statement(), other, verdict="partial", reasons=("no_account",)))

    assert result.sentence == "1 of 2 statements in this file are proved."


def test_a_document_without_statements_says_why() -> None:
    result = headline(file(verdict="unverifiable", reasons=("not_a_statement",)))

    assert result.sentence == "This document is not a bank statement."


@pytest.mark.parametrize("verdict", ["matched", "mismatched", "partial", "unverifiable"])
def test_no_verdict_is_shown_as_its_bare_word(verdict: str) -> None:
    result = headline_of_statement(statement(verdict=verdict, reasons=[], bridge=None))

    assert verdict not in f"{result.tag} {result.sentence}".lower()
