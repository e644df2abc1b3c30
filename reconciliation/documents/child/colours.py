"""Colours of a drawn page. Two of them may be equally dark and yet differ for a reader: the largest difference of their channels counts."""

from typing import Any

import numpy as np

from reconciliation.documents.child.shapes import Picture

Pixels = np.ndarray[Any, np.dtype[np.uint32]]  # blue, green, red, and a byte that is always full
WHITE = 0xFFFFFFFF
FAINT = 20  # of 255 shades; least difference that is seen


def pixels_of(drawn: bytearray) -> Pixels:
    return np.frombuffer(drawn, np.uint32)


def channels(pixels: Pixels) -> list[Picture]:
    """Return the blue, green and red of pixels."""
    return [(pixels >> shift).astype(np.uint8) for shift in (0, 8, 16)]


def parted(shown: Pixels, without: Pixels, grey: Picture, ground: Picture) -> None:
    """Make `grey`, the greys of `shown`, differ from `ground`, those of `without`, by as much as the colours do."""
    spots = np.flatnonzero(shown != without)
    one, other = shown[spots], without[spots]
    tinted = ((one ^ (one >> 8)) | (other ^ (other >> 8))) & 0xFFFF != 0
    spots, one, other = spots[tinted], one[tinted], other[tinted]
    if not len(spots):
        return
    gaps = [np.maximum(part, beside) - np.minimum(part, beside) for part, beside in zip(channels(one), channels(other), strict=True)]
    gap = np.max(gaps, axis=0).astype(np.int16)
    base = ground[spots].astype(np.int16)
    lighter = base + gap
    grey[spots] = np.where((grey[spots] > base) & (lighter <= 255) | (base < gap), np.minimum(lighter, 255), np.maximum(base - gap, 0))


def coloured(pixels: Pixels, width: int) -> tuple[slice, slice] | None:
    """Return the rows and columns that have colours of more than a shade; None where there are none."""
    spots = np.flatnonzero(pixels != WHITE)
    some = pixels[spots]
    tinted = (some ^ (some >> 8)) & 0xFFFF != 0
    spots = spots[tinted]
    blue, green, red = channels(some[tinted])
    spread = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    spots = spots[spread >= FAINT]
    if not len(spots):
        return None
    rows, columns = spots // width, spots % width
    return slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1)
