"""A page's picture, drawn as it is shown and turned level."""

from math import radians, tan
from typing import Any

import cv2
import numpy as np

from reconciliation.documents.child.canvas import BLUE_GREEN_RED, Canvas
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.ocr_models import LONGEST_SIDE

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

FINEST = 300 / 72  # pixels a point; nothing is scanned finer to any use
DARK = 128  # of 255 shades
FEW = 100  # dark pixels: no lines to go by
STEEPEST, STEP = 4.0, 0.1  # degrees of skew that are tried
LEVEL = 0.15  # degrees; by less it is not worth turning a picture
CLEAR = 1.02  # how much sharper the rows of text must become by turning


def picture(page: Any, canvas: Canvas, frame: Frame) -> Pixels:
    """Rows, columns, blue-green-red; the longer side LONGEST_SIDE, of a small page less."""
    scale = min(LONGEST_SIDE / max(frame.size), FINEST)
    width, height = (max(1, round(side * scale)) for side in frame.size)
    return np.frombuffer(canvas.draw(page, width, height, BLUE_GREEN_RED), np.uint8).reshape(height, width, BLUE_GREEN_RED)


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
