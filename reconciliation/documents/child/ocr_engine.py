"""The engine for scanned pages: each asked-for page drawn, recognised and handed back as words, like those of printed text."""

from ctypes import byref
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.handles import Box
from reconciliation.documents.child.ocr_lines import PrintLine
from reconciliation.documents.child.ocr_models import Surest, insist_on_one_thread, recogniser, sample
from reconciliation.documents.child.ocr_picture import Pixels, level, picture
from reconciliation.documents.child.ocr_time import TimeBudget
from reconciliation.documents.child.ocr_words import Recognised, recognised
from reconciliation.documents.child.packing import packed
from reconciliation.documents.child.pdfium_engine import frame_of, unlocked
from reconciliation.documents.child.request import ChildRefused, ChildRequest


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """The first of the pages that `request.scanned` names, as many as the time suffices for. `marks` are figures that are not sure."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    canvas = Canvas(unlocked(pdf, request.password))
    pages: list[dict[str, Any]] = []
    marks: list[tuple[int, Box, str]] = []
    patience = TimeBudget(request.seconds)
    for number in request.scanned:
        if patience.is_over():
            break
        with canvas.page(number - 1) as page:
            frame = frame_of(page)
            found = read_picture(picture(page, canvas, frame), frame.size[0])
        marks += [(number, word.box, "figure") for word in found.uncertain]
        width, height = frame.size
        pages.append({"number": number, "width": width, "height": height, "source": "ocr", "words": packed(found.words)})
    notes = ["uncertain_figures"] if marks else []
    return {"pages": pages, "hidden": [], "hidden_text": False, "marks": marks, "notes": notes, "incomplete": False}


def read_picture(pixels: Pixels, width: float) -> Recognised:
    """Of a page so many points wide. Memory that runs out inside the recognition ends as such."""
    upright = level(pixels)
    try:
        result = RECOGNISE(upright)
    except Exception as failure:  # noqa: BLE001 - each of the libraries below has its own kind
        if "alloc" in str(failure).lower() or "memory" in str(failure).lower():
            raise MemoryError from None
        raise ChildRefused("damaged") from None
    return recognised(PrintLine.all_of(result), upright, points=width / upright.shape[1])


RECOGNISE = recogniser()  # all this on import, which is before the lock: afterwards no file can be read
read_picture(sample(), width=300.0)
RECOGNISE.text_rec.session = Surest(RECOGNISE.text_rec.session)
insist_on_one_thread()
