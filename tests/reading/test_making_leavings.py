"""Remnants that PDF producers leave in a file are drawn often, have an effect and do not change the printed truth."""

from collections import Counter

import pytest

from reconciliation.documents.opening import open_document
from tests.reading.making.chance import seeded
from tests.reading.making.drawn import pdf_of
from tests.reading.making.habits import LEAST
from tests.reading.making.leavings import DRAWN, LEAVINGS, OWN, WAYS, draw_leavings, each_leaving, realistic
from tests.reading.making.maker import Document, make
from tests.reading.making.report import report
from tests.reading.making.trial import trial_of_realistic
from tests.reading.making.twice import Twice, report_twice, twice, with_one_leaving

SEED = 3000


def left(facet: str, option: str, seed: int = SEED) -> Document:
    document = make(seed)
    WAYS[facet](seeded(seed + OWN), document, option)
    return document


def test_each_leaving_is_drawn_often() -> None:
    documents = 4000
    drawn: Counter[tuple[str, str]] = Counter()
    for seed in range(documents):
        drawn.update(draw_leavings(seeded(seed)).items())

    assert [leaving for leaving in each_leaving(drawn=True) if drawn[leaving] < LEAST * documents] == []


def test_each_facet_has_its_way() -> None:
    assert WAYS.keys() == {facet.name for facet in LEAVINGS}
    assert WAYS.keys() >= DRAWN


@pytest.mark.parametrize(("facet", "option"), each_leaving(drawn=True))
def test_each_leaving_changes_the_sheet_and_nothing_that_is_true(facet: str, option: str) -> None:
    document, plain = left(facet, option), make(SEED)

    assert document.sheet != plain.sheet
    assert document.made == plain.made


@pytest.mark.parametrize(("facet", "option"), [leaving for leaving in each_leaving(drawn=False) if leaving[0] not in DRAWN])
def test_leavings_that_a_page_can_hold_are_in_the_opened_document(facet: str, option: str) -> None:
    assert left(facet, option).sheet.document() != make(SEED).sheet.document()


@pytest.mark.parametrize("option", ["white", "unpainted", "tiny"])
def test_invisible_words_are_stored_as_hidden_text(option: str) -> None:
    sheet = left("hidden_head", option).sheet

    assert sheet.document().pages == make(SEED).sheet.document().pages
    assert sheet.document().hidden
    assert sheet.document().hidden_text


def test_words_off_the_page_and_under_a_box_are_hidden() -> None:
    assert left("job_code", "below").sheet.document().hidden
    assert left("redacted", "yes").sheet.document().hidden


@pytest.mark.parametrize("order", ["columns", "upward", "shuffled"])
def test_the_order_of_text_changes_the_file_and_not_the_page(order: str) -> None:
    document = left("framed", order)

    assert pdf_of(document.sheet) != pdf_of(make(SEED).sheet)
    assert document.sheet.document() == make(SEED).sheet.document()


@pytest.mark.parametrize(("facet", "option"), [("framed", "left"), ("framed", "right"), ("cropped", "yes")])
def test_pages_that_are_turned_or_cropped_are_shown_as_any_other(facet: str, option: str) -> None:
    pages = [open_document(document.sheet.pdf()).pages for document in (make(SEED), left(facet, option))]

    assert [[word.text for word in page.words] for page in pages[0]] == [[word.text for word in page.words] for page in pages[1]]


def test_a_realistic_document_is_the_same_each_time() -> None:
    assert realistic(7).sheet == realistic(7).sheet
    assert realistic(7).made == make(7).made


def test_the_report_counts_leftovers_of_producers_among_the_habits() -> None:
    trials = [trial_of_realistic(seed) for seed in range(4)]

    assert {facet for one in trials for facet in one.habits} & WAYS.keys()
    assert f"{len(trials)} documents" in report(0, trials)


def test_one_thing_is_left_in_the_second_of_two_documents() -> None:
    without, with_it, leaving = with_one_leaving(7, pdf=False)

    assert without.sheet == make(7).sheet != with_it.sheet
    assert leaving == twice(7).leaving != ""


def test_the_report_counts_the_settled_that_are_lost() -> None:
    done = [
        Twice(1, "feet=yes", before=True, why=("orientation",)),
        Twice(2, "feet=yes", before=True, after=True),
        Twice(3, "", false=True),
    ]

    assert "settled without 2, of these lost 1" in report_twice(1, done)
    assert "1 orientation" in report_twice(1, done)
    assert "false: 3" in report_twice(1, done)


@pytest.mark.parametrize(
    ("seed", "leaving"),
    [
        (2811301492, "redacted=yes"),
        (2811302294, "stamped=level"),
        (2811304457, "logo=yes"),
        (2815500217, "redacted=yes"),
        (2825004623, "bar_code=foot"),
        (2825001235, "glyphs=lost"),
    ],
)
def test_a_settled_document_is_settled_also_with_a_leaving(seed: int, leaving: str) -> None:
    """A lone day that counts on like a bare page number; a stamp over a line; a logo far above rows of many lines; two days with points
    alone in a row; a page's foot between headings and rows; names under days, some without their first letter."""
    done = twice(seed)

    assert (done.leaving, done.before, done.after) == (leaving, True, True)
