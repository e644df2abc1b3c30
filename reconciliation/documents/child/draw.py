"""Drawing one page as a reader sees it: a PNG of it, by the first engine."""

import struct
import zlib
from base64 import b64encode
from ctypes import byref
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.canvas import BLUE_GREEN_RED, Canvas
from reconciliation.documents.child.pdfium_engine import frame_of, unlocked
from reconciliation.documents.child.request import ChildRequest

SCALE = 2.0  # pixels per point
MAX_PIXELS = 4_000_000  # most pixels of a page's picture; larger pages get fewer pixels per point
SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, RED_GREEN_BLUE = 8, 2


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the picture in base64. Raises ChildRefused if the document does not open or has no such page."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    canvas = Canvas(unlocked(pdf, request.password))
    with canvas.page(request.page - 1) as page:
        points_wide, points_high = frame_of(page).size
        scale = min(SCALE, (MAX_PIXELS / (points_wide * points_high)) ** 0.5)
        width, height = max(1, int(points_wide * scale)), max(1, int(points_high * scale))
        pixels = canvas.draw(page, width, height, BLUE_GREEN_RED, pdfium.FPDF_REVERSE_BYTE_ORDER)
        return {"png": b64encode(png(width, height, pixels)).decode()}


def png(width: int, height: int, pixels: bytearray) -> bytes:
    """Return a PNG of three chunks, the fewest that the format allows; a 0 before each line says that it is not filtered."""
    lines = b"".join(b"\0" + pixels[start : start + 3 * width] for start in range(0, len(pixels), 3 * width))
    head = struct.pack(">IIBBBBB", width, height, EIGHT_BITS, RED_GREEN_BLUE, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 6)) + chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
