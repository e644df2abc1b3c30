"""Packed files of strangers, unpacked within limits: what a few bytes would blow up to is refused before it is there."""

import zlib

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused

LONGEST_UNPACKED = 100_000_000
GZIP = b"\x1f\x8b"


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


def damaged() -> FileRefused:
    return FileRefused([_("The file is damaged. Export it anew.")])


def _too_long() -> FileRefused:
    return FileRefused([_("The file holds more than 100 MB once it is unpacked: export fewer years.")])
