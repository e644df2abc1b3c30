"""Count honest digits that are doubted, and lies that are not, on PDFs whose text is true.

    python -m scripts.digits.measure [--lies] FILE_OR_FOLDER ...

Every digit that is seen on a page is looked at as part of a figure. `second` were below the threshold at first, `unlike` stayed so
and are listed; `lies` is the share of digits that stay above the threshold at the first look when they are called another digit
(each of nine). With --lies one digit of each figure is called another one, and `believed` is how many of them pass both looks.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from ctypes import byref
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.claims import Figure, claims_of, digit_of
from reconciliation.documents.child.content_stream import Drawn, drawn_on, loaded
from reconciliation.documents.child.digits import Numbers
from reconciliation.documents.child.figures import (
    LIKELY,
    MAX_PIXELS,
    RESOLUTION,
    DigitCheck,
    Drawing,
    Unlike,
    active_objects,
)
from reconciliation.documents.child.pdfium_engine import frame_of, unlocked
from reconciliation.documents.child.request import ChildRefused, Frame
from reconciliation.documents.child.text_builder import Scribe
from reconciliation.documents.child.visibility import Look, parted
from reconciliation.documents.child.words import Glyph, Stretch

IN_FIGURES = set(".,'-+ ")


def figures_of(stretches: Sequence[Stretch]) -> list[Figure]:
    """Runs of digits and the signs between them."""
    figures: list[Figure] = []
    for stretch in stretches:
        for is_figure, glyphs in groupby(stretch.glyphs, key=in_figure):
            own = list(glyphs)
            if is_figure and any(digit_of(text) is not None for text, *_ in own):
                figures.append([Stretch(stretch.painted_by, stretch.baseline, stretch.size, own)])
    return figures


def in_figure(glyph: Glyph) -> bool:
    return glyph[0] in IN_FIGURES or digit_of(glyph[0]) is not None


def pages(pdf: bytes) -> Iterator[tuple[Any, Canvas, Frame, Drawn, list[Figure]]]:
    """Yield each page, open, with its visible figures. Raises ChildRefused if the document does not open."""
    with loaded(unlocked(pdf, None), pdfium.FPDF_CloseDocument) as document:
        canvas = Canvas(document)
        for index in range(pdfium.FPDF_GetPageCount(document)):
            with canvas.page(index) as page:
                frame, drawn = frame_of(page), drawn_on(page)
                with loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
                    scribe = Scribe(text_page, frame)
                    stretches = scribe.stretches()
                shown = active_objects(drawn)
                visible = parted(stretches, scribe.styles, Look(page, canvas, frame, drawn), frame)[0] if stretches else []
                for stretch in shown:
                    calls.set_active(stretch, 1)
                yield page, canvas, frame, drawn, figures_of(visible)


class Tally:
    def __init__(self) -> None:
        self.digits = self.second = self.lies = self.pages = self.lying = self.believed = 0
        self.seconds = 0.0
        self.unlike: list[tuple[int, Unlike]] = []

    def add(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, figures: list[Figure], check: DigitCheck) -> None:
        self.pages += 1
        started = time.process_time()
        unlike = check.unlike(page, canvas, frame, drawn, figures)
        self.seconds += time.process_time() - started
        self.unlike += [(self.pages, digit) for digit in unlike]
        claims = list(claims_of(figures))
        if claims:
            scores = np.array(check.known(check.crops(page, canvas, frame, claims, Drawing(RESOLUTION, MAX_PIXELS))[0]))
            self.count(scores, np.array([claim.digit for claim in claims]))

    def lie(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, figures: list[Figure], check: DigitCheck) -> None:
        lying = [lied(figure, number) for number, figure in enumerate(figures)]
        wrong = {digit.figure for digit in check.unlike(page, canvas, frame, drawn, lying)}
        self.lying += len(lying)
        self.believed += len(lying) - len(wrong)

    def count(self, scores: Numbers, digits: Any) -> None:
        self.digits += len(digits)
        self.second += int((scores[np.arange(len(digits)), digits] < LIKELY).sum())
        self.lies += int((scores[:, :10] >= LIKELY)[np.arange(10) != digits[:, None]].sum())

    def __str__(self) -> str:
        digits = max(self.digits, 1)
        return (
            f"{self.digits:7} digits, second {self.second:5} ({self.second / digits:.3%}), unlike {len(self.unlike):4}, "
            f"lies {self.lies / digits / 9:.4%}, {1000 * self.seconds / max(self.pages, 1):5.1f} ms a page"
            + (f", believed {self.believed} of {self.lying}" if self.lying else "")
        )


def lied(figure: Figure, number: int) -> Figure:
    """Return the figure with one of its digits called another one; the number chooses the digit."""
    [stretch] = figure
    places = [place for place, (text, *_) in enumerate(stretch.glyphs) if digit_of(text) is not None]
    glyphs = list(stretch.glyphs)
    place = places[number % len(places)]
    text, x0, x1, after_space = glyphs[place]
    glyphs[place] = (str(((digit_of(text) or 0) + 1 + number % 9) % 10), x0, x1, after_space)
    return [Stretch(stretch.painted_by, stretch.baseline, stretch.size, glyphs)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--lies", action="store_true")
    options = parser.parse_args()
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    whole = Tally()
    for given in options.paths:
        for path in sorted(given.rglob("*.pdf")) if given.is_dir() else [given]:
            own = Tally()
            check = DigitCheck()
            try:
                for page in pages(path.read_bytes()):
                    own.add(*page, check)
                    if options.lies:
                        own.lie(*page, check)
            except ChildRefused as refusal:
                print(f"{path.name}: {refusal.code}")
                continue
            print(own, path.name)
            for number, digit in own.unlike[:8]:
                print(f"    page {number}: {digit.called} looks like {digit.looks_like} at {[round(side) for side in digit.box]}")
            for name in ("digits", "second", "lies", "pages", "seconds", "unlike", "lying", "believed"):
                setattr(whole, name, getattr(whole, name) + getattr(own, name))
    print(whole, "in all")


if __name__ == "__main__":
    main()
