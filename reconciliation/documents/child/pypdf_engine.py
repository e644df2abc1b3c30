"""The second engine, pypdf: words of documents that the first cannot open, near enough for a person to check, and its opinion on others."""

import codecs
import logging
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdf.filters  # noqa: F401 - otherwise it is imported late, when files can no longer be opened
from pypdf import PageObject, PdfReader
from pypdf._text_extraction._layout_mode._fixed_width_page import recurse_to_target_op, set_font_operation
from pypdf._text_extraction._layout_mode._text_state_manager import TextStateManager
from pypdf._text_extraction._layout_mode._text_state_params import TextStateParams
from pypdf.errors import LimitReachedError, PyPdfError
from pypdf.generic import ContentStream

from reconciliation.documents.child.request import ChildRefused, ChildRequest, Frame
from reconciliation.documents.child.words import Glyph, Stretch, packed, printed, words

UNREADABLE = (PyPdfError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, OSError)

TILT = 0.05  # most rise over run of a line of text that counts as level

for encoding in ("ascii", "charmap", "cp1252", "latin-1", "mac-roman", "utf-8", "utf-16", "utf-16-be", "utf-16-le"):
    codecs.lookup(encoding)  # loads it, while files can still be opened


# Beginnings of pypdf's messages about lost content, before it fills in figures; all others are only notes. A closed list: each has a
# test file of its own.
LOST = {
    "Exceeded %(limit)d form XObject invocations": "limit_reached",
    "Value /N %(n)d for object %(stmnum)d exceeds": "limit_reached",
    "Invalid object number (%(objnum)d) or offset": "object_skipped",
    "Invalid stream (index %(index)d) within object": "object_skipped",
    "Invalid /N (%(n)d) or /First": "object_skipped",
    "Ignoring wrong pointing object": "object_skipped",
    "Object %(idnum)d %(generation)d not defined.": "object_skipped",
    "XRef object at %(xref_stm)d can not be read": "object_skipped",
    "Previous trailer cannot be read": "object_skipped",
    "Circular xref chain detected": "object_skipped",
    "found %(actual_count)d objects within": "object_skipped",
    "entry %(num)d in Xref table invalid; object not found": "object_skipped",
    "Ignoring page tree entry that is not a dictionary": "object_skipped",
    "Detected cyclic form XObject reference": "stream_skipped",
    "Impossible to decode XFormObject": "stream_skipped",
    "Error -": "stream_skipped",  # of zlib
    "missing EOD in": "stream_skipped",
    "Missing EOD in": "stream_skipped",
    "Early EOD in": "stream_skipped",
    "Ignoring missing Ascii85 end marker": "stream_skipped",
    "Expected StreamObject, got": "stream_skipped",
    "Font resources are not a dictionary": "text_dropped",
    "Page resources are not a dictionary": "text_dropped",
    "EOF marker not found": "cut_short",
    "CAUTION: startxref found while searching": "cut_short",
}
OTHERWISE = "structure_repaired"


class Warnings(logging.Handler):
    """Hears what pypdf warns of. `lost` and `notes` are codes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lost: set[str] = set()
        self.notes: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        code = next((code for start, code in LOST.items() if str(record.msg).startswith(start)), None)
        if code:
            self.lost.add(code)
        else:
            self.notes.add(OTHERWISE)


def listening() -> Warnings:
    """Redirect the warnings of pypdf to a handler of their own, which is returned."""
    warnings, pypdf = Warnings(), logging.getLogger("pypdf")
    pypdf.handlers, pypdf.propagate = [warnings], False
    return warnings


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Read the pages. The answer is always incomplete: nothing is looked for on the drawn page, and pypdf reports only a part of its
    omissions."""
    warnings = listening()
    try:
        pages = list(read_pages(unlocked(pdf, request.password), request))
    except LimitReachedError as limit:
        raise ChildRefused("too_complex") from limit
    except UNREADABLE as failure:
        raise ChildRefused("damaged") from failure
    return {"pages": pages, "hidden": [], "hidden_text": False, "notes": ["second_engine", *sorted(warnings.lost)], "incomplete": True}


