"""What the characters of one text object share: size, direction, colour, font."""

from ctypes import byref, c_float, c_uint, c_void_p, sizeof
from dataclasses import dataclass
from math import hypot

from reconciliation.documents.child import calls
from reconciliation.documents.child.frame import Frame

FILL, INVISIBLE_MODES = 0, {3, 7}  # text render modes; the latter neither fill nor stroke
TILT = 0.05  # rise over run up to which a line of text counts as level

Face = tuple[int, float]  # a font and a size
Facts = tuple[float, float, float, float, float, int, int, float | None]  # how it is turned, its size, render mode, font, shade


@dataclass(slots=True, eq=False)
class Style:
    """What all characters of one text object share.

    `upright` is false for rotated or mirrored text, `quarter_turned` true for what runs up, down or upside down;
    `shade` is the fill's, 0 black to 255 white, None where it is not plain;
    `drawable` is false where the font is not in the file, so that only Latin letters can be drawn;
    `measured` is true once the face's ink is known and fits its size: then the size is right.
    """

    size: float
    upright: bool
    quarter_turned: bool
    invisible: bool
    shade: float | None
    drawable: bool
    face: Face
    measured: bool = False


# That of a character which no text object draws.
OF_NOTHING = Style(size=0.0, upright=False, quarter_turned=False, invisible=True, shade=None, drawable=True, face=(0, 0.0))


class Stylist:
    """Tells the styles of one page's text objects, with one set of what the engine fills in. Objects that look alike have one style."""

    def __init__(self, text_page: c_void_p, frame: Frame) -> None:
        self.text_page = text_page
        self.turn = frame.matrix
        matrix, color = (c_float * 6)(), (c_uint * 4)()
        self.to_matrix, self.to_color = byref(matrix), [byref(color, part * sizeof(c_uint)) for part in range(4)]
        self.matrix, self.color = memoryview(matrix).cast("B").cast("f"), memoryview(color).cast("B").cast("I")
        self.known: dict[Facts, Style] = {}

    def style(self, drawn_by: int, index: int) -> Style:
        """Of the text object at this address, of which one character stands at this index."""
        handle = c_void_p(drawn_by)
        calls.matrix_at(self.text_page, index, self.to_matrix)
        e, f, g, h, *_ = self.matrix
        scale = calls.size_at(self.text_page, index)  # below 0 it turns the text around once more
        mode, font = calls.render_mode(handle), calls.font_of(handle) or 0
        shade = self.shade(handle) if mode == FILL else None
        facts = (e, f, g, h, scale, mode, font, shade)
        if facts not in self.known:
            self.known[facts] = self.of(facts)
        return self.known[facts]

    def of(self, facts: Facts) -> Style:
        e, f, g, h, scale, mode, font, shade = facts
        a, b, _, c, d, _ = self.turn
        along, rise = scale * (a * e + b * f), scale * (c * e + d * f)
        lean, up = scale * (a * g + b * h), scale * (c * g + d * h)
        size = hypot(lean, up)
        upright = along > 0 > up and abs(rise) <= TILT * along
        return Style(
            size=size,
            upright=upright,
            quarter_turned=not upright and min(abs(along), abs(rise)) <= TILT * max(abs(along), abs(rise)),
            invisible=mode in INVISIBLE_MODES,
            shade=shade,
            drawable=calls.is_embedded(c_void_p(font)) == 1,
            face=(font, round(size, 2)),
        )

    def shade(self, handle: c_void_p) -> float | None:
        if not calls.fill_color(handle, *self.to_color):
            return None
        red, green, blue, _ = self.color
        return 0.299 * red + 0.587 * green + 0.114 * blue
