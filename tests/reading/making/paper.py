"""A bank's paper: its type, its margins, the end of a page and the text on every page."""

from collections.abc import Callable
from itertools import pairwise

from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.reading.making.habits import Habits
from tests.reading.making.sheet import WIDTH, Sheet

TYPES = {
    "helvetica": ("Helvetica", "Helvetica-Bold", 9.0),
    "times": ("Times-Roman", "Times-Bold", 10.0),
    "courier": ("Courier", "Courier-Bold", 8.0),
    "small": ("Helvetica", "Helvetica-Bold", 7.0),
}
PAGE_ROWS = {"full": 200, "few": 12, "fewer": 6}
BOX = 120.0  # width of a box beside the rows
LEFT, RIGHT, TOP, BOTTOM = 40.0, WIDTH - 40.0, 60.0, 770.0


class Paper:
    """Places of text on the sheet. `turned` is called below the head of each further page."""

    def __init__(self, habits: Habits) -> None:
        self.sheet = Sheet()
        self.plain, self.bold, self.size = TYPES[habits["type"]]
        self.most_rows = PAGE_ROWS[habits["page_rows"]]
        self.rows = 0
        self.starts = [0]  # pages at which a statement with page numbers of its own begins
        self.line_height = round(self.size * 1.2, 1)
        self.row_height = round(self.size * 1.2, 1) + 3

    @property
    def y(self) -> float:
        return self.sheet.y

    @property
    def page(self) -> int:
        """The current page, from 0."""
        return len(self.sheet.pages) - 1

    def width(self, text: str, *, bold: bool = False, size: float | None = None) -> float:
        return float(stringWidth(text, self.bold if bold else self.plain, size or self.size))

    def write(
        self, x: float, text: str, *, align: str = "left", bold: bool = False, size: float | None = None, y: float | None = None
    ) -> None:
        """At x, which is the text's left end, right end or centre."""
        back = {"left": 0.0, "right": 1.0, "centre": 0.5}[align] * self.width(text, bold=bold, size=size)
        self.sheet.write(x - back, text, size=size or self.size, font=self.bold if bold else self.plain, y=y)

    def line(self, text: str, *, x: float = LEFT, bold: bool = False, size: float | None = None, step: float | None = None) -> None:
        """A line of text of its own; on a new page where this one is full."""
        if self.y > BOTTOM:
            self.turn()
        self.write(x, text, bold=bold, size=size)
        self.down(step or (size or self.size) * 1.35)

    def down(self, step: float) -> None:
        self.sheet.down(step)

    def full(self, height: float) -> bool:
        """Is there no room for one more row of this height?"""
        return self.y + height > BOTTOM or self.rows >= self.most_rows

    @property
    def last_line(self) -> bool:
        """Would the next line be the page's last?"""
        return self.y + 2 * self.line_height > BOTTOM or self.rows + 1 >= self.most_rows

    def turn(self) -> None:
        self.sheet.next_page(TOP)
        self.rows = 0

    def begin(self) -> None:
        """On a new page, a statement of its own."""
        self.turn()
        self.starts.append(self.page)

    def room(self, height: float) -> None:
        """A new page where so much would not go on this one."""
        if self.y + height > BOTTOM:
            self.turn()

    def on_each_page(self, write: Callable[[int, int], None]) -> None:
        """Call `write` for each page with its number in its statement and the number of pages; it writes on that page."""
        pages = self.sheet.pages
        for start, end in pairwise([*self.starts, len(pages)]):
            for place in range(start, end):
                last, pages[-1] = pages[-1], pages[place]
                write(place - start + 1, end - start)
                pages[-1] = last