def unlocked(pdf: bytes, password: str | None) -> PdfReader:
    reader = PdfReader(BytesIO(pdf))
    if reader.is_encrypted and not any(reader.decrypt(key) for key in ("", password or "")):
        raise ChildRefused("wrong_password" if password else "encrypted")
    return reader


def read_pages(reader: PdfReader, request: ChildRequest) -> Iterator[dict[str, Any]]:
    characters_left = request.characters
    for number, page in enumerate(reader.pages, start=1):
        if number > request.pages:
            raise ChildRefused("too_many_pages", pages=len(reader.pages), limit=request.pages)
        frame = frame_of(page)
        stretches = [stretch_of(shown, frame) for shown in shown_texts(page) if is_level(shown)] if not frame.turns else []
        characters_left -= sum(len(stretch.glyphs) for stretch in stretches)
        if characters_left < 0:
            raise ChildRefused("too_complex")
        width, height = frame.size
        yield {"number": number, "width": width, "height": height, "source": "text", "words": packed(words(stretches))}


def frame_of(page: PageObject) -> Frame:
    left, bottom, right, top = (float(side) for side in page.cropbox)
    return Frame(left, bottom, right, top, page.rotation // 90 % 4)


def shown_texts(page: PageObject) -> Iterator[TextStateParams]:
    """Return the texts that the layout mode of pypdf collects before it rounds to columns: no public call gives their widths."""
    fonts = page._layout_mode_fonts()  # noqa: SLF001
    contents = page.get("/Contents")
    operations = iter(ContentStream(contents.get_object(), page.pdf, "bytes").operations) if contents else iter(())
    state = TextStateManager()
    for operands, operator in operations:
        if operator in (b"BT", b"q"):
            yield from recurse_to_target_op(operations, state, b"ET" if operator == b"BT" else b"Q", fonts)[1]
        elif operator == b"Tf":
            set_font_operation(state, fonts, operands)
        elif operator == b"cm":
            state.add_cm(*operands)
        else:
            state.set_state_param(operator, operands)


def is_level(shown: TextStateParams) -> bool:
    return shown.font.interpretable and not shown.rotated and abs(shown.transform[1]) <= TILT * abs(shown.transform[0])


def stretch_of(shown: TextStateParams, frame: Frame) -> Stretch:
    glyphs: list[Glyph] = []
    space, x = False, shown.tx
    for character in shown.text:
        width = shown.word_tx(character) * shown.transform[0]
        text = printed(ord(character))
        if text.strip():
            glyphs.append((text, frame.point(x, shown.ty)[0], frame.point(x + width, shown.ty)[0], space))
        space = text.isspace()
        x += width
    return Stretch(id(shown), frame.point(shown.tx, shown.ty)[1], shown.font_height, glyphs)


def read_opinion(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the text of each page, line by line, its gaps as single spaces. Raises ChildRefused if pypdf cannot open the file at all."""
    warnings = listening()
    texts: list[str] = []
    characters_left = request.characters
    try:
        document = unlocked(pdf, request.password)
        if "/Collection" in document.root_object:
            warnings.lost.add("portfolio")
        for page in document.pages:
            text = "\n".join(" ".join(line.split()) for line in page.extract_text().splitlines())
            characters_left -= len(text)
            if characters_left < 0 or len(texts) == request.pages:
                raise LimitReachedError  # noqa: TRY301 - the same end as a limit of pypdf's own
            texts.append(text)
    except LimitReachedError:
        warnings.lost.add("limit_reached")
    except UNREADABLE as failure:
        if not texts and not warnings.lost:
            raise ChildRefused("damaged") from failure
        warnings.lost.add("object_skipped")
    return {"texts": texts, "lost": sorted(warnings.lost), "notes": sorted(warnings.notes)}
