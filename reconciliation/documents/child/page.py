"""One page: its text as printed, its visible words, the hidden ones, and the test for a picture of text.

Text that a document claims instead of its shown text (ActualText) is removed, so that the page is read as printed."""

import codecs
from collections.abc import Iterator, Sequence
from ctypes import byref, c_ulong, c_ushort, c_void_p, cast
from dataclasses import dataclass, field, replace
from typing import Any
from unicodedata import normalize

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls, shapes
from reconciliation.documents.child.canvas import WITH_SPARE, Canvas, not_drawn
from reconciliation.documents.child.content_stream import FORM, IMAGE, PATH, Box, Drawn, address, bounds, drawn_on, loaded
from reconciliation.documents.child.figures import DigitCheck, Unlike
from reconciliation.documents.child.fonts import Fonts
from reconciliation.documents.child.letters import of_short_lines
from reconciliation.documents.child.marks import Mark, unread_marks
from reconciliation.documents.child.request import ChildRefused, Frame
from reconciliation.documents.child.signs import LETTER, shape_of
from reconciliation.documents.child.text_builder import Scribe, Style
from reconciliation.documents.child.visibility import FAINT, Look, parted
from reconciliation.documents.child.words import UNKNOWN, Glyph, Piece, Stretch, printed, words

KEY = b"ActualText"


GARBLED = 0.2  # least share of letters claimed for other shapes that makes a font's map useless


@dataclass(slots=True)
class TextClaim:
    """The text that the objects under one mark claim, and the text that they show."""

    text: str
    mark: int
    painted_by: list[int]
    stretches: list[Stretch] = field(default_factory=list)

    @property
    def shown(self) -> list[Glyph]:
        return [glyph for stretch in self.stretches for glyph in stretch.glyphs]

    @property
    def shown_text(self) -> str:
        return "".join(text for stretch in self.stretches for text in stretch.texts())

    def letter_by_letter(self) -> bool:
        return len(self.text) == len(self.shown) == len(self.shown_text)

    def contradicts(self) -> bool:
        claimed_letters = letters(self.text)
        return bool(claimed_letters and self.shown) and claimed_letters != letters(self.shown_text)


def taken_off(texts: list[c_void_p]) -> list[TextClaim]:
    """Remove the claims of a page's text objects and return them in order; afterwards the engine reads the characters themselves."""
    claims: list[TextClaim] = []
    for text in texts:
        for index in reversed(range(calls.marks_on(text))):  # the engine answers -1 for an error
            handle = cast(text, pdfium.FPDF_PAGEOBJECT)
            mark = pdfium.FPDFPageObj_GetMark(handle, index)
            text_claimed = parameter(mark)
            if text_claimed is None:
                continue
            if claims and claims[-1].mark == address(mark):
                claims[-1].painted_by.append(address(text))
            else:
                claims.append(TextClaim(text_claimed, address(mark), [address(text)]))
            pdfium.FPDFPageObj_RemoveMark(handle, mark)
    return claims


