"""A classifier of printed digits: how likely the picture of one character is each digit, or none of them.

Two small networks, trained by `scripts/digits` on the digits of many typefaces; their mean is the answer. The weights are read
when this module is imported: afterwards the child can open no file.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Numbers = np.ndarray[Any, np.dtype[np.float32]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Layer = tuple[Numbers, Numbers]  # weights (inputs, outputs) and biases (outputs)

WEIGHTS = Path(__file__).with_name("digits.npz")
NETWORKS, LAYERS = 2, 3
CLASSES, NONE = 11, 10  # the digits 0 to 9, and anything else
HEIGHT, WIDTH = 20, 14  # pixels of the picture that a network is given
WIDEST = 1.5  # most width over height of a character that is squeezed into that picture; wider ones are made smaller
LARGEST = 64  # most pixels of a crop's side; larger crops are thinned out
BATCH = 128  # crops that are processed at once
FAINTEST = 8  # least contrast between the lightest and the darkest pixel of a character, of 255 shades
INKED = 0.5  # least ink of a line of pixels that belongs to a character, as a share of the strongest ink
RULE = 0.9  # least inked share of a crop's width or height in a line of pixels that is a rule, apart from the character
LEAST_WEIGHT = 0.2  # weight of a column's ink at a crop's sides, where neighbours are; it is 1 in the middle


def likelihoods(crops: Sequence[Pixels]) -> Numbers:
    """Return an array (n, 11): how likely each crop shows 0 to 9 (columns 0 to 9) or none of them (column 10). Each row sums to 1.

    A crop is a grey picture of one character of any size, dark on light or light on dark, with parts of its neighbours or without.
    """
    answers = np.empty((len(crops), CLASSES), np.float32)
    by_size = sorted(range(len(crops)), key=lambda index: crops[index].shape)  # so that little is filled up
    for start in range(0, len(crops), BATCH):
        chosen = by_size[start : start + BATCH]
        inputs, blank = normalized([crops[index] for index in chosen])
        answer = np.mean([classified(inputs, network) for network in networks], axis=0)
        answer[blank] = np.eye(CLASSES)[NONE]
        answers[chosen] = answer
    return answers


def load(weights: Path = WEIGHTS, count: int = NETWORKS) -> list[list[Layer]]:
    """Return the layers of each network. The weights are stored as whole numbers, with one scale for each output."""
    with np.load(weights, allow_pickle=False) as stored:
        return [
            [
                (stored[f"weights_{network}_{layer}"] * stored[f"scales_{network}_{layer}"], stored[f"biases_{network}_{layer}"])
                for layer in range(LAYERS)
            ]
            for network in range(count)
        ]


def classified(inputs: Numbers, network: list[Layer]) -> Numbers:
    """Return the likelihoods (n, classes) by one network."""
    *hidden, (weights, biases) = network
    for own, bias in hidden:
        inputs = np.maximum(inputs @ own + bias, 0)
    scores = inputs @ weights + biases
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def normalized(crops: Sequence[Pixels]) -> tuple[Numbers, Flags]:
    """Return an array (n, HEIGHT * WIDTH) of each character alone, 0 paper to 1 ink, as large as the picture, and which crops (n) hold
    no ink."""
    stack, heights, widths = stacked(crops)
    ink, blank = ink_of(stack, heights, widths)
    rows, columns = ink.sum(axis=2), ink.sum(axis=1)
    level, upright = rows > RULE * widths[:, None], columns > RULE * heights[:, None]
    ink *= main_runs(ink.max(axis=2), np.where(level, 0, rows), heights, level)[:, :, None]
    middle = 1 - np.abs((np.arange(ink.shape[2]) + 0.5) / widths[:, None] * 2 - 1)
    columns = ink.sum(axis=1) * np.maximum(middle, LEAST_WEIGHT)
    ink *= main_runs(ink.max(axis=1), np.where(upright, 0, columns), widths, upright)[:, None, :]
    left, right = ends(ink.max(axis=1))
    top, bottom = ends(ink.max(axis=2))
    across, down = np.maximum(right - left, 0.5), np.maximum(bottom - top, 0.5)
    is_wide = across > WIDEST * down
    wide = np.minimum(np.where(is_wide, WIDTH, across * HEIGHT / down), WIDTH)
    high = np.where(is_wide, np.minimum(down * WIDTH / across, HEIGHT), HEIGHT)
    rows = resampling(top, down, high, HEIGHT, ink.shape[1])
    columns = resampling(left, across, wide, WIDTH, ink.shape[2])
    pictures = np.asarray(rows @ ink @ columns.transpose(0, 2, 1), np.float32)
    pictures /= np.maximum(pictures.max(axis=(1, 2), keepdims=True), 0.1)
    return pictures.reshape(len(crops), HEIGHT * WIDTH), blank


def stacked(crops: Sequence[Pixels]) -> tuple[Pixels, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return all crops in the upper left of one array (n, height, width), each filled up with its first pixel; their heights; their
    widths."""
    thinned = [crop if max(crop.shape) <= LARGEST else crop[:: reduction(crop), :: reduction(crop)] for crop in crops]
    heights, widths = np.array([crop.shape for crop in thinned]).reshape(-1, 2).T
    stack = np.empty((len(thinned), max(heights, default=1) or 1, max(widths, default=1) or 1), np.uint8)
    for place, crop in zip(stack, thinned, strict=True):
        if crop.size:
            place[:] = crop[0, 0]
            place[: crop.shape[0], : crop.shape[1]] = crop
        else:
            place[:] = 0
    return stack, np.maximum(heights, 1), np.maximum(widths, 1)


