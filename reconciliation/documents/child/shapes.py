"""Shapes and colours of a drawn page. All lengths are pixels."""

from typing import Any, NamedTuple

import numpy as np

Picture = np.ndarray[Any, np.dtype[np.uint8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Shapes(NamedTuple):
    """Shapes by their boxes: columns x0 up to x1, rows y0 up to y1. `area` counts their pixels, `runs` their strokes over all rows."""

    x0: Numbers
    y0: Numbers
    x1: Numbers
    y1: Numbers
    area: Numbers
    runs: Numbers

    def where(self, condition: Mask) -> "Shapes":
        return Shapes(*(values[condition] for values in self))

    @property
    def widths(self) -> Numbers:
        return self.x1 - self.x0

    @property
    def heights(self) -> Numbers:
        return self.y1 - self.y0


def shapes_of(mask: Mask) -> Shapes:
    """The shapes of the true pixels; those that touch by a corner are one."""
    height, width = mask.shape
    stride = width + 2
    padded = np.zeros((height, stride), np.bool_)
    padded[:, 1:-1] = mask
    pixels = padded.ravel()
    edges = np.flatnonzero(pixels[1:] != pixels[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    labels = joined(len(starts), *touching(starts, ends, stride))
    order = np.argsort(labels, kind="stable")
    firsts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    if not len(firsts):
        return Shapes(*(np.zeros(0, np.int64) for _ in range(6)))
    rows, left = starts[order] // stride, starts[order] % stride - 1
    lengths = (ends - starts)[order]
    return Shapes(
        x0=np.minimum.reduceat(left, firsts),
        y0=np.minimum.reduceat(rows, firsts),
        x1=np.maximum.reduceat(left + lengths, firsts),
        y1=np.maximum.reduceat(rows, firsts) + 1,
        area=np.add.reduceat(lengths, firsts),
        runs=np.diff(firsts, append=len(order)),
    )


def touching(starts: Numbers, ends: Numbers, stride: int) -> tuple[Numbers, Numbers]:
    """Pairs of runs that touch, each with one of the line below it."""
    first = np.searchsorted(ends, starts + stride - 1, "right")
    last = np.searchsorted(starts, ends + stride, "right")
    counts = np.maximum(last - first, 0)
    above = np.repeat(np.arange(len(starts)), counts)
    below = np.arange(len(above)) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(first, counts)
    return above, below


def joined(count: int, one: Numbers, other: Numbers) -> Numbers:
    """A number for each of `count` items: the same one for those that pairs connect."""
    labels = np.arange(count)
    while len(one):
        lowest = np.minimum(labels[one], labels[other])
        np.minimum.at(labels, labels[one], lowest)
        np.minimum.at(labels, labels[other], lowest)
        while (labels != labels[labels]).any():
            labels = labels[labels]
        apart = labels[one] != labels[other]
        one, other = one[apart], other[apart]
    return labels


def thin_dark(picture: Picture, size: int) -> Picture:
    """How much darker each pixel is than what is around it, where the dark part is narrower than `size`. Filled areas vanish."""
    return np.asarray(swept(swept(picture, size, np.maximum), size, np.minimum, pad=False) - picture, np.uint8)


def thin_light(picture: Picture, size: int) -> Picture:
    """The same of what is lighter than its surroundings."""
    return thin_dark(255 - picture, size)


def swept(picture: Picture, size: int, extreme: Any, *, pad: bool = True) -> Picture:
    """The extreme of each square of `size` pixels; padded, so that a second sweep gives the picture's own size again."""
    swept = np.pad(picture, size - 1, mode="edge") if pad else picture
    reach = 1
    while reach < size:
        step = min(reach, size - reach)
        swept = extreme(swept[step:], swept[:-step])
        swept = extreme(swept[:, step:], swept[:, :-step])
        reach += step
    return swept


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
