"""Everything that the reading confirms or leaves open has a sentence."""

import re
from functools import partial
from pathlib import Path

import pytest
from django.utils import translation

from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import OF_MONEY, SENTENCES, sentence, sentences
from reconciliation.printed.statement import Fact
from reconciliation.reading.proving.gate import CHECKS
from tests.project import PROJECT

READING = PROJECT / "reconciliation" / "reading"
CODE = re.compile(r'Fact\(code="(\w+)"|doubts(?:\.add\(| \|= \{)"(\w+)"|\("(no_\w+)", best\.')


def codes_in(file: Path) -> set[str]:
    return {code for pair in CODE.findall(file.read_text()) for code in pair if code}


def test_every_code_of_the_reading_has_a_sentence() -> None:
    used = {check.code for check in CHECKS} | set().union(*(codes_in(file) for file in READING.rglob("*.py")))

    assert {"rows_lead", "balances_follow", "no_opening", "pieces", "segments", "unproved"} <= used
    assert used - set(SENTENCES) == set()


def test_a_sentence_names_its_figures_and_merges_those_of_one_kind() -> None:
    assert sentence(Fact(code="balances_follow", figures=("15", "15"))) == "15 of 15 printed balances follow from their rows."
    assert sentences([Fact(code="ink_unread")] * 3) == ["Something is printed here that was not read."]


def test_a_stored_code_of_another_version_has_no_sentence() -> None:
    assert sentences([Fact(code="forward_only"), Fact(code="no_opening")]) == ["No opening balance was found."]


@pytest.mark.parametrize(("language", "written"), [("en", "\u22121,350.50"), ("de", "\u22121.350,50")])
@pytest.mark.parametrize("code", sorted(OF_MONEY))
def test_amounts_are_written_as_on_the_rest_of_the_page(code: str, language: str, written: str) -> None:
    fact = Fact(code=code, figures=("-1,350.50", "-1,350.50"))

    with translation.override(language):
        assert written in sentence(fact, partial(figure, currency="EUR"))
