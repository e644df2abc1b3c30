"""Untrusted archives, unpacked within limits, so that small files cannot expand without bound."""

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
"""Signature of each entry in the archive's directory, which is always read as a whole."""
MOST_LISTED = 1000
BROKEN_ZIP = (BadZipFile, RuntimeError, EOFError, OSError, ValueError, OverflowError, struct.error, zlib.error)
"""Errors that `zipfile` raises for invalid archives beside its own.

RuntimeError if it is encrypted or its compression unknown, EOFError and zlib.error if data are cut or damaged, struct.error if the
directory is cut, and the others for invalid sizes or offsets.
"""


def ungzipped(data: bytes) -> bytes:
    """Return the content of the first part of a gzip file. Raises `FileRefused` if it is damaged or too long."""
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        content = unpacking.decompress(data, LONGEST_UNPACKED + 1)
    except zlib.error as error:
        raise damaged() from error
    if len(content) > LONGEST_UNPACKED:
        raise _too_long()
    if not unpacking.eof:
        raise damaged()
    return content


def unzipped(data: bytes, name: str) -> bytes | None:
    """Return one file of a zip archive; None if there is none of that name. Raises `FileRefused` if it is damaged or too long."""
    if data.count(LISTED) > MOST_LISTED:
        raise damaged()
    try:
        with ZipFile(BytesIO(data)) as archive:
            if name not in archive.namelist():
                return None
            if archive.getinfo(name).compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
                raise damaged()
            with archive.open(name) as packed:
                content = packed.read(LONGEST_UNPACKED + 1)
    except BROKEN_ZIP as error:
        raise damaged() from error
    if len(content) > LONGEST_UNPACKED:
        raise _too_long()
    return content


def damaged() -> FileRefused:
    return FileRefused([_("The file is damaged. Export it anew.")])


def _too_long() -> FileRefused:
    return FileRefused([_("The file holds more than 100 MB once it is unpacked: export fewer years.")])
