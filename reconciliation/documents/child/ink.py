"""The look at the page: drawn once with its text and once without, so that what differs is what text a reader sees."""

from collections.abc import Iterator
from ctypes import string_at
from math import ceil, floor
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame

Box = tuple[float, float, float, float]

SCALE = 1.0  # pixels a point: type of 3 points still leaves a mark
MAX_PIXELS = 6_000_000
FAINT = 12  # of 255 shades; what differs by less nobody sees
PLAIN = 40  # of 255; between paper and a stroke in a picture of text
NARROW = 3  # pixels; of what is narrower nearly all are shared
WHITE = 0xFFFFFFFF


class Look:
    """Two grey pictures of one page. Boxes are in points of the page as shown."""

    def __init__(self, page: Any, frame: Frame, texts: list[Any]) -> None:
        width, height = frame.size
        self.scale: float = min(SCALE, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        self.width, self.height = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        self.shown, self.stride = self.drawn(page)
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text, 0)
        self.without, _ = self.drawn(page)

    def drawn(self, page: Any) -> tuple[bytes, int]:
        bitmap = pdfium.FPDFBitmap_CreateEx(self.width, self.height, pdfium.FPDFBitmap_Gray, None, 0)
        if not bitmap:
            raise MemoryError
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, self.width, self.height, WHITE)
            flags = pdfium.FPDF_ANNOT | pdfium.FPDF_GRAYSCALE
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, self.width, self.height, 0, flags)
            stride = pdfium.FPDFBitmap_GetStride(bitmap)
            return string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * self.height), stride
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def text_shows(self, box: Box) -> bool:
        """Whether text leaves a mark in the box. The middle is asked first: there most characters have ink."""
        for start, end in self.lines(box):
            shown, without = self.shown[start:end], self.without[start:end]
            if shown != without and any(abs(one - other) >= FAINT for one, other in zip(shown, without, strict=True)):
                return True
        return False

    def stroke_shows(self, box: Box) -> bool:
        """Whether something that is not text is drawn here as a character would be: light and dark side by side."""
        return any(max(row) - min(row) >= PLAIN for start, end in self.lines(box) if (row := self.without[start:end]))

    def is_wide(self, points: float) -> bool:
        """Whether a character so wide is sure to have pixels of its own."""
        return points * self.scale >= NARROW

    def background(self, box: Box) -> float | None:
        """The mean shade behind the text, 0 black to 255 white; None outside the page."""
        shades = b"".join(self.without[start:end] for start, end in self.lines(box))
        return sum(shades) / len(shades) if shades else None

    def lines(self, box: Box) -> Iterator[tuple[int, int]]:
        """Where the box's pixels begin and end, line by line from its middle outwards."""
        x0, y0, x1, y1 = (side * self.scale for side in box)
        left, right = ceil(x0), floor(x1)  # a pixel that a neighbour shares says nothing
        if right - left < NARROW:
            left, right = floor(x0), ceil(x1)
        left, right = max(0, left), min(self.width, right)
        top, bottom = max(0, int(y0)), min(self.height - 1, int(y1))
        middle = (top + bottom) // 2
        if left < right:
            for step in range(2 * (bottom - middle) + 2):
                line = middle + (step + 1) // 2 * (1 if step % 2 else -1)
                if top <= line <= bottom:
                    yield line * self.stride + left, line * self.stride + right
