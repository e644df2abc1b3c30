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
    """Return the shapes of the true pixels; those that touch by a corner are one."""
    height, width = mask.shape
    stride = width + 2
    padded = np.zeros((height, stride), np.bool_)
    padded[:, 1:-1] = mask
    pixels = padded.ravel()
    changes = edges(pixels)
    starts, ends = changes[::2], changes[1::2]
    labels = joined(len(starts), *touching(starts, ends, stride))
    order = np.argsort(labels, kind="stable")
    firsts = begins(labels[order])
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


def edges(line: Mask) -> Numbers:
    """Return the indices at which runs of true begin and end, by turns. The line's first and last must be false."""
    return np.flatnonzero(line[1:] != line[:-1]) + 1


def touching(starts: Numbers, ends: Numbers, stride: int) -> tuple[Numbers, Numbers]:
    """Return pairs of runs that touch, each with one of the line below it."""
    return spread(np.searchsorted(ends, starts + stride - 1, "right"), np.searchsorted(starts, ends + stride, "right"))


def spread(first: Numbers, end: Numbers) -> tuple[Numbers, Numbers]:
    """Return every index of ranges from `first` up to `end`, each with the number of its range."""
    counts = np.maximum(end - first, 0)
    numbers = np.repeat(np.arange(len(first)), counts)
    return numbers, np.arange(len(numbers)) - np.repeat(np.cumsum(counts) - counts - first, counts)


def joined(count: int, first: Numbers, other: Numbers) -> Numbers:
    """Return a number for each of `count` items: the same one for those that pairs connect."""
    labels = np.arange(count)
    while len(first):
        lowest = np.minimum(labels[first], labels[other])
        np.minimum.at(labels, labels[first], lowest)
        np.minimum.at(labels, labels[other], lowest)
        while (labels != labels[labels]).any():
            labels = labels[labels]
        apart = labels[first] != labels[other]
        first, other = first[apart], other[apart]
    return labels


def begins(labels: Numbers) -> Numbers:
    """Return the index of the first of each run of equal labels; labels are never negative."""
    return np.flatnonzero(np.diff(labels, prepend=-1))


def bands(rows: Mask, margin: int) -> list[slice]:
    """Return the true rows as bands, each with this many rows above and below it. Bands that meet are one."""
    slices: list[slice] = []
    changes = (edges(np.pad(rows, 1)) - 1).tolist()
    for first, end in zip(changes[::2], changes[1::2], strict=True):
        top, bottom = max(0, first - margin), min(len(rows), end + margin)
        slices.append(slice(slices.pop().start if slices and top <= slices[-1].stop else top, bottom))
    return slices


def thin_dark(picture: Picture, size: int) -> Picture:
    """Return how much darker each pixel is than those around it, if the dark part is narrower than `size`. Filled areas vanish."""
    return np.asarray(swept(swept(picture, size, np.maximum), size, np.minimum, pad=False) - picture, np.uint8)


def thin_light(picture: Picture, size: int) -> Picture:
    """Return how much lighter each pixel is than those around it, if the light part is narrower than `size`."""
    return thin_dark(255 - picture, size)


def swept(picture: Picture, size: int, extreme: Any, *, pad: bool = True) -> Picture:
    """Return the extreme of each square of `size` pixels; padded, so that a second sweep has the picture's own size again."""
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
FAINT = 20  # least visible contrast, of 255 shades


def tinted(pixels: Pixels) -> Mask:
    """Return which pixels have a colour: their blue, green and red differ."""
    return np.array((pixels ^ (pixels >> 8)) & 0xFFFF, np.bool_)


def pixels_of(drawn: bytearray) -> Pixels:
    return np.frombuffer(drawn, np.uint32)


def channels(pixels: Pixels) -> list[Picture]:
    """Return the blue, green and red of pixels."""
    return [(pixels >> shift).astype(np.uint8) for shift in (0, 8, 16)]


def parted(shown: Pixels, without: Pixels, grey: Picture, ground: Picture) -> None:
    """Make `grey`, the greys of `shown`, differ from `ground`, those of `without`, by as much as the colours do."""
    spots = np.flatnonzero(shown != without)
    drawn, other = shown[spots], without[spots]
    some = tinted(drawn) | tinted(other)
    spots, drawn, other = spots[some], drawn[some], other[some]
    if not len(spots):
        return
    gaps = [np.maximum(part, beside) - np.minimum(part, beside) for part, beside in zip(channels(drawn), channels(other), strict=True)]
    gap = np.max(gaps, axis=0).astype(np.int16)
    base = ground[spots].astype(np.int16)
    lighter = base + gap
    grey[spots] = np.where((grey[spots] > base) & (lighter <= 255) | (base < gap), np.minimum(lighter, 255), np.maximum(base - gap, 0))


def coloured(pixels: Pixels) -> tuple[slice, slice] | None:
    """Return the rows and columns of a picture that have colours of more than a shade; None if there are none."""
    blue, green, red = channels(pixels)
    strong = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red) >= FAINT
    rows, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    if not len(rows):
        return None
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
