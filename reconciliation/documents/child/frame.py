"""The page as it is shown: crop box and rotation applied, points from the top left."""

from dataclasses import dataclass

from reconciliation.documents.child.request import Refused

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
            raise Refused("damaged")

    @property
    def size(self) -> tuple[float, float]:
        across, up = self.right - self.left, self.top - self.bottom
        return (up, across) if self.turns % 2 else (across, up)

    def point(self, x: float, y: float) -> tuple[float, float]:
        match self.turns:
            case 1:
                return y - self.bottom, x - self.left
            case 2:
                return self.right - x, y - self.bottom
            case 3:
                return self.top - y, self.right - x
            case _:
                return x - self.left, self.top - y

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 as shown."""
        one, other = self.point(left, bottom), self.point(right, top)
        return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])

    def direction(self, x: float, y: float) -> tuple[float, float]:
        """Where an arrow of the page's own coordinates points on the page as shown (y downwards)."""
        match self.turns:
            case 1:
                return y, x
            case 2:
                return -x, y
            case 3:
                return -y, -x
            case _:
                return x, -y
