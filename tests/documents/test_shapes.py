"""Checking all figures of a page together gives the same answers as checking them separately."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from reconciliation.documents.child.marks import DASH_UP, LINE_UP, Figures, Lines, are_covered, overlaid
from reconciliation.documents.child.shapes import Mask, Picture, bands, shapes_of, spread

SIDE = 24
masks = arrays.arrays(np.bool_, (SIDE, SIDE))
pictures = arrays.arrays(np.uint8, (SIDE, SIDE), elements=st.sampled_from([0, 8, 39, 40, 255]))
corners = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1), st.integers(1, SIDE), st.integers(1, SIDE))
boxes = st.lists(corners.filter(lambda box: box[0] < box[2] and box[1] < box[3]), min_size=1, max_size=5)
places = st.lists(
    st.tuples(st.integers(0, SIDE), st.integers(0, 12), st.integers(0, SIDE), st.integers(1, 10)), max_size=4
)  # left, width, baseline, height of the digits


@given(pictures, boxes)
def test_figures_are_covered_as_each_is_by_itself(picture: Picture, boxes: list[tuple[int, int, int, int]]) -> None:
    together = are_covered(Lines.of(np.array(boxes), SIDE), picture).tolist()
    alone = [bool(are_covered(Lines.of(np.array([box]), SIDE), picture)[0]) for box in boxes]
    assert together == alone
    for (left, top, right, bottom), covered in zip(boxes, together, strict=True):
        lines = picture[top : bottom - 1, left:right]
        assert covered or all(line.max() >= 8 for line in lines)


@given(masks, places, st.booleans(), st.integers(0, 3))
def test_a_shape_is_near_a_figure_if_it_is_on_its_line_and_beside_it(
    mask: Mask, places: list[tuple[int, int, int, int]], dash: bool, reach: int
) -> None:
    shapes = shapes_of(mask)
    columns = np.array([(left, left + width, base, tall) for left, width, base, tall in places], float).reshape(-1, 4).T
    lowest, highest = DASH_UP if dash else LINE_UP
    expected = [
        any(
            base - highest * tall < (y0 + y1) / 2 < base - lowest * tall and max(left - x1, x0 - left - width) <= reach * tall
            for left, width, base, tall in places
        )
        for x0, y0, x1, y1, *_ in zip(*shapes, strict=True)
    ]
    assert Figures(*columns).near(shapes, reach, dash=dash).tolist() == expected


@given(arrays.arrays(np.bool_, 60), st.integers(0, 5))
def test_bands_hold_every_row_with_its_margin_and_do_not_meet(rows: Mask, margin: int) -> None:
    result = bands(rows, margin)
    inside = {row for band in result for row in range(band.start, band.stop)}
    assert inside == {row for true in np.flatnonzero(rows).tolist() for row in range(max(0, true - margin), min(60, true + margin + 1))}
    assert all(band.stop < after.start for band, after in pairwise(result))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_ranges_are_spread_index_by_index(ranges: list[tuple[int, int]]) -> None:
    first, end = np.array(ranges, int).reshape(-1, 2).T
    numbers, indices = spread(first, end)
    expected = [(number, index) for number, (start, stop) in enumerate(ranges) for index in range(start, stop)]
    assert list(zip(numbers.tolist(), indices.tolist(), strict=True)) == expected


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5)), max_size=8))
def test_joined_spans_cover_the_same_pixels(spans: list[tuple[int, int]]) -> None:
    given_spans = [(first, first + width) for first, width in spans]
    pixels = [{pixel for first, end in some for pixel in range(first, end)} for some in (given_spans, overlaid(given_spans))]
    assert pixels[0] == pixels[1]
