"""Packed files of strangers, unpacked within limits: what a few bytes would blow up to is refused before it is there."""

import io
import struct
import zipfile
import zlib

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused

LONGEST_UNPACKED = 100_000_000
MOST_MEMBERS = 1000
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, NotImplementedError, OSError, ValueError, OverflowError)
"""What `zipfile` raises of archives that are damaged, locked, or packed in a way it does not know."""


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


def member_of(data: bytes, name: str) -> bytes | None:
    """The one file of that name in a ZIP archive; None where it has none. No other is unpacked. Raises `FileRefused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > MOST_MEMBERS:
                raise _too_long()
            if name not in archive.namelist():
                return None
            with archive.open(name) as member:
                found = member.read(LONGEST_UNPACKED + 1)
    except FileRefused:
        raise
    except BROKEN_ZIP as error:
        raise damaged() from error
    if len(found) > LONGEST_UNPACKED:
        raise _too_long()
    return found


def damaged() -> FileRefused:
    return FileRefused([_("The file is damaged. Export it anew.")])


def _too_long() -> FileRefused:
    return FileRefused([_("The file holds more than 100 MB once it is unpacked: export fewer years.")])