def parameter(mark: Any) -> str | None:
    size = c_ulong()
    if not pdfium.FPDFPageObjMark_GetParamStringValue(mark, KEY, None, 0, byref(size)):
        return None
    buffer = (c_ushort * (size.value // 2 + 1))()
    pdfium.FPDFPageObjMark_GetParamStringValue(mark, KEY, buffer, size.value, byref(size))
    text = codecs.utf_16_le_decode(bytes(buffer)[: max(0, size.value - 2)], "replace")[0]  # codecs can no longer be loaded
    return "".join(printed(ord(character)) for character in text)


def settled(claims: list[TextClaim], stretches: list[Stretch]) -> list[Piece]:
    """Return the claims that contradict their characters, each as a piece in the place of those.

    If a font does not name its characters, a claim for each single one does: it is believed.
    """
    shown: dict[int, list[Stretch]] = {}
    for stretch in stretches if claims else ():
        shown.setdefault(stretch.painted_by, []).append(stretch)
    for claim in claims:
        claim.stretches = [stretch for key in claim.painted_by for stretch in shown.get(key, ())]
        spell(claim, only=UNKNOWN)
    wrong = [claim for claim in claims if claim.contradicts()]
    spelling = [claim for claim in wrong if claim.letter_by_letter()]
    if is_garbled(spelling):
        wrong = [claim for claim in wrong if not claim.letter_by_letter()]
        for claim in claims:
            spell(claim)
    return [claimed(claim) for claim in wrong]


def is_garbled(claims: list[TextClaim]) -> bool:
    pairs = [
        (character, shown) for claim in claims for character, shown in zip(claim.text, claim.shown_text, strict=True) if character.isalnum()
    ]
    return bool(pairs) and sum(not shown.isalnum() for _, shown in pairs) >= GARBLED * len(pairs)


def spell(claim: TextClaim, *, only: str | None = None) -> None:
    """Replace the characters of a claim by the claimed ones: all, or only those that read `only`."""
    characters = iter(claim.text)
    for stretch in claim.stretches if claim.letter_by_letter() else ():
        stretch.glyphs = [
            (character if only in {None, text} else text, x0, x1, after_space)
            for (text, x0, x1, after_space), character in zip(stretch.glyphs, characters, strict=False)
        ]


def claimed(claim: TextClaim) -> Piece:
    first = claim.stretches[0]
    return Piece(claim.text, first.glyphs[0][1], max(x1 for _, _, x1, _ in claim.shown), first.baseline, first.size)


def letters(text: str) -> str:
    return "".join(character for character in normalize("NFKC", text).casefold() if character.isalnum())


LITTLE = 60  # most letters and digits of a scan's own text: a stamp, a page number, the name of the scanner's program
CELLS = 20  # columns and rows into which the page is divided
COVERED = 0.5  # least share of the cells under images
SHAPES, SPREAD = 200, 0.05  # fewest drawn shapes, and least share of cells that they fill, that were letters on a page without a word

Cell = tuple[int, int]


def is_scan(drawn: Drawn, frame: Frame, words: list[Piece]) -> bool:
    if has_more_than_little(words):
        return False
    images = drawn.of(IMAGE, FORM)  # scanners wrap images in forms
    if len({cell for box in boxes(images, frame) for cell in under(box, frame)}) >= COVERED * CELLS**2:
        return True
    shapes = drawn.of(PATH)
    return not words and len(shapes) >= SHAPES and len({at(box, frame) for box in boxes(shapes, frame)}) >= SPREAD * CELLS**2


def has_more_than_little(words: list[Piece]) -> bool:
    count = 0
    for word in words:
        count += sum(map(str.isalnum, word.text))
        if count >= LITTLE:
            return True
    return False


def boxes(drawn: list[c_void_p], frame: Frame) -> Iterator[Box]:
    for drawn_object in drawn:
        if box := bounds(drawn_object):
            yield frame.box(*box)


def under(box: Box, frame: Frame) -> Iterator[Cell]:
    """Yield the cells of which the box covers most."""
    (x0, y0, x1, y1), (width, height) = box, frame.size
    for column in range(place(x0, width), place(x1, width)):
        for row in range(place(y0, height), place(y1, height)):
            yield column, row


def at(box: Box, frame: Frame) -> Cell:
    """Return the cell nearest to the middle of the box."""
    (x0, y0, x1, y1), (width, height) = box, frame.size
    return place((x0 + x1) / 2, width), place((y0 + y1) / 2, height)


def place(along: float, side: float) -> int:
    return round(min(max(along / side, 0.0), 1.0) * CELLS)


STRAY = 0.2  # most visible characters on a scan, as a share: a stamp, a page number
CODE, BEHIND = 3, 12.0  # letters of a currency code; most distance from a name to its value, in parts of the type's size
TRACED = 0.7  # least share of a word's characters that must lie on something drawn
CORE = 0.65  # height above the baseline in which a word has its ink, in parts of the type's size
TERMINATOR = 2  # bytes of an empty text
MARKED = 0.04  # least share of a word's pixels that hold another word's ink


@dataclass(slots=True)
class PageRead:
    """The words that a reader sees, words that only a machine sees, words under something drawn, such as the labels of a chart, and
    printed marks that were not read (`marks`).

    `lost` names why something that is printed may not be among the words.
    """

    frame: Frame
    characters: int
    source: str = "text"
    words: list[Piece] = field(default_factory=list)
    hidden: list[Piece] = field(default_factory=list)
    covered: list[Piece] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)


def read_page(page: Any, canvas: Canvas, frame: Frame, fonts: Fonts, digits: DigitCheck, *, characters_left: int) -> PageRead:
    """Return the printed, hidden and covered words of a page. Raises ChildRefused if it holds more characters than are left."""
    drawn, undrawn = drawn_on(page), list(not_drawn(page, canvas, frame))  # before the engine makes pictures of some
    claims = taken_off(drawn.texts)
    with loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
        read = PageRead(frame, pdfium.FPDFText_CountChars(text_page))
        if read.characters > characters_left:
            raise ChildRefused("too_complex")
        scribe = Scribe(text_page, frame)
        stretches = scribe.stretches()
        silent = silent_texts(text_page, drawn, stretches, scribe.styles)
    contradictions = settled(claims, stretches)
    unlike = digits.unlike(
        page, canvas, frame, drawn, [[stretch] for stretch in stretches if may_be_figure(stretch)], [*of_short_lines(stretches)]
    )
    look = Look(page, canvas, frame, drawn)
    visible = divide(read, stretches, scribe, look)
    read.marks += [Mark(word.box, "type") for word in overprinted(page, canvas, frame, look, silent, read.words)]
    read.marks += [Mark(box, "type") for box in undrawn]
    read.marks += [
        Mark(difference.box, "digit")
        for difference in among(visible, unlike)
        if is_letter(difference) or is_of_figure(difference, read.words)
    ]
    read.hidden += contradictions
    read.marks += [Mark(word.box, "cover") for word in replaced(read)]
    if fonts.any_lies(used(stretches, scribe)):
        read.lost.add("font_contradicts")
    if read.source == "text" and is_scan(drawn, frame, read.words):
        read.source = "scan"
    if read.source != "text":  # its picture is read
        read.marks = []
    return read


def divide(read: PageRead, stretches: list[Stretch], scribe: Scribe, look: Look) -> list[Stretch]:
    """Divide the words into visible, hidden and covered ones, and return the visible characters. A page with next to no visible text,
    whose words lie on drawn ones, is a picture with a text layer."""
    visible, unseen = parted(stretches, scribe.styles, look, read.frame)
    read.words = words(known(visible))
    layer: list[Piece] = []
    for word in words(known(unseen)):
        (layer if lies_on_drawing(word, look) else read.hidden).append(word)
    if layer and number_of(visible) <= STRAY * number_of(stretches):
        read.source = "layer"
        read.words = sorted(read.words + layer, key=lambda word: (word.baseline, word.x0))
        return visible
    read.covered = layer
    figures = [turned.boxes for turned in scribe.turned if turned.has_figure()]
    notes = [box for turned in scribe.turned if not turned.has_figure() for box in turned.boxes]
    read.marks = unread_marks(look, read.words, explaining(visible), notes, figures)
    return visible


def replaced(read: PageRead) -> Iterator[Piece]:
    """Yield invisible figures and short capitalised names that end a visible line and have unread type in their place."""
    boxes = [mark.box for mark in read.marks if mark.kind == "type"]
    for word in [*read.hidden, *read.covered] if boxes else ():
        tells = any(map(str.isdigit, word.text)) or (len(word.text) == CODE and word.text.isupper())
        if tells and any(overlap(word.box, box) for box in boxes) and any(follows(word, other) for other in read.words):
            yield word


def follows(word: Piece, other: Piece) -> bool:
    return abs(word.baseline - other.baseline) < 1 and 0 <= word.x0 - other.x1 <= BEHIND * word.size


def among(stretches: Sequence[Stretch], unlike: Sequence[Unlike]) -> Iterator[Unlike]:
    """Yield the differences of these characters. Ink in the place of an invisible one is not its own."""
    places: dict[int, list[tuple[float, float]]] = {}
    for stretch in stretches if unlike else ():
        places.setdefault(stretch.painted_by, []).extend((x0, x1) for _, x0, x1, _ in stretch.glyphs)
    for difference in unlike:
        middle = (difference.box[0] + difference.box[2]) / 2
        if any(x0 <= middle <= x1 for x0, x1 in places.get(difference.painted_by, ())):
            yield difference


def is_letter(difference: Unlike) -> bool:
    return difference.looks_like is not None and difference.looks_like.isalpha()


def is_of_figure(difference: Unlike, words: Sequence[Piece]) -> bool:
    """True if a word with a digit is there. A digit by itself counts only if it plainly looks like another one: a box to tick looks like
    a digit too."""
    there = [word for word in words if any(map(str.isdigit, word.text)) and overlap(difference.box, word.box)]
    return any(len(word.text) > 1 or difference.looks_like is not None for word in there)


def may_be_figure(stretch: Stretch) -> bool:
    """True if a digit is among its characters, or none but signs."""
    return any(map(str.isdigit, stretch.texts())) or all(shape_of(text) not in {None, LETTER} for text in stretch.texts())


def known(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the stretches without the characters that their font does not name."""
    reduced = ((stretch, known_glyphs(stretch)) for stretch in stretches)
    return [replace(stretch, glyphs=glyphs) for stretch, glyphs in reduced if glyphs]


def explaining(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the stretches with the characters that explain ink: an unknown one does so only among the letters of a word."""
    return [stretch if among_letters(stretch) else replace(stretch, glyphs=known_glyphs(stretch)) for stretch in stretches]


def among_letters(stretch: Stretch) -> bool:
    texts = [text for text in stretch.texts() if text != UNKNOWN]
    return 2 * sum(map(str.isalpha, texts)) >= len(stretch.glyphs) and not any(map(str.isdigit, texts))


def known_glyphs(stretch: Stretch) -> list[Glyph]:
    return [glyph for glyph in stretch.glyphs if glyph[0] != UNKNOWN]


def number_of(stretches: list[Stretch]) -> int:
    """Return the number of their characters."""
    return sum(len(stretch.glyphs) for stretch in stretches)


def used(stretches: list[Stretch], scribe: Scribe) -> dict[int, set[str]]:
    """Return the characters of a page by the address of the font that draws them."""
    characters: dict[int, set[str]] = {}
    for stretch in stretches:
        characters.setdefault(scribe.styles[stretch.painted_by].face[0], set()).update(stretch.texts())
    return characters


def lies_on_drawing(word: Piece, look: Look) -> bool:
    x0, y0, x1, y1 = word.box
    step = (x1 - x0) / len(word.text)
    slots = [(x0 + step * index, y0, x0 + step * (index + 1), y1) for index in range(len(word.text))]
    return sum(look.stroke_shows(slot) for slot in slots) >= TRACED * len(slots)


def overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def silent_texts(text_page: Any, drawn: Drawn, stretches: Sequence[Stretch], styles: dict[int, Style]) -> list[c_void_p]:
    """Return the text objects of which no character is known; without those that are turned."""
    speaking = {stretch.painted_by for stretch in stretches if any(text != UNKNOWN for text in stretch.texts())}
    speaking |= {key for key, style in styles.items() if not style.upright}
    return [text for text in drawn.texts if address(text) not in speaking and has_characters(text, text_page)]


def has_characters(text: c_void_p, text_page: Any) -> bool:
    """False if the engine leaves a text object out, as it does with text that is printed twice to be bold."""
    return bool(pdfium.FPDFTextObj_GetText(cast(text, pdfium.FPDF_PAGEOBJECT), text_page, None, 0) > TERMINATOR)


def overprinted(page: Any, canvas: Canvas, frame: Frame, look: Look, texts: Sequence[c_void_p], words: Sequence[Piece]) -> list[Piece]:
    """Return the words on which these texts draw something. None of the page's texts may be active; afterwards none is."""
    boxes = np.array([(word.x0, word.baseline - CORE * word.size, word.x1, word.baseline) for word in words]).reshape(-1, 4)
    over: list[c_void_p] = []
    for text in texts:
        place = bounds(text)
        if place is None:
            continue
        left, upper, right, lower = frame.box(*place)
        if ((boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < lower) & (boxes[:, 3] > upper)).any():
            over.append(text)
    if not over:
        return []
    without = shapes.pixels_of(canvas.draw(page, look.width, look.height, WITH_SPARE))
    for text in over:
        calls.set_active(text, 1)
    drawn = shapes.pixels_of(canvas.draw(page, look.width, look.height, WITH_SPARE))
    for text in over:
        calls.set_active(text, 0)
    gaps = [np.abs(channel.astype(np.int16) - other) for channel, other in zip(*map(shapes.channels, (drawn, without)), strict=True)]
    ink = (np.max(gaps, axis=0) >= FAINT).reshape(look.height, look.width)
    places = np.maximum(boxes * look.scale, 0).astype(int).tolist()
    parts = [ink[y0 : y1 + 1, x0 + 1 : x1] for x0, y0, x1, y1 in places]
    return [word for word, part in zip(words, parts, strict=True) if part.size and part.mean() >= MARKED]
