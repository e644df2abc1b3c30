"""Content that the second engine omits is reported; oddities are only notes."""

import pytest

from reconciliation.documents.child.pypdf_engine import LOST
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.second_opinion import Opinion, second_opinion
from tests.documents.broken import LOSSES, plain, written
from tests.documents.making import pdf_of


def opinion_of(pdf: bytes, limits: DocumentLimits = DocumentLimits()) -> Opinion:  # noqa: B008 - it is frozen
    opinion = second_opinion(pdf, password=None, limits=limits)
    assert opinion is not None
    return opinion


def test_a_sound_file_has_neither_losses_nor_notes() -> None:
    assert opinion_of(written(plain())) == Opinion(texts=("Rent 900.00",))


def test_every_warning_of_the_closed_list_has_a_file_of_its_own() -> None:
    assert LOSSES.keys() == LOST.keys()


@pytest.mark.parametrize("warning", LOSSES)
def test_a_warning_of_lost_content_is_reported_as_such(warning: str) -> None:
    assert LOST[warning] in opinion_of(LOSSES[warning]).lost


def test_any_other_warning_is_a_note() -> None:
    pdf = written(plain())

    opinion = opinion_of(pdf.replace(b"startxref\n", b"startxref\n1"))

    assert opinion.texts == ("Rent 900.00",)
    assert (opinion.lost, opinion.notes) == ((), ("structure_repaired",))


@pytest.mark.parametrize("limits", [DocumentLimits(characters=5), DocumentLimits(pages=1)])
def test_content_beyond_a_limit_is_lost(limits: DocumentLimits) -> None:
    page = pdf_of(lambda canvas: canvas.drawString(50, 700, "12345"), lambda canvas: canvas.drawString(50, 700, "12345"))

    opinion = opinion_of(page, limits)

    assert opinion.texts == ("12345",)
    assert opinion.lost == ("limit_reached",)


def test_the_second_engine_has_no_opinion_on_a_file_it_cannot_open() -> None:
    assert second_opinion(b"", password=None, limits=DocumentLimits()) is None
