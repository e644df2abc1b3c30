"""Files attached to an answer: of a few kinds, identified by their first bytes and never by name, and never shown as a page."""

from __future__ import annotations

from contextlib import suppress
from unicodedata import category

from django.core.files.base import File
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from reconciliation.documents.limits import configured_limits

BEGINNINGS = (b"%PDF-", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
PICTURES = {b"heic", b"heix", b"mif1", b"avif"}
"""Brands of an ISO base media file that is a picture, as telephones make them."""
REFUSED: dict[str, str | Promise] = {
    "empty_file": _("This file is empty."),
    "too_large": _("This file is larger than the limit of %(megabytes)g MB."),
    "wrong_kind": _("Send a PDF, a picture (JPEG, PNG, WebP, HEIC) or a text file."),
}


class AnswerFileRefused(ValueError):
    """The file is refused; `code` is one of `REFUSED`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def says(self) -> str:
        return str(REFUSED[self.code]) % {"megabytes": configured_limits().bytes / 1_000_000}


def checked(file: File[bytes]) -> bytes:
    """Return the bytes of an acceptable file. Raises AnswerFileRefused."""
    most = configured_limits().bytes
    content = bytes(file.read(most + 1))
    if not content:
        raise AnswerFileRefused("empty_file")
    if len(content) > most:
        raise AnswerFileRefused("too_large")
    if not (_is_known(content) or _is_text(content)):
        raise AnswerFileRefused("wrong_kind")
    return content


def _is_known(content: bytes) -> bool:
    webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return content.startswith(BEGINNINGS) or webp or (content[4:8] == b"ftyp" and content[8:12] in PICTURES)


def _is_text(content: bytes) -> bool:
    """True if there are no control characters, in UTF-8 or in the encoding of older Windows programs."""
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return all(category(letter) != "Cc" or letter in "\t\r\n\f" for letter in content.decode(encoding))
    return False
