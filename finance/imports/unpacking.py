"""Packed files of strangers, unpacked within limits: what a few bytes would blow up to is refused before it is there."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused

LONGEST_UNPACKED = 100_000_000
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
LISTED = b"PK\x01\x02"
"""Before each file that the archive lists. The list is read as a whole, however long it is."""
MOST_LISTED = 1000
BROKEN_ZIP = (BadZipFile, RuntimeError, EOFError, OSError, ValueError, OverflowError, struct.error, zlib.error)
"""What `zipfile` raises for bytes that are no sound archive, beside its own error: RuntimeError where it is locked or packed in a way
that it does not know, EOFError and zlib.error where what is packed is cut or spoilt, struct.error where a list is cut, and the others
where a size or a place in it is none."""


def ungzipped(data: bytes) -> bytes:
    """What a gzip file holds, of its first part. Raises `FileRefused` where it is damaged or too long."""
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        found = unpacking.decompress(data, LONGEST_UNPACKED + 1)
    except zlib.error as error:
        raise damaged() from error
    if len(found) > LONGEST_UNPACKED:
        raise _too_long()
    if not unpacking.eof:
        raise damaged()
    return found


def unzipped(data: bytes, name: str) -> bytes | None:
    """One file of a zip archive; None where it has none of that name. Raises `FileRefused` where it is damaged or too long."""
    if data.count(LISTED) > MOST_LISTED:
        raise damaged()
    try:
        with ZipFile(BytesIO(data)) as archive:
            if name not in archive.namelist():
                return None
            if archive.getinfo(name).compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
                raise damaged()
            with archive.open(name) as packed:
                found = packed.read(LONGEST_UNPACKED + 1)
    except BROKEN_ZIP as error:
        raise damaged() from error
    if len(found) > LONGEST_UNPACKED:
        raise _too_long()
    return found


def damaged() -> FileRefused:
    return FileRefused([_("The file is damaged. Export it anew.")])


def _too_long() -> FileRefused:
    return FileRefused([_("The file holds more than 100 MB once it is unpacked: export fewer years.")])
