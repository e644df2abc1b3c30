"""The page as it is shown: crop box and rotation applied, points from the top left."""

from dataclasses import dataclass

from reconciliation.documents.child.request import ChildRefused

Matrix = tuple[float, float, float, float, float, float]  # x' = ax + by + c, y' = dx + ey + f

LARGEST_SIDE = 100_000  # points; the format itself ends at 14,400


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
        """x0, y0, x1, y1 as shown."""
        corner, other = self.point(left, bottom), self.point(right, top)
        return min(corner[0], other[0]), min(corner[1], other[1]), max(corner[0], other[0]), max(corner[1], other[1])

    def direction(self, x: float, y: float) -> tuple[float, float]:
        """Return the direction, on the page as shown (y downwards), of an arrow in the coordinates of the page."""
        a, b, _, c, d, _ = self.matrix
        return a * x + b * y, c * x + d * y
