"""Unlocking: the first engine writes the document without its lock, so that no password has to be stored."""

from base64 import b64encode
from ctypes import byref, string_at
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.pdfium_engine import unlocked
from reconciliation.documents.child.request import ChildRefused, ChildRequest


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the copy in base64, None if no password is needed. Raises ChildRefused if the password is wrong or pages would be lost."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    if pages_of(pdf):
        return {"unlocked": None}
    document = unlocked(pdf, request.password)
    copy = written(document, most=request.bytes)
    if not 0 < pdfium.FPDF_GetPageCount(document) == pages_of(copy):
        raise ChildRefused("damaged")
    return {"unlocked": b64encode(copy).decode()}


def pages_of(pdf: bytes) -> int:
    """As they are counted without a password: 0 for what does not open."""
    document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), None)
    return int(pdfium.FPDF_GetPageCount(document)) if document else 0


def written(document: Any, *, most: int) -> bytes:
    """Return the whole document without its lock. Raises ChildRefused as soon as it is longer than `most` bytes."""
    copy = bytearray()

    def take(_sink: Any, block: Any, size: int) -> int:
        copy.extend(string_at(block, size))
        return len(copy) <= most

    sink = pdfium.FPDF_FILEWRITE(version=1)
    sink.WriteBlock = type(sink.WriteBlock)(take)
    if not pdfium.FPDF_SaveAsCopy(document, byref(sink), pdfium.FPDF_REMOVE_SECURITY):
        raise ChildRefused("too_large" if len(copy) > most else "damaged")
    return bytes(copy)
