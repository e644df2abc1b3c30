"""Faults of a file that a person may open: by its kind, a sentence each. A kind without a check fails."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from xml.etree import ElementTree as XmlTree

from openpyxl import load_workbook
from pypdf import PdfReader

Looks = Callable[[bytes], Iterator[str]]
DIVIDERS = ",;\t|"
"""Separators that spreadsheets take for the end of a cell, by country."""
FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
FIGURE = re.compile(r"[+-]?\d[\d.]*(,.*)?", re.DOTALL)
OFX_TAGS = {
    *("OFX", "SIGNONMSGSRSV1", "SONRS", "STATUS", "CODE", "SEVERITY", "DTSERVER", "LANGUAGE", "BANKMSGSRSV1", "STMTTRNRS", "TRNUID"),
    *("STMTRS", "CURDEF", "BANKACCTFROM", "BANKID", "ACCTID", "ACCTTYPE", "BANKTRANLIST", "DTSTART", "DTEND", "STMTTRN", "TRNTYPE"),
    *("DTPOSTED", "TRNAMT", "FITID", "CHECKNUM", "REFNUM", "NAME", "MEMO", "LEDGERBAL", "BALAMT", "DTASOF"),
    *("FI", "ORG", "INTU.BID", "MESSAGE"),
}
ACTIVE = re.compile(rb"/(JavaScript|JS|Launch|OpenAction|AA|URI|EmbeddedFile|RichMedia|SubmitForm|GoToR)\b")
STREAM = re.compile(rb"stream\r?\n.*?endstream", re.DOTALL)
"""Packed: any letters may come together in it."""
JOURNAL_LINE = re.compile(r"$|; |\d{4}-\d\d-\d\d (?:[!*] |balance |open )|\s+\S[^\r\x0b\x0c\x85\u2028\u2029]*$")
SUM = re.compile(r"[0-9a-f]{64}  \S+")


def wrong_with(name: str, content: bytes) -> Iterator[str]:
    """`name` tells its kind."""
    kind = PurePosixPath(name).suffix or PurePosixPath(name).name
    looks = LOOKS.get(kind)
    yield from looks(content) if looks else [f"nobody has said how {kind} is looked at"]


def csv_file(content: bytes) -> Iterator[str]:
    text = content.decode("utf-8-sig")
    for divider in DIVIDERS:
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=divider):
            yield from (f"{cell!r} is a formula" for cell in cells if FORMULA.match(cell) and not FIGURE.fullmatch(cell))


def ofx_file(content: bytes) -> Iterator[str]:
    if b"<!" in content:
        yield "it has a declaration of its own"
    tree = XmlTree.fromstring(content.partition(b"?>\n")[2].partition(b"?>\n")[2].decode())  # noqa: S314  has no declarations
    yield from (f"it has a {element.tag}" for element in tree.iter() if element.tag not in OFX_TAGS)
    for entry in tree.iter("STMTTRN"):
        tags = [child.tag for child in entry]
        if len(tags) != len(set(tags)) or "TRNAMT" not in tags:
            yield f"an entry says {tags}"


def qbo_file(content: bytes) -> Iterator[str]:
    yield from ofx_file(b"?>\n?>\n" + content.partition(b"\n\n")[2])


def camt_file(content: bytes) -> Iterator[str]:
    if b"<!" in content:
        yield "it has a declaration of its own"
    elements = {element.tag.rpartition("}")[2] for element in XmlTree.fromstring(content).iter()}  # noqa: S314  has no declarations
    yield from (f"it has a {name}" for name in elements if name in {"STMTTRN", "a", "img", "para"})


def qif_file(content: bytes) -> Iterator[str]:
    lines = content.decode().split("\n")
    yield from (f"{line!r} is no line of an entry" for line in lines if not re.match(r"$|[\^NTDPM/$]|!(Account|Type:)", line))
    if lines.count("^") != sum(line.startswith(("N", "P")) for line in lines):
        yield "an entry is in two parts"


def mt940_file(content: bytes) -> Iterator[str]:
    lines = content.decode().split("\r\n")
    if len({sum(line.startswith(tag) for line in lines) for tag in (":20:", ":60F:", ":62F:")}) != 1:
        yield "a text begins a statement"
    yield from (f"{line!r} has braces" for line in lines if "{" in line or "}" in line)


def xlsx_file(content: bytes) -> Iterator[str]:
    for sheet in load_workbook(io.BytesIO(content)):
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if cell.data_type == "f" or (isinstance(cell.value, str) and FORMULA.match(cell.value)):
                yield f"{cell.value!r} is a formula"


def json_file(content: bytes) -> Iterator[str]:
    if not isinstance(json.loads(content), dict):
        yield "it is no object"


def json_lines(content: bytes) -> Iterator[str]:
    if content and not content.endswith(b"\n"):
        yield "its last line is cut"
    for line in content.decode().split("\n")[:-1]:
        yield from json_file(line.encode())


def pdf_file(content: bytes) -> Iterator[str]:
    reader = PdfReader(io.BytesIO(content), strict=True)
    yield from (f"it holds {found[1].decode()}" for found in ACTIVE.finditer(STREAM.sub(b"", content)))
    yield from (f"page {number} has annotations" for number, page in enumerate(reader.pages, 1) if "/Annots" in page)


def zip_file(content: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as pack:
        for entry in pack.infolist():
            path = PurePosixPath(entry.filename)
            clean = entry.orig_filename == entry.filename == str(path) and re.fullmatch(r"[\w./-]+", entry.filename, re.ASCII)
            if not clean or path.is_absolute() or ".." in path.parts:
                yield f"{entry.orig_filename!r} is no clean name"
            if path.parts[0] != "files" and path.name != "document.pdf":  # those are as they were sent
                yield from (f"{entry.filename}: {wrong}" for wrong in wrong_with(entry.filename, pack.read(entry)))


def journal_file(content: bytes) -> Iterator[str]:
    """Allow entries and balances only: a line with another beginning might be a command."""
    yield from (f"{line!r} is no line of an entry" for line in content.decode().split("\n") if not JOURNAL_LINE.match(line))
    yield from (f"{line!r} says more than one tag" for line in content.decode().split("\n") if line.startswith("    ; ") and "," in line)


def sums(content: bytes) -> Iterator[str]:
    yield from (f"{line!r} is no sum" for line in content.decode().splitlines() if not SUM.fullmatch(line))


LOOKS: Mapping[str, Looks] = {
    ".csv": csv_file,
    ".ofx": ofx_file,
    ".qbo": qbo_file,
    ".xml": camt_file,
    ".qif": qif_file,
    ".sta": mt940_file,
    ".xlsx": xlsx_file,
    ".json": json_file,
    ".jsonl": json_lines,
    ".pdf": pdf_file,
    ".zip": zip_file,
    ".beancount": journal_file,
    ".hledger": journal_file,
    ".journal": journal_file,
    "SHA256SUMS": sums,
}