def reduction(crop: Pixels) -> int:
    """Return how many pixels of a crop's side become one: one, if it is not larger than a crop may be."""
    return max(1, -(-int(max(crop.shape)) // LARGEST))


def ink_of(stack: Pixels, heights: np.ndarray[Any, Any], widths: np.ndarray[Any, Any]) -> tuple[Numbers, Flags]:
    """Return an array (n, height, width), 0 paper to 1 ink, and which crops (n) are blank. Paper is the shade of most of a crop's rim."""
    rows = np.arange(len(stack))
    low, high = stack.min(axis=(1, 2)).astype(np.float32), stack.max(axis=(1, 2)).astype(np.float32)
    inside_x = np.arange(stack.shape[2]) < widths[:, None]
    inside_y = np.arange(stack.shape[1]) < heights[:, None]
    across = (stack[:, 0] * inside_x).sum(axis=1) + (stack[rows, heights - 1] * inside_x).sum(axis=1)
    down = (stack[:, :, 0] * inside_y).sum(axis=1) + (stack[rows, :, widths - 1] * inside_y).sum(axis=1)
    rim = (across + down) / (2 * (heights + widths))
    is_dark = rim < (low + high) / 2
    contrast = high - low
    paper = np.where(is_dark, low, high)
    per_shade = np.where(is_dark, 1, -1) / np.maximum(contrast, 1)
    ink = (stack - paper[:, None, None]) * per_shade[:, None, None].astype(np.float32)
    ink *= inside_x[:, None, :]
    ink *= inside_y[:, :, None]
    return ink, contrast < FAINTEST


def main_runs(strongest: Numbers, weights: Numbers, lengths: np.ndarray[Any, Any], aside: Flags) -> Flags:
    """Return a mask (n, length) of the run of inked lines of pixels that weighs most, and of all others except those that touch an end or
    are `aside`.

    This leaves out the characters on either side, above and below, and rules, if paper is between them and the character. A line that is
    too faint to count as inked goes with the run that it adjoins.
    """
    count, length = strongest.shape
    inked = strongest > INKED
    begins = inked.copy()
    begins[:, 1:] &= ~inked[:, :-1]
    runs = np.cumsum(begins, axis=1, dtype=np.intp) * inked
    rows = np.arange(count)
    flat = (runs + rows[:, None] * (length + 1)).ravel()
    mass, rules = (
        np.bincount(flat, (values * inked).ravel(), count * (length + 1)).reshape(count, length + 1) for values in (weights, aside)
    )
    mass[:, 0] = -1
    leaving = rules > 0
    for end in (runs[:, 0], runs[rows, lengths - 1]):
        leaving[rows, end] = True
    leaving[rows, mass.argmax(axis=1)] = False
    away = inked & np.take_along_axis(leaving, runs, axis=1)
    remaining = inked & ~away
    wider = remaining.copy()
    wider[:, 1:] |= remaining[:, :-1]
    wider[:, :-1] |= remaining[:, 1:]
    return np.asarray(wider & ~away, np.bool_)


def ends(strongest: Numbers) -> tuple[Numbers, Numbers]:
    """Return where ink begins and ends (n each), in parts of a pixel: a line of pixels counts by its share of ink."""
    count, length = strongest.shape
    rows = np.arange(count)
    inked = strongest > INKED
    first, last = inked.argmax(axis=1), length - 1 - inked[:, ::-1].argmax(axis=1)
    before = np.where(first > 0, strongest[rows, np.maximum(first - 1, 0)], 0)
    after = np.where(last < length - 1, strongest[rows, np.minimum(last + 1, length - 1)], 0)
    return (first - before).astype(np.float32), (last + 1 + after).astype(np.float32)


def resampling(start: Numbers, extent: Numbers, target: Numbers, cells: int, length: int) -> Numbers:
    """Return weights (n, cells, length) that draw `extent` pixels from `start` over `target` cells in the middle of `cells`."""
    step = extent / target
    centres = start[:, None] + (np.arange(cells) + 0.5 - (cells - target[:, None]) / 2) * step[:, None]
    reach = np.maximum(step, 1)[:, None, None]
    weights = np.maximum(1 - np.abs(centres[:, :, None] - np.arange(length) - 0.5) / reach, 0) / reach
    return np.asarray(weights, np.float32)


networks = load()
