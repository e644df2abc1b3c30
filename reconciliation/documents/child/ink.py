"""The look at the page: drawn once with its text and once without, so that what differs is what text a reader sees."""

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

    def text_shows(self, x0: float, x1: float, lines: list[int]) -> bool:
        """Whether text leaves a mark between these points on one of these lines of pixels."""
        left, right = self.columns(x0, x1)
        if left >= right:
            return False
        shown, without = self.shown, self.without
        for line in lines:
            ink, paper = shown[line + left : line + right], without[line + left : line + right]
            if ink != paper:
                for one, other in zip(ink, paper, strict=True):
                    if one - other >= FAINT or other - one >= FAINT:
                        return True
        return False

    def stroke_shows(self, box: Box) -> bool:
        """Whether something that is not text is drawn here as a character would be: light and dark side by side."""
        x0, y0, x1, y1 = box
        return any(max(row) - min(row) >= PLAIN for row in self.behind(x0, x1, self.lines(y0, y1)))

    def is_wide(self, points: float) -> bool:
        """Whether a character so wide is sure to have pixels of its own."""
        return points * self.scale >= NARROW

    def background(self, x0: float, x1: float, lines: list[int]) -> float | None:
        """The mean shade behind the text, 0 black to 255 white; None outside the page."""
        shades = b"".join(self.behind(x0, x1, lines))
        return sum(shades) / len(shades) if shades else None

    def behind(self, x0: float, x1: float, lines: list[int]) -> list[bytes]:
        """What is drawn there besides text, line by line; nothing outside the page."""
        left, right = self.columns(x0, x1)
        return [self.without[line + left : line + right] for line in lines] if left < right else []

    def columns(self, x0: float, x1: float) -> tuple[int, int]:
        """The first pixel across, and the one after the last."""
        x0, x1 = x0 * self.scale, x1 * self.scale
        left, right = ceil(x0), floor(x1)  # a pixel that a neighbour shares says nothing
        if right - left < NARROW:
            left, right = floor(x0), ceil(x1)
        return max(0, left), min(self.width, right)

    def lines(self, y0: float, y1: float) -> list[int]:
        """Where each line of pixels begins, the middle one first: there most characters have ink."""
        top, bottom = max(0, int(y0 * self.scale)), min(self.height - 1, int(y1 * self.scale))
        middle = max(top, (top + bottom) // 2)
        stride = self.stride
        return [*range(middle * stride, (bottom + 1) * stride, stride), *range(top * stride, middle * stride, stride)]
