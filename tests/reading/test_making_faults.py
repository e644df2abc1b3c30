"""Generated faults are planted, visible on paper, and leave the truth unchanged or record the change."""

import datetime as dt
from collections import Counter
from decimal import Decimal

import pytest

from reconciliation.reading.reader import read
from tests.reading.making.around import PLAIN
from tests.reading.making.bank import Bank, Entry, Print
from tests.reading.making.chance import seeded
from tests.reading.making.faults import PAGES, plant_in_pages
from tests.reading.making.figures_at_fault import as_no_number
from tests.reading.making.habits import Habits
from tests.reading.making.losses import LOSSES
from tests.reading.making.maker import make, spoiled
from tests.reading.making.report import report
from tests.reading.making.sheet import Sheet, Text
from tests.reading.making.trial import Trial, judged, trial_of_faults
from tests.reading.making.worse import WORSE
from tests.reading.readings import ACCOUNT


def first_with(fault: str) -> int:
    """The first seed whose document can have this fault."""
    return next(seed for seed in range(300) if spoiled(seed, only=fault).made.fault == fault)


@pytest.mark.parametrize("fault", WORSE)
def test_each_fault_is_planted_and_shows_on_paper(fault: str) -> None:
    seed = first_with(fault)

    assert spoiled(seed, only=fault).sheet != make(seed).sheet


def test_losses_are_faults() -> None:
    assert {*WORSE, *PAGES} >= LOSSES >= {*PAGES}


def test_a_document_has_the_same_fault_each_time() -> None:
    assert spoiled(11).sheet == spoiled(11).sheet
    assert spoiled(11).made == spoiled(11).made


@pytest.mark.parametrize("style", ["letters", "colon", "stars"])
@pytest.mark.parametrize("text", ["1,234.56", "23.47", "900", "-7.00"])
def test_a_garbled_amount_is_no_number(text: str, style: str) -> None:
    assert as_no_number(text, style) != text


@pytest.mark.parametrize("seed", [2820010564, 2820014885])
def test_garbled_amounts_that_cancel_are_no_rows_and_forbid_a_proof(seed: int) -> None:
    """One has a row whose words name a sum of checks; the other has a currency right before the garbled digits."""
    assert not judged(seed, spoiled(seed)).false


def test_a_false_claim_is_reported_with_its_seed() -> None:
    output = report(1, [Trial(17, make(17).habits, "day_turned", false=True)])

    assert "day_turned" in output
    assert "false 1: 17" in output


def test_most_trials_of_faults_have_a_fault() -> None:
    faults = Counter(trial_of_faults(seed).fault for seed in range(4))

    assert faults["none"] < 3


def test_pages_that_are_taken_out_have_rows_or_unnamed_ends() -> None:
    taken = [document for seed in range(40) if (document := spoiled(seed)).made.fault == "page_taken"]

    assert all(document.habits["page_number"] == "none" for document in taken)


def test_the_reader_takes_a_faulty_document() -> None:
    assert read(spoiled(5).sheet.document()).pages >= 1
    assert dt.date.min < spoiled(5).made.accounts[0].first


def test_a_page_that_is_doubled_has_rows() -> None:
    habits = Habits({**PLAIN, "page_number": "none"})
    row = Entry(ACCOUNT.movements[0], ACCOUNT.closing, page=1)
    output = Print(ACCOUNT, [row], ACCOUNT.opening, ACCOUNT.closing, ACCOUNT.opening, ACCOUNT.opening)
    pages = [[Text(40, 60, name, 9, "Helvetica")] for name in ("Terms", "Rows", "List of checks")]
    for seed in range(9):
        sheet = Sheet(pages=[*pages])

        assert plant_in_pages(seeded(seed), habits, sheet, [output]) == "page_doubled"
        assert sheet.pages == [*pages[:2], *pages[1:]]


def test_no_debt_is_called_a_credit() -> None:
    banks = [Bank(seeded(seed), Habits({**PLAIN, "country": "fr"})) for seed in range(9)]

    assert len({bank.dated_label(Decimal(1)) for bank in banks}) == 2
    assert {bank.dated_label(Decimal(-1)) for bank in banks} == {"Solde au {}"}
