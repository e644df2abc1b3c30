"""A page's picture, drawn as it is shown and turned level."""

from ctypes import string_at
from math import radians, tan
from typing import Any

import cv2
import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.ocr_models import LONGEST_SIDE

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

WHITE = 0xFFFFFFFF
FINEST = 300 / 72  # pixels a point; nothing is scanned finer to any use
DARK = 128  # of 255 shades
FEW = 100  # dark pixels: no lines to go by
STEEPEST, STEP = 4.0, 0.1  # degrees of skew that are tried
LEVEL = 0.15  # degrees; by less it is not worth turning a picture
CLEAR = 1.02  # how much sharper the rows of text must become by turning


def picture(page: Any, frame: Frame) -> Pixels:
    """Rows, columns, blue-green-red; the longer side LONGEST_SIDE, of a small page less."""
    scale = min(LONGEST_SIDE / max(frame.size), FINEST)
    width, height = (max(1, round(side * scale)) for side in frame.size)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGR, None, 0)
    if not bitmap:
        raise MemoryError
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        drawn = np.frombuffer(string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height), np.uint8)
        return drawn.reshape(height, stride)[:, : width * 3].reshape(height, width, 3)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def level(pixels: Pixels) -> Pixels:
    """Turned about its middle so that the lines of text lie level."""
    angle = skew(pixels)
    if abs(angle) < LEVEL:
        return pixels
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    return np.asarray(cv2.warpAffine(pixels, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def skew(pixels: Pixels) -> float:
    """By how many degrees the lines of text fall to the right: under the right angle, ink gathers in the fewest rows."""
    rows, columns = np.nonzero(pixels[::2, ::2].max(axis=2) < DARK)
    if len(rows) < FEW:
        return 0.0

    def sharpness(angle: float) -> float:
        shifted = np.rint(rows - columns * tan(radians(angle))).astype(np.int64)
        return float(np.square(np.bincount(shifted - shifted.min())).sum())

    angles = [step * STEP for step in range(round(-STEEPEST / STEP), round(STEEPEST / STEP) + 1)]
    best = max(angles, key=sharpness)
    return best if sharpness(best) > CLEAR * sharpness(0.0) else 0.0
