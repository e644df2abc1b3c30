"""The request of the parent to the child: one line of JSON, then the bytes of the document; its refusal; and the page as it is shown:
crop box and rotation applied, points from the top left."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields


class ChildRefused(Exception):
    """A named end: a code, and the figures for its message."""

    def __init__(self, code: str, **params: int | float | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildRequest:
    """Memory and the document's size in bytes, seconds of processor time, the rest counts.

    `scanned` are the numbers of pages to recognise, `page` that of the one to draw."""

    engine: str
    password: str | None
    bytes: int
    pages: int
    characters: int
    seconds: float
    memory: int
    sandbox_required: bool
    scanned: Sequence[int] = ()
    page: int = 1

    @classmethod
    def parse(cls, line: str) -> "ChildRequest":
        """Return the request of a line of JSON, without limits that the child has no use for."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in json.loads(line).items() if name in known})


Matrix = tuple[float, float, float, float, float, float]  # x' = ax + by + c, y' = dx + ey + f

LARGEST_SIDE = 100_000  # most points of a page's side; the format itself allows 14,400


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible box in the page's own coordinates, and how many quarter turns clockwise it is shown with."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int = 0

    def __post_init__(self) -> None:
        if not all(0 < side <= LARGEST_SIDE for side in self.size):
            raise ChildRefused("damaged")

    @property
    def size(self) -> tuple[float, float]:
        across, up = self.right - self.left, self.top - self.bottom
        return (up, across) if self.turns % 2 else (across, up)

    @property
    def matrix(self) -> Matrix:
        """The matrix from the coordinates of the page to those of the page as shown."""
        match self.turns:
            case 1:
                return 0, 1, -self.bottom, 1, 0, -self.left
            case 2:
                return -1, 0, self.right, 0, 1, -self.bottom
            case 3:
                return 0, -1, self.top, -1, 0, self.right
            case _:
                return 1, 0, -self.left, 0, -1, self.top

    def point(self, x: float, y: float) -> tuple[float, float]:
        a, b, across, c, d, down = self.matrix
        return a * x + b * y + across, c * x + d * y + down

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """Return a box of the page as x0, y0, x1, y1 on the page as shown."""
        corner, other = self.point(left, bottom), self.point(right, top)
        return min(corner[0], other[0]), min(corner[1], other[1]), max(corner[0], other[0]), max(corner[1], other[1])

    def direction(self, x: float, y: float) -> tuple[float, float]:
        """Return the direction, on the page as shown (y downwards), of an arrow in the coordinates of the page."""
        a, b, _, c, d, _ = self.matrix
        return a * x + b * y, c * x + d * y
