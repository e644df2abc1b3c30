"""Hostile archives and spreadsheets are refused, or read within the limits."""

import io
import random
import zipfile

import pytest

from finance.imports.untrusted_files import MOST_ROWS, FileRefused
from tests.finance.imports.reading import parsed
from tests.finance.imports.samples import CAMT_2, MT940_DUTCH
from tests.finance.imports.spreadsheets import ods, ods_cell, unzipped, xlsx, zipped

TABLE: list[list[object]] = [["Date", "Description", "Amount"], ["2026-01-03", "Rent", -5.25]]
SHEET = "xl/worksheets/sheet1.xml"
ENTITY = b'<!DOCTYPE a [<!ENTITY x "1">]>'
ROW = "<table:table-row{}>" + "".join(map(ods_cell, TABLE[1])) + "</table:table-row>"
REPEATED = ' table:number-columns-repeated="999999999"'


def changed(book: bytes, file: str, old: bytes, new: bytes) -> bytes:
    """The archive with a part of one of its files replaced."""
    files = unzipped(book)
    assert old in files[file]
    return zipped(files | {file: files[file].replace(old, new, 1)})


def encrypted(data: bytes) -> bytes:
    """The archive with the flag of encryption at each file."""
    flagged = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = -1
        while (place := data.find(signature, place + 1)) >= 0:
            flagged[place + offset] |= 1
    return bytes(flagged)


BOOK, SPREADSHEET = xlsx(TABLE), ods(TABLE)
HOSTILE = {
    "a bomb": (zipped({"a.xml": CAMT_2, "b.xml": b"\0" * 60_000_000}), "larger than 50 MB"),
    "thousands of files": (zipped({f"{number}.xml": b"x" for number in range(1001)}), "damaged"),
    "an archive in an archive": (zipped({"a.zip": zipped({"a.xml": CAMT_2})}), "holds no statements"),
    "a password": (encrypted(zipped({"a.xml": CAMT_2})), "password"),
    "no statements": (zipped({"a.txt": b"hello", "b.pdf": b"%PDF-1.7"}), "holds no statements"),
    "one damaged statement": (zipped({"a.xml": CAMT_2, "b.xml": CAMT_2[:-30]}), "^b.xml: "),
    "entities in a statement": (zipped({"a.xml": CAMT_2.replace(b"<Document", ENTITY + b"<Document")}), "not allowed"),
    "a bomb in a workbook": (zipped(unzipped(BOOK) | {SHEET: b" " * 60_000_000}), "larger than 50 MB"),
    "entities in a workbook": (changed(BOOK, SHEET, b"<worksheet", ENTITY + b"<worksheet"), "cannot be read"),
    "a row without end": (changed(BOOK, SHEET, b'<row r="2"', b'<row r="999999999999"'), "more than 50000 rows"),
    "a column without end": (changed(BOOK, SHEET, b'r="C2"', b'r="ZZZZZZZ2"'), "cannot be read"),
    "more cells than a table has": (xlsx([TABLE[0], ["2026-01-03", *[1.5] * 300]]), "more than 200 cells"),
    "a formula without its result": (xlsx([TABLE[0], ["2026-01-03", "Rent", "=-5.25"]]), "formulas without their results"),
    "a long cell": (xlsx([TABLE[0], ["2026-01-03", "x" * 32_000, -1.5]] * 2 + [["2026-01-04", "", -1.5]]), None),
    "several sheets": (xlsx(TABLE, TABLE), "several sheets with rows: Sheet1, Sheet2"),
    "no rows": (xlsx([]), "The file is empty"),
    "half a workbook": (zipped({"xl/workbook.xml": b"<x/>", "[Content_Types].xml": b"<x/>"}), "cannot be read"),
    "entities in a spreadsheet": (changed(SPREADSHEET, "content.xml", b"<office:document", ENTITY + b"<office:document"), "cannot be read"),
    "repeated rows": (ods([], xml=ROW.format(' table:number-rows-repeated="999999999"')), "more than 50000 rows"),
    "repeated cells": (ods([], xml=f"<table:table-row>{ods_cell('x', REPEATED)}</table:table-row>"), "more than 200 cells"),
    "a formula of a spreadsheet": (
        ods([], xml=ROW.format("") + '<table:table-row><table:table-cell table:formula="of:=1"/></table:table-row>'),
        "formulas without their results",
    ),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1000, "old Excel file"),
    "a PDF": (b"%PDF-1.7\n1 0 obj\n", r"\*Upload\*"),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_or_unreadable_archive_is_refused_with_its_reason(name: str) -> None:
    data, reason = HOSTILE[name]
    if reason is None:
        assert parsed(data).accounts
        return
    with pytest.raises(FileRefused, match=reason):
        parsed(data)


@pytest.mark.parametrize("name", ["archive", "ods", "xlsx"])
def test_an_archive_with_damage_anywhere_is_read_or_refused(name: str) -> None:
    sample = {"archive": zipped({"a.xml": CAMT_2}), "ods": SPREADSHEET, "xlsx": BOOK}[name]
    chance = random.Random(7)  # noqa: S311  nothing secret
    for _ in range(150):
        damaged = bytearray(sample)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        cut = chance.randrange(len(damaged)) if chance.random() < 0.3 else len(damaged)
        try:
            parsed(bytes(damaged[:cut]))
        except FileRefused:
            continue


@pytest.mark.parametrize("name", ["ods", "xlsx"])
def test_a_sheet_with_damage_in_its_xml_is_read_or_refused(name: str) -> None:
    book, file = {"ods": (SPREADSHEET, "content.xml"), "xlsx": (BOOK, SHEET)}[name]
    files, chance = unzipped(book), random.Random(7)  # noqa: S311  nothing secret
    for _ in range(150):
        damaged = bytearray(files[file])
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(32, 127)
        try:
            parsed(zipped(files | {file: bytes(damaged)}))
        except FileRefused:
            continue


def test_more_rows_than_an_import_has_are_refused() -> None:
    rows = ["2026-01-03", "Rent", -5.25]
    with pytest.raises(FileRefused, match="more than"):
        parsed(ods([], xml=ROW.format(f' table:number-rows-repeated="{MOST_ROWS + 2}"')))
    assert parsed(xlsx([TABLE[0], *[rows] * 3])).accounts[0].rows[2].amount


def test_files_of_another_format_in_an_archive_are_named() -> None:
    packed = zipped({"a.xml": CAMT_2, "b.sta": MT940_DUTCH, "readme.txt": b"hello", "__MACOSX/._a.xml": b"x", "folder/": b""})
    read = parsed(packed)

    assert (read.format, len(read.accounts[0].rows)) == ("camt", 4)
    assert [note.partition(" ")[0] for note in read.notes] == ["b.sta", "readme.txt"]


def test_names_in_an_archive_lead_nowhere() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../etc/passwd.xml", CAMT_2)

    assert len(parsed(packed.getvalue()).accounts[0].rows) == 4
