"""Archives and spreadsheets, as programs write them and as they do not."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from openpyxl import Workbook

ODS_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
ODS_END = "</office:spreadsheet></office:body></office:document-content>"


def zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def xlsx(*sheets: Sequence[Sequence[object]]) -> bytes:
    """A workbook of these sheets, each a list of rows."""
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet{number}")
        for row in rows:
            sheet.append(list(row))
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def ods_cell(value: object, attributes: str = "") -> str:
    if isinstance(value, float | int):
        return f'<table:table-cell office:value-type="float" office:value="{value}"{attributes}><text:p>{value}</text:p></table:table-cell>'
    if hasattr(value, "isoformat"):
        day = value.isoformat()
        return f'<table:table-cell office:value-type="date" office:date-value="{day}"><text:p>x</text:p></table:table-cell>'
    text = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f'<table:table-cell office:value-type="string"{attributes}>{text}</table:table-cell>'


def ods(rows: Sequence[Sequence[object]], *, xml: str = "") -> bytes:
    """A spreadsheet of one sheet; `xml` replaces its rows."""
    body = xml or "".join(f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows)
    content = f'{ODS_HEAD}<table:table table:name="Sheet1">{body}</table:table>{ODS_END}'
    return zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": content.encode()})
