"""The engine for scanned pages: each page is drawn, turned level, recognised and returned as words, as long as one more ends in time."""

import os
from ctypes import byref
from itertools import groupby
from math import radians, tan
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child.canvas import BLUE_GREEN_RED, Canvas
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.ocr_time import TimeBudget
from reconciliation.documents.child.ocr_words import PrintLine, Recognised, recognised
from reconciliation.documents.child.pdfium_engine import frame_of, unlocked
from reconciliation.documents.child.request import ChildRefused, ChildRequest, Frame
from reconciliation.documents.child.words import packed

LONGEST_SIDE = 2000  # most pixels of a side of a page's picture: 171 dots an inch of A4
SETTINGS = {
    "Global.log_level": "critical",
    "Global.max_side_len": LONGEST_SIDE,
    "Global.use_cls": False,  # no line is upside down
    "Global.text_score": 0.0,  # a hardly legible text is a doubt, not nothing
    "Global.return_word_box": True,
    "Global.return_single_char_box": True,
    "Rec.rec_batch_num": 1,  # no line padded to another's length: less memory, no slower on one thread
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

FINEST = 300 / 72  # most pixels per point; finer scans add nothing
DARK = 128  # shade below which a pixel is dark, of 255
FEW = 100  # fewest dark pixels in which lines can be found
STEEPEST, STEP = 4.0, 0.1  # most degrees of skew that are tried; step in degrees
LEVEL = 0.15  # least tilt in degrees that is worth turning a picture
CLEAR = 1.02  # least gain in the sharpness of the rows of text by turning, as a factor
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # before the recognition is loaded, which asks it then


class StrayThread(RuntimeError):
    """A library started a thread, which would stay outside the lock that this one is about to close."""


class Surest:
    """RapidOCR asks of each character how sure the first of its columns is, at its very edge; here the surest of them answers."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def __call__(self, pictures: Any) -> Any:
        """Return how likely each character is, by line and column; of a run of equal columns the first has the highest likelihood."""
        likely = self.session(pictures)
        for line in likely:
            characters = line.argmax(axis=1).tolist()
            start = 0
            for _, run in groupby(characters):
                length = len(list(run))
                columns = line[start : start + length]
                columns[0] = columns[columns[:, characters[start]].argmax()]
                start += length
        return likely


def recogniser() -> Any:
    """Return the recognition. It takes a picture (rows, columns, blue-green-red); `PrintLine.all_of` reads its answer."""
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    return RapidOCR(params=SETTINGS)


def sample() -> Any:
    """Return a small picture of one figure. Reading it before the locks close makes every library load all that it will need."""
    paper = np.full((100, 300, 3), 255, np.uint8)
    return cv2.putText(paper, "1,234.56", (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (0, 0, 0), 3)


def insist_on_one_thread() -> None:
    if len(list(Path("/proc/self/task").iterdir())) != 1:
        raise StrayThread


def picture(page: Any, canvas: Canvas, frame: Frame) -> Pixels:
    """Return the page as rows, columns, blue-green-red. The longer side is LONGEST_SIDE pixels, or fewer of a small page."""
    scale = min(LONGEST_SIDE / max(frame.size), FINEST)
    width, height = (max(1, round(side * scale)) for side in frame.size)
    return np.frombuffer(canvas.draw(page, width, height, BLUE_GREEN_RED), np.uint8).reshape(height, width, BLUE_GREEN_RED)


def level(pixels: Pixels) -> Pixels:
    """Return the picture turned about its middle so that the lines of text are level."""
    angle = skew(pixels)
    if abs(angle) < LEVEL:
        return pixels
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    return np.asarray(cv2.warpAffine(pixels, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def skew(pixels: Pixels) -> float:
    """Return by how many degrees the lines of text fall to the right: at the right angle, ink gathers in the fewest rows."""
    rows, columns = np.nonzero(pixels[::2, ::2].max(axis=2) < DARK)
    if len(rows) < FEW:
        return 0.0

    def sharpness(angle: float) -> float:
        shifted = np.rint(rows - columns * tan(radians(angle))).astype(np.int64)
        return float(np.square(np.bincount(shifted - shifted.min())).sum())

    angles = [step * STEP for step in range(round(-STEEPEST / STEP), round(STEEPEST / STEP) + 1)]
    best = max(angles, key=sharpness)
    return best if sharpness(best) > CLEAR * sharpness(0.0) else 0.0


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Read the pages that `request.scanned` names, in order, as many as the time suffices for. `marks` are figures that are not certain."""
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
            recognised_page = read_picture(picture(page, canvas, frame), frame.size[0])
        marks += [(number, word.box, "figure") for word in recognised_page.uncertain]
        width, height = frame.size
        pages.append({"number": number, "width": width, "height": height, "source": "ocr", "words": packed(recognised_page.words)})
    notes = ["uncertain_figures"] if marks else []
    return {"pages": pages, "hidden": [], "hidden_text": False, "marks": marks, "notes": notes, "incomplete": False}


def read_picture(pixels: Pixels, width: float) -> Recognised:
    """Read the picture of a page that is `width` points wide. Raises ChildRefused, and MemoryError if the recognition runs out of
    memory."""
    upright = level(pixels)
    try:
        result = RECOGNISE(upright)
    except Exception as failure:  # noqa: BLE001 - each of the libraries below has its own kind
        if "alloc" in str(failure).lower() or "memory" in str(failure).lower():
            raise MemoryError from None
        raise ChildRefused("damaged") from None
    return recognised(PrintLine.all_of(result), upright, points=width / upright.shape[1])


RECOGNISE = recogniser()  # is loaded on import, before the lock; no file can be read later
read_picture(sample(), width=300.0)
RECOGNISE.text_rec.session = Surest(RECOGNISE.text_rec.session)
insist_on_one_thread()
