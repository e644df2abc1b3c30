"""Genuine made statements as thirty producers write them: six ways of writing a file, by five systems each."""

import io
from ctypes import byref, string_at

import pypdfium2_raw as pdfium
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject

from tests.examining.editing import appended_to, saved, signed
from tests.reading.making.leavings import realistic

SYSTEMS = (
    ("Core Banking 7", "Ledgerprint 4.1"),
    ("Statement Composer", "Composer PDF Library 12.0"),
    ("", "Output Manager (AFP) 3.2"),
    ("Reporting Services", "Reporting Services PDF 2019"),
    ("Print Server", ""),
)
XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>{producer}</pdf:Producer><xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>2026-03-31T08:00:00+02:00</xmp:CreateDate></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""
WAYS = ("as drawn", "written again", "compressed with XMP", "copied by an engine", "names appended", "signed")
PRODUCERS = len(SYSTEMS) * len(WAYS)


def made(seed: int) -> bytes:
    """Return the statement of this seed as its producer writes it, with what such producers leave in files."""
    pdf = realistic(seed).sheet.pdf()
    creator, producer = SYSTEMS[seed % len(SYSTEMS)]
    names = {"/Creator": creator, "/Producer": producer, "/CreationDate": "D:20260331080000+02'00'"}
    way = WAYS[seed // len(SYSTEMS) % len(WAYS)]
    if way == "as drawn":
        return pdf
    if way == "names appended":
        writer = appended_to(pdf)
        writer.add_metadata(names)
        return saved(writer)
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    writer.add_metadata(names)
    if way == "compressed with XMP":
        for page in writer.pages:
            page.compress_content_streams()
        packet = DecodedStreamObject()
        packet.set_data(XMP.format(creator=creator, producer=producer).encode())
        packet.update({NameObject("/Type"): NameObject("/Metadata"), NameObject("/Subtype"): NameObject("/XML")})
        writer.root_object[NameObject("/Metadata")] = writer._add_object(packet)
    written = saved(writer)
    if way == "signed":
        return signed(written)
    return copied(written) if way == "copied by an engine" else written


def copied(pdf: bytes) -> bytes:
    """Return the file as PDFium writes it."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    document, copy = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), None), bytearray()

    def take(_sink: object, block: int, size: int) -> int:
        copy.extend(string_at(block, size))
        return 1

    sink = pdfium.FPDF_FILEWRITE(version=1)
    sink.WriteBlock = type(sink.WriteBlock)(take)
    assert pdfium.FPDF_SaveAsCopy(document, byref(sink), 0)
    pdfium.FPDF_CloseDocument(document)
    return bytes(copy)
