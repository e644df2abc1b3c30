"""The classifier names the digit in the picture of a character, or none, in any print."""

from collections.abc import Callable, Iterator

import numpy as np
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.child.canvas import Canvas as PageCanvas
from reconciliation.documents.child.digits import NONE, WEIGHTS, Pixels, likelihoods
from reconciliation.documents.child.figures import Drawing, picture
from reconciliation.documents.child.pdfium_engine import frame_of
from tests.documents.making import HEIGHT, pdf_of

PITCH = 30  # points from one character to the next
Draw = Callable[[Canvas, float, str], None]


def pictures(texts: str, draw: Draw, *, dpi: int = 200, baseline: float = 700, tall: float = 9) -> list[Pixels]:
    """Each of the characters, as drawn at its place, with some paper around it."""

    def draw_all(canvas: Canvas) -> None:
        for index, text in enumerate(texts):
            draw(canvas, 50 + PITCH * index, text)

    pdf = pdf_of(draw_all)
    document = pypdfium2.PdfDocument(pdf)
    page, scale, shown = document[0], dpi / 72, PageCanvas(document.raw)
    top, bottom = round((HEIGHT - baseline - tall) * scale), round((HEIGHT - baseline + 3) * scale)
    return [
        picture(page.raw, shown, frame_of(page.raw), (round(left * scale), top, round((left + 10) * scale), bottom), Drawing(scale, 0))
        for left in (49 + PITCH * index for index in range(len(texts)))
    ]


def plain(font: str, size: float = 10) -> Draw:
    def draw(canvas: Canvas, x: float, text: str) -> None:
        canvas.setFont(font, size)
        canvas.drawString(x, 700, text)

    return draw


def light_on_dark(canvas: Canvas, x: float, text: str) -> None:
    canvas.setFillGray(0.2)
    canvas.rect(x - 5, 690, 25, 30, stroke=0, fill=1)
    canvas.setFillGray(1)
    canvas.drawString(x, 700, text)


def faint(canvas: Canvas, x: float, text: str) -> None:
    canvas.setFillGray(0.75)
    canvas.drawString(x, 700, text)


def condensed(canvas: Canvas, x: float, text: str) -> None:
    line = canvas.beginText(x, 700)
    line.setHorizScale(65)
    line.textOut(text)
    canvas.drawText(line)


def underlined(canvas: Canvas, x: float, text: str) -> None:
    canvas.drawString(x, 700, text)
    canvas.line(x - 5, 698, x + 20, 698)


def between_neighbours(canvas: Canvas, x: float, text: str) -> None:
    canvas.drawString(x - 4.9, 700, "8")
    canvas.drawString(x, 700, text)
    canvas.drawString(x + 7.5, 700, "8")


PRINTS = {
    **{font: plain(font) for font in ("Helvetica", "Helvetica-BoldOblique", "Times-Roman", "Times-BoldItalic", "Courier", "Courier-Bold")},
    "small": plain("Helvetica", 6.5),
    "light_on_dark": light_on_dark,
    "faint": faint,
    "condensed": condensed,
    "underlined": underlined,
    "between_neighbours": between_neighbours,
}


@pytest.mark.parametrize("draw", PRINTS.values(), ids=PRINTS)
@pytest.mark.parametrize("dpi", [100, 200, 450])
def test_a_digit_is_most_likely_itself(draw: Draw, dpi: int) -> None:
    answer = likelihoods(pictures("0123456789", draw, dpi=dpi))

    assert answer.argmax(axis=1).tolist() == list(range(10))


@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman", "Courier"])
def test_letters_and_signs_are_none(font: str) -> None:
    answer = likelihoods(pictures("AEFHKMNTUVWXadefhkmntwx%&#+?", plain(font)))

    assert (answer[:, :NONE].max(axis=1) < 0.5).all()


def test_two_digits_in_one_crop_are_none() -> None:
    def pair(canvas: Canvas, x: float, text: str) -> None:
        canvas.setFont("Helvetica", 7)
        canvas.drawString(x, 700, 2 * text)

    assert (likelihoods(pictures("23456890", pair)).argmax(axis=1) == NONE).all()


def boxes() -> Iterator[Pixels]:
    """Yield the boxes that fonts draw for missing characters."""
    for height, width in ((14, 9), (20, 12), (40, 24)):
        box = np.full((height + 4, width + 4), 255, np.uint8)
        box[2:-2, 2:-2] = 0
        box[4:-4, 4:-4] = 255
        yield box


def test_an_empty_box_is_none() -> None:
    assert (likelihoods(list(boxes())).argmax(axis=1) == NONE).all()


@pytest.mark.parametrize("shape", [(1, 1), (20, 10), (0, 5), (5, 0), (300, 200)])
@pytest.mark.parametrize("shade", [0, 128, 255])
def test_paper_without_ink_is_none_for_certain(shape: tuple[int, int], shade: int) -> None:
    assert likelihoods([np.full(shape, shade, np.uint8)]).tolist() == [[0] * NONE + [1]]


def test_any_picture_has_an_answer_that_sums_to_one() -> None:
    random = np.random.default_rng(1)
    crops = [random.integers(0, 256, (height, width), np.uint8) for height in (1, 2, 9, 70, 400) for width in (1, 3, 8, 90)]

    answer = likelihoods(crops)

    assert answer.shape == (len(crops), NONE + 1)
    assert (answer >= 0).all()
    assert answer.sum(axis=1) == pytest.approx(np.ones(len(crops)), abs=1e-5)
    assert likelihoods([]).shape == (0, NONE + 1)


def test_a_crop_has_the_same_answer_alone_and_among_others() -> None:
    crops = pictures("0123456789", plain("Helvetica")) + pictures("AB", plain("Times-Roman", 20))

    alone = np.concatenate([likelihoods([crop]) for crop in crops])

    assert likelihoods(crops) == pytest.approx(alone, abs=1e-4)


def test_the_weights_are_few_and_hold_no_code() -> None:
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        assert {array.dtype.kind for array in stored.values()} <= {"i", "f"}

    assert WEIGHTS.stat().st_size < 130_000
